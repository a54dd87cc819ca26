/** The command `export`, which writes records to a file or to standard output. */
import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Argument, type Command } from 'commander'
import type { Viewer } from '../access/scopes.ts'
import { loadViewerOfUser } from '../access/viewers.ts'
import type { Deps } from '../context.ts'
import type { Exporter } from '../exchange/export.ts'
import { createWriter, findFormat } from '../exchange/formats.ts'
import { exportKinds, type Format, formats } from '../exchange/kinds.ts'
import { formatCountOf } from '../lib/text.ts'
import { OperatorError } from '../store/faults.ts'
import { assertCanWrite, requireFolder, writeAtomically } from './atomic-file.ts'
import {
  addOptions,
  companyOption,
  createOptionError,
  findUser,
  type Output,
  print,
  type UserOption,
  withDeps,
  withProgress,
} from './command-helpers.ts'

interface Options extends Output, UserOption {
  format?: Format
  output?: string
  force?: boolean
  where?: string
  includeTrash?: boolean
}

const examples = `
Examples:
  npx dealgraph export people --user ann@acme.example --output people.csv
  npx dealgraph export people --user ann@acme.example --output people.vcf
  # the 20 oldest open deals
  npx dealgraph export deals --user ann@acme.example --format jsonl \\
    --where '{"status": {"eq": "open"}}' | head -n 20
  npx dealgraph export activities --user ann@acme.example | gzip > activities.csv.gz`

export function addExport(program: Command): void {
  const command = program
    .command('export')
    .description(
      'export the records that a user can view, oldest first, as CSV, JSON Lines or vCard',
    )
    .addArgument(new Argument('<kind>', 'kind of record').choices(exportKinds))
    .requiredOption(
      '--user <email>',
      'user whose visible records are exported; an Owner or Admin can view all records',
    )
    .option(...companyOption)
    .addHelpText('after', examples)
    .action(exportRecords)
  addOptions(command, {
    '--format <format>': [
      'file format; vcard only for people (default: by the extension of --output, else csv)',
      formats,
    ],
    '--output <file>': 'path of a new file (default: standard output)',
    '--force': 'overwrite an existing file',
    '--where <json>': 'filter as JSON, like the argument `where` in GraphQL',
    '--include-trash': 'include people in Trash',
  })
}

async function exportRecords(kind: string, options: Options): Promise<void> {
  const { output: file, where, includeTrash = false, force = false } = options
  const format = chooseFormat(kind, options)
  checkOptions(kind, options)
  // Imported here so that other commands start without loading the schema.
  const { createExporter, parseWhere } = await import('../exchange/export.ts')
  const { getExportSource } = await import('../filtering/exports.ts')
  const filter = where === undefined ? null : parseWhere(kind, where)
  await withDeps(async (deps) => {
    const viewer = await loadViewer(deps, options)
    const exporter = createExporter(deps, viewer, kind, { where: filter, includeTrash })
    const job = { exporter, kind, format, options }
    if (file === undefined) return writeToStdout(job)
    let recordCount = 0
    const writeFile = async (partialFile: string) => {
      const handle = await open(partialFile, 'wx')
      try {
        recordCount = await writeRecords(job, (text) => handle.appendFile(text))
      } finally {
        await handle.close()
      }
    }
    await writeAtomically(file, writeFile, { force })
    const bytes = statSync(file).size
    print(
      options,
      { kind, format, file, records: recordCount, bytes },
      `Exported ${formatCountOf(recordCount, getExportSource(kind).type.toLowerCase(), kind)} to ${file} (${formatCountOf(bytes, 'byte')}).`,
    )
  })
}

type Job = { exporter: Exporter; kind: string; format: Format; options: Options }

type Write = (text: string) => Promise<void>

const writeRecords = ({ exporter, kind, format, options }: Job, write: Write): Promise<number> =>
  withProgress(
    kind,
    options,
    async ({ isVisible, update }) => {
      const writer = createWriter(format, await exporter.listColumns())
      const total = isVisible ? await exporter.countRecords() : undefined
      let recordCount = 0
      await write(writer.head)
      for await (const records of exporter.readRecords()) {
        await write(writer.format(records))
        recordCount += records.length
        update(recordCount, total)
      }
      return recordCount
    },
    options.output === undefined && process.stdout.isTTY,
  )

/** Thrown if the process that reads standard output, such as `head`, has closed the pipe. */
class BrokenPipeError extends Error {}

async function writeToStdout(job: Job): Promise<void> {
  const writeText: Write = (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => (error ? reject(explainStdoutError(error)) : resolve()))
    })
  await writeRecords(job, writeText).catch((error: unknown) => {
    if (!(error instanceof BrokenPipeError)) throw error
  })
}

const explainStdoutError = ({ code }: NodeJS.ErrnoException): Error =>
  code === 'EPIPE'
    ? new BrokenPipeError()
    : new OperatorError(`Writing to standard output failed (${code}).`)

function chooseFormat(kind: string, { format, output }: Options): Format {
  const chosenFormat = format ?? findFormat(output ?? '') ?? 'csv'
  if (chosenFormat === 'vcard' && kind !== 'people')
    throw createOptionError(`vCard supports only people; use --format csv or jsonl for ${kind}.`)
  return chosenFormat
}

function checkOptions(kind: string, { output, force, json, includeTrash }: Options): void {
  if (output === undefined && json)
    throw createOptionError(
      '--json prints a summary and requires --output FILE. To write the records as JSON, use --format jsonl.',
    )
  if (output !== undefined) {
    requireFolder(output, 'export')
    assertCanWrite(output, force ?? false)
  }
  if (includeTrash && kind !== 'people')
    throw createOptionError(`--include-trash supports only people; ${kind} have no Trash.`)
}

async function loadViewer(deps: Deps, options: UserOption): Promise<Viewer> {
  const { id: userId, companyId, email } = await findUser(deps, options)
  const viewer = await deps.store
    .forCompany(companyId)
    .readLatest((db) => loadViewerOfUser(db, { companyId, userId, scopes: null }))
  if (!viewer) throw new OperatorError(`The user ${email} is suspended; choose another user.`)
  return viewer
}
