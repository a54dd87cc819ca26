/** The commands `import`, `import list` and `import undo`. */
import { createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Command, InvalidArgumentError } from 'commander'
import type { ImportOptions as FileOptions } from '../exchange/importing/import.ts'
import {
  exchangeKinds,
  formatTotal,
  matchActions,
  matchModes,
  vendorIds,
} from '../exchange/kinds.ts'
import { encodingNames, findEncoding } from '../exchange/reading/encodings.ts'
import { failures, OperatorError } from '../store/faults.ts'
import {
  addOptions,
  companyOption,
  createListParser,
  createScalarParser,
  findUser,
  type OptionTable,
  type Output,
  print,
  type UserOption,
  withDeps,
  withProgress,
} from './command-helpers.ts'
import { importById, latestImports } from './queries.ts'

type ImportOptions = Output & FileOptions & Partial<UserOption>

const helpText = `
FILE can be CSV (with commas, semicolons, tabs or |), JSON Lines or vCard; - reads standard input.
The headings of exports from Google Contacts, HubSpot, Pipedrive, Salesforce, Outlook and Dealgraph
are recognized. Try an import with --dry-run first to list each change.
An invalid optional value is changed or omitted, and listed in FILE.warnings.csv. A row without a
required value is rejected and written to FILE.errors.csv (or .jsonl, .vcf) with the reason; correct
and import that file. To resume an interrupted import, run the same command again. To revert an
import, use "import undo". People are matched by external id first, then by email, then by phone. A
phone matches only if the names agree, or if the row or the existing person has neither name nor
email. Otherwise, the row creates a person, who is listed as a possible duplicate.

Examples:
  # list the changes and the field of each heading, without importing
  npx dealgraph import contacts.csv --user ann@acme.example --dry-run
  # import one more column, as the field "background"
  npx dealgraph import contacts.csv --user ann@acme.example --map "Organization Name=background"
  # import the file again, but only new people
  npx dealgraph import contacts.csv --user ann@acme.example --again --on-match skip
  gunzip -c contacts.vcf.gz | npx dealgraph import - --user ann@acme.example --json`

export function addImport(program: Command): void {
  const command: Command = program
    .command('import')
    .description('import people, deals, tasks or activities from an export of another system')
    .argument('[file]', 'path of a .csv, .tsv, .jsonl or .vcf file; - for standard input')
    .option('--user <email>', 'user who imports; the permissions of the user apply')
    .option(...companyOption)
    .addHelpText('after', helpText)
    .action((file: string | undefined, options: ImportOptions) => {
      if (file === undefined)
        command.error('error: add the path of the file to import, or - for standard input')
      const { user } = options
      if (user === undefined)
        command.error('error: add the user who imports, such as --user ann@example.com')
      return withInputFile(file, (path, name) => importFromPath(path, name, { ...options, user }))
    })
  addOptions(command, importOptions)
  const listCommand = command
    .command('list')
    .description('list the latest 200 imports and their results, newest first')
    .addHelpText('after', '\nExamples:\n  npx dealgraph import list')
    .action(() => listImports(listCommand.optsWithGlobals()))
  const undoCommand = command
    .command('undo <id>')
    .description(
      'revert an import: remove the records that it created and restore those that it updated; records changed since then are kept, but created people are moved to Trash',
    )
    .option('--user <email>', 'user who reverts the import (default: the user who imported)')
    .addHelpText('after', '\nExamples:\n  npx dealgraph import undo IMPORT_ID')
    .action((id: string) => revertImport(id, undoCommand.optsWithGlobals()))
}

const importOptions: OptionTable = {
  '--kind <kind>': ['kind of record (default: detected from the headings)', exchangeKinds],
  '--from <system>': ['system that exported the file (default: detected)', vendorIds],
  '--source <name>': [
    'source of the external ids in the file, such as hubspot (default: same as --from)',
    createScalarParser('ExternalSource'),
  ],
  '--map <heading=field>': [
    'import a column as a field; "Heading=" ignores a column, "*=background" imports all unknown columns; repeatable',
    createListParser(String),
  ],
  '--dates <order>': ["order of month and day (default: by the company's country)", ['mdy', 'dmy']],
  '--time-zone <zone>': [
    'time zone, such as Europe/Berlin, for times without a UTC offset',
    createScalarParser('TimeZone'),
    'UTC',
  ],
  '--encoding <name>': [
    'encoding of text that declares no encoding, such as koi8-r (default: UTF-8 if valid, else detected)',
    parseEncoding,
  ],
  '--dry-run': 'report the result without changing the database',
  '--match <by>': ['values by which rows match existing people', matchModes, 'both'],
  '--on-match <action>': ['action for rows that match an existing record', matchActions, 'update'],
  '--overwrite-names':
    'rename people matched by email or phone (default: keep the existing names and report differences)',
  '--clear-empty': 'clear fields whose cells are empty (default: keep the existing values)',
  '--assign-to <email>':
    'assignee of records whose assignee in the file is missing or unknown (default: --user)',
  '--stage <name=stage>': [
    'import a stage in the file as another stage; repeatable',
    createListParser(String),
  ],
  '--create-stages': 'create lifecycle stages that are only in the file',
  '--pipeline <name>':
    'pipeline of new deals for which the file has no pipeline (default: the first pipeline)',
  '--errors <file>': 'path for rejected rows (default: FILE.errors.csv, .jsonl or .vcf)',
  '--again': 'allow importing a file that has been imported before',
}

function parseEncoding(label: string) {
  const encoding = findEncoding(label)
  if (encoding) return encoding
  throw new InvalidArgumentError(
    `The encoding must be one of ${[...new Set(encodingNames.values())].join(', ')}.`,
  )
}

async function importFromPath(path: string, name: string, options: ImportOptions & UserOption) {
  // Imported here so that other commands start without loading the schema.
  const [{ importFile }, { printDryRun, printImport }] = await Promise.all([
    import('../exchange/importing/import.ts'),
    import('./import-report.ts'),
  ])
  await withDeps(async (deps) => {
    const { companyId, id: userId } = await findUser(deps, options)
    let isStopped = false
    const requestStop = () => {
      isStopped = true
    }
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, requestStop)
    const importResult = await withProgress('rows', options, ({ update: onProgress }) => {
      const monitor = { onProgress, isStopped: () => isStopped }
      return importFile(deps, { companyId, userId }, path, options, monitor, name)
    })
    if (importResult.row) printImport(options, importResult, importResult.row)
    else printDryRun(options, importResult)
    if (importResult.row && !importResult.row.finishedAt) process.exitCode = 1
    else if ((importResult.row ?? importResult.summary.counts).refused > 0)
      process.exitCode = failures.rowsRejected.exitCode
  })
}

async function withInputFile(file: string, work: (path: string, name: string) => Promise<void>) {
  if (file !== '-') {
    if (!existsSync(file)) throw new OperatorError(`The file ${file} does not exist.`)
    if (!statSync(file).isFile()) throw new OperatorError(`${file} is not a regular file.`)
    return work(file, file)
  }
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-import-'))
  try {
    const path = join(folder, 'stdin')
    await pipeline(process.stdin, createWriteStream(path))
    await work(path, 'stdin')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function listImports(options: Output): Promise<void> {
  const importRows = await withDeps(async (deps) =>
    deps.store.allCompanies.readLatest((db) => db.all(latestImports, {})),
  )
  const imports = importRows.map(
    ({ digest: _, options: __, errorsBytes: ___, warningsBytes: ____, ...row }) => ({
      ...row,
      state: row.undoneAt ? 'undone' : row.finishedAt ? 'finished' : 'interrupted',
    }),
  )
  const lines = imports.map(
    ({ id, createdAt, email, file, kind, state, created, updated, refused, warned }) =>
      `${id}  ${createdAt}  ${email}  ${file} (${kind})  ${state}: ${created} created, ${updated} updated, ${refused} rejected${warned > 0 ? `, ${warned} with warnings` : ''}`,
  )
  print(options, { imports }, lines.join('\n') || 'There are no imports yet; import a file first.')
}

async function revertImport(id: string, options: Output & { user?: string }): Promise<void> {
  const { undoImport } = await import('../exchange/importing/undo.ts')
  await withDeps(async (deps) => {
    const row = await deps.store.allCompanies.readLatest((db) => db.first(importById, { id }))
    if (!row)
      throw new OperatorError(
        `There is no import ${id}; "dealgraph import list" lists the latest imports.`,
      )
    const { kind, companyId: company } = row
    const { user } = options
    const userId = user === undefined ? row.userId : (await findUser(deps, { user, company })).id
    const undoResult = await withProgress('records', options, ({ update }) =>
      undoImport(deps, row, userId, (doneCount) =>
        update(doneCount, Math.max(doneCount, row.created + row.updated)),
      ),
    )
    const { skipped, skippedCount, removed, restored } = undoResult
    const reasonsText = skipped.map((record) => `\n  ${record.id} ${record.reason}`).join('')
    const moreCount = skippedCount - skipped.length
    const moreText = moreCount > 0 ? `\n  … and ${moreCount} more` : ''
    const skipText = skippedCount > 0 ? `, ${skippedCount} skipped:${reasonsText}${moreText}` : '.'
    const left = skipped.map((record) => ({ id: record.id, why: record.reason }))
    print(
      options,
      { id, kind, removed, restored, leftAlone: skippedCount, left },
      `Reverted ${id}: ${formatTotal(removed, kind)} removed, ${restored} restored${skipText}`,
    )
  })
}
