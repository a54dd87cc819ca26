import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ImportMonitor,
  type ImportOptions,
  type ImportResult,
  importFile,
} from '../../src/exchange/importing/import.ts'
import { warningsPath } from '../../src/exchange/importing/report-files.ts'
import { formatProblem } from '../../src/exchange/importing/summary.ts'
import { type UndoResult, undoImport } from '../../src/exchange/importing/undo.ts'
import type { Who, World } from './world.ts'

/** A file that a program has exported. */
export const sample = (name: string): string => join(import.meta.dirname, '../samples', name)

/** Imports of a world, with files in a folder of their own. */
export interface Desk {
  folder: string
  /** A file in the folder. */
  file(name: string, content: string | Buffer): string
  /**
   * Imports as a user. What it asks of is the name of a file in the folder or among the samples.
   */
  import(
    file: string,
    options?: ImportOptions,
    who?: Who,
    monitor?: ImportMonitor,
  ): Promise<ImportResult>
  undo(imported: ImportResult, who?: Who): Promise<UndoResult>
  /** What is written beside a file of rows that were refused. */
  errorsOf(imported: ImportResult): string
  errorBytesOf(imported: ImportResult): Buffer
  /** What is written beside a file of values that were changed or left out. */
  warningsOf(imported: ImportResult): string
  remove(): void
}

export function deskOf(world: World): Desk {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-import-'))
  const as = (who: Who) => ({
    companyId: who === 'stranger' ? world.otherCompany.id : world.company.id,
    userId: world.users[who].id,
  })
  return {
    folder,
    file(name, content) {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    },
    import: (file, options = {}, who = 'owner', monitor = {}) =>
      importFile(
        world.deps,
        as(who),
        file,
        { errors: join(folder, 'errors'), ...options },
        monitor,
      ),
    async undo({ row }, who = 'owner') {
      if (!row) throw new Error('nothing was imported')
      return undoImport(world.deps, row, as(who).userId, () => {})
    },
    errorsOf: ({ row }) => readFileSync(row?.errorsFile ?? '', 'utf8'),
    errorBytesOf: ({ row }) => readFileSync(row?.errorsFile ?? ''),
    warningsOf: ({ row }) => readFileSync(warningsPath(row?.errorsFile ?? ''), 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What became of the rows, without what did not happen. */
export const countsOf = ({ summary }: ImportResult) =>
  Object.fromEntries(Object.entries(summary.counts).filter(([, number]) => number > 0))

/** What was changed or left out: line, heading, what and why. */
export const warningsOf = ({ summary }: ImportResult): string[] =>
  summary.warnings.map(
    ({ line, warnings }) =>
      `${line}: ${warnings.map(({ action, message, ...each }) => formatProblem({ ...each, message: `${action}: ${message}` })).join('; ')}`,
  )

/** The rows that were refused: line, heading, why. */
export const refusedOf = ({ summary }: ImportResult): string[] =>
  summary.refused.map(({ line, problems }) => `${line}: ${problems.map(formatProblem).join('; ')}`)

/** Rows that may duplicate existing people: line, name, and whom they share what with. */
export const duplicatesOf = ({ summary }: ImportResult) =>
  summary.review.possibleDuplicates.map(({ line, title, people }) => [
    line,
    title,
    ...people.map((other) => `${other.title} by ${other.by} ${other.value}`),
  ])

/** Names that were kept or changed: line, from, to, whether it was kept. */
export const namesOf = ({ summary }: ImportResult) =>
  summary.review.names.map(({ line, from, to, kept }) => [line, from, to, kept])
