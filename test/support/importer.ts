import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ImportMonitor,
  type ImportOptions,
  type ImportResult,
  importFile,
} from '../../src/exchange/importing/import.ts'
import { formatProblem, getWarningsPath } from '../../src/exchange/importing/results.ts'
import { type UndoResult, undoImport } from '../../src/exchange/importing/undo.ts'
import { createDatabaseFolder } from './database-folder.ts'
import type { TestUser, World } from './world.ts'

/** Returns the path of a sample file that was exported from another system. */
export const getSamplePath = (name: string): string => join(import.meta.dirname, '../samples', name)

/** Imports files into a world, and stores the files and reports in a temporary folder. */
export interface Importer {
  folder: string
  file(name: string, content: string | Buffer): string
  /** Imports a file as a user. */
  import(
    file: string,
    options?: ImportOptions,
    user?: TestUser,
    monitor?: ImportMonitor,
  ): Promise<ImportResult>
  undo(result: ImportResult, user?: TestUser): Promise<UndoResult>
  /** Reads the file of rejected rows. */
  readErrors(result: ImportResult): string
  readErrorBytes(result: ImportResult): Buffer
  /** Reads the file of values that were changed or omitted. */
  readWarnings(result: ImportResult): string
  remove(): void
}

export function createImporter(world: World): Importer {
  const folder = createDatabaseFolder('dealgraph-import-')
  const getImportUser = (user: TestUser) => ({
    companyId: user === 'stranger' ? world.otherCompany.id : world.company.id,
    userId: world.users[user].id,
  })
  return {
    folder,
    file(name, content) {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    },
    import: (file, options = {}, user = 'owner', monitor = {}) =>
      importFile(
        world.deps,
        getImportUser(user),
        file,
        { errors: join(folder, 'errors'), ...options },
        monitor,
      ),
    async undo({ row }, user = 'owner') {
      if (!row) throw new Error('nothing was imported')
      return undoImport(world.deps, row, getImportUser(user).userId, () => {})
    },
    readErrors: ({ row }) => readFileSync(row?.errorsFile ?? '', 'utf8'),
    readErrorBytes: ({ row }) => readFileSync(row?.errorsFile ?? ''),
    readWarnings: ({ row }) => readFileSync(getWarningsPath(row?.errorsFile ?? ''), 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Returns the number of rows by result, without results that have no rows. */
export const getRowCounts = ({ summary }: ImportResult) =>
  Object.fromEntries(Object.entries(summary.counts).filter(([, count]) => count > 0))

/** Returns the changed and omitted values: line, heading, action and reason. */
export const listWarnings = ({ summary }: ImportResult): string[] =>
  summary.warnings.map(
    ({ line, warnings }) =>
      `${line}: ${warnings.map(({ action, message, ...problem }) => formatProblem({ ...problem, message: `${action}: ${message}` })).join('; ')}`,
  )

/** Returns the rejected rows: line, heading and reason. */
export const listRejectedRows = ({ summary }: ImportResult): string[] =>
  summary.rejectedRows.map(
    ({ line, problems }) => `${line}: ${problems.map(formatProblem).join('; ')}`,
  )

/** Returns the possible duplicates: line, name, and the people with the same value. */
export const listDuplicates = ({ summary }: ImportResult) =>
  summary.review.possibleDuplicates.map(({ line, title, people }) => [
    line,
    title,
    ...people.map((other) => `${other.title} by ${other.by} ${other.value}`),
  ])

/**
 * Returns the names that differ: line, stored name, name in the file, and whether the stored name
 * was kept.
 */
export const listNameDifferences = ({ summary }: ImportResult) =>
  summary.review.names.map(({ line, from, to, kept }) => [line, from, to, kept])
