/** The command `import`, with its history and `import undo`. */
import { createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Command, InvalidArgumentError } from 'commander'
import type { ImportOptions as FileOptions } from '../exchange/importing/import.ts'
import { countOfKind, exchangeKinds, matches, onMatches, vendorIds } from '../exchange/kinds.ts'
import { encodingNames, findEncoding } from '../exchange/reading/encodings.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'
import { allImports, importWithId } from './queries.ts'
import {
  addOptions,
  companyOption,
  createScalarParser,
  findUser,
  type OptionTable,
  type Output,
  print,
  repeatable,
  type UserOption,
  withDeps,
  withProgress,
} from './session.ts'

type ImportOptions = Output & FileOptions & Partial<UserOption>

const helpText = `
The file can be CSV (any separator), JSON Lines or vCard in any encoding; - reads standard input.
The headings of exports from Google Contacts, HubSpot, Pipedrive, Salesforce, Outlook and Dealgraph
are recognized. Try an import with --dry-run first, which lists each change.
An invalid optional value is changed or left out, and listed in FILE.warnings.csv. A row without a
required value is refused and written to FILE.errors.csv with the reason; correct that file and
import it. To resume an interrupted import, run the same command again; "import undo" reverts one.
People are matched by the external id first, then by email, then by phone; a phone matches only if
the names agree, or if no name or email contradicts it. Otherwise the row creates a person, who is
listed as a possible duplicate.

Examples:
  # report what would change, and the field of each heading
  npx dealgraph import contacts.csv --user ann@acme.example --dry-run
  # import one more column
  npx dealgraph import contacts.csv --user ann@acme.example --map "Organization Name=background"
  # import the file again, but only the people who are missing
  npx dealgraph import contacts.csv --user ann@acme.example --again --on-match skip
  gunzip -c contacts.vcf.gz | npx dealgraph import - --user ann@acme.example --json`

export function addImport(program: Command): void {
  const command: Command = program
    .command('import')
    .description('import people, deals, tasks or activities from a file of another program')
    .argument('[file]', 'a .csv, .tsv, .jsonl or .vcf file; - for standard input')
    .option('--user <email>', 'the user who imports, with the permissions of that user')
    .option(...companyOption)
    .addHelpText('after', helpText)
    .action((file: string | undefined, options: ImportOptions) => {
      if (file === undefined)
        command.error('error: name the file to import, or - for standard input')
      const { user } = options
      if (user === undefined)
        command.error('error: name the user who imports: --user ann@example.com')
      return withReadableFile(file, (path, name) => importPath(path, name, { ...options, user }))
    })
  addOptions(command, importOptions)
  const listCommand = command
    .command('list')
    .description('list imports with their results, the latest first')
    .addHelpText('after', '\nExamples:\n  npx dealgraph import list')
    .action(() => list(listCommand.optsWithGlobals()))
  const undoCommand = command
    .command('undo <id>')
    .description(
      'revert an import: remove the records that it created, and restore those that it changed, unless they were changed since',
    )
    .option('--user <email>', 'the user who reverts (default: the user who imported)')
    .addHelpText('after', '\nExamples:\n  npx dealgraph import undo IMPORT_ID')
    .action((id: string) => undo(id, undoCommand.optsWithGlobals()))
}

const importOptions: OptionTable = {
  '--kind <kind>': ['kind of record (default: by the headings)', exchangeKinds],
  '--from <program>': ['program of the file (default: by the headings)', vendorIds],
  '--source <program>': [
    'program of the external ids in the file, such as hubspot (default: as --from)',
    createScalarParser('ExternalSource'),
  ],
  '--map <heading=field>': [
    'import a column as a field; "Heading=" leaves it out, "*=background" keeps all others; repeat for more',
    repeatable(String),
  ],
  '--dates <order>': ['order of dates (default: by the country)', ['mdy', 'dmy']],
  '--time-zone <zone>': [
    'time zone of times without an offset, such as Europe/Berlin',
    createScalarParser('TimeZone'),
    'UTC',
  ],
  '--encoding <name>': [
    'encoding of text without a declared one, such as koi8-r (default: UTF-8, else guessed)',
    parseEncoding,
  ],
  '--dry-run': 'report the result without writing anything',
  '--match <by>': ['values that match existing people', matches, 'both'],
  '--on-match <action>': ['action on matched records', onMatches, 'update'],
  '--overwrite-names':
    'rename people matched by email or phone (default: keep and list their names)',
  '--clear-empty': 'clear fields whose cells are empty (default: keep them)',
  '--assign-to <email>':
    'assignee of records without an assignee in the file, or with an unknown one (default: --user)',
  '--stage <name=stage>': [
    'import a stage of the file as another stage; repeat for more',
    repeatable(String),
  ],
  '--create-stages': 'create missing lifecycle stages',
  '--pipeline <name>': 'pipeline of deals without one in the file (default: the first pipeline)',
  '--errors <file>': 'the file for refused rows (default: beside FILE)',
  '--again': 'import a file that has been imported before',
}

function parseEncoding(label: string) {
  const encoding = findEncoding(label)
  if (encoding) return encoding
  throw new InvalidArgumentError(
    `It must be an encoding: ${[...new Set(encodingNames.values())].join(', ')}.`,
  )
}

async function importPath(path: string, name: string, options: ImportOptions & UserOption) {
  // Imported here, so that other commands start without loading the schema.
  const [{ importFile }, { printDryRun, printImport }] = await Promise.all([
    import('../exchange/importing/import.ts'),
    import('./import-report.ts'),
  ])
  await withDeps(async (deps) => {
    const { companyId, id: userId } = await findUser(deps, options)
    let isStopped = false
    const stop = () => {
      isStopped = true
    }
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
    const result = await withProgress('rows', options, ({ update: onProgress }) => {
      const monitor = { onProgress, isStopped: () => isStopped }
      return importFile(deps, { companyId, userId }, path, options, monitor, name)
    })
    if (result.row) printImport(options, result, result.row)
    else printDryRun(options, result)
    if (result.row && !result.row.finishedAt) process.exitCode = 1
    else if ((result.row ?? result.summary.counts).refused > 0)
      process.exitCode = exitCodes.rowsRejected
  })
}

async function withReadableFile(file: string, work: (path: string, name: string) => Promise<void>) {
  if (file !== '-') {
    if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`)
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

async function list(options: Output): Promise<void> {
  const rows = await withDeps(async (deps) =>
    deps.store.allCompanies.readLatest((db) => db.all(allImports, {})),
  )
  const imports = rows.map(
    ({ digest: _, options: __, errorsBytes: ___, warningsBytes: ____, ...row }) => ({
      ...row,
      state: row.undoneAt ? 'undone' : row.finishedAt ? 'finished' : 'interrupted',
    }),
  )
  const lines = imports.map(
    ({ id, createdAt, email, file, kind, state, created, updated, refused, warned }) =>
      `${id}  ${createdAt}  ${email}  ${file} (${kind})  ${state}: ${created} created, ${updated} updated, ${refused} refused${warned > 0 ? `, ${warned} with warnings` : ''}`,
  )
  print(options, { imports }, lines.join('\n') || 'There are no imports.')
}

async function undo(id: string, options: Output & { user?: string }): Promise<void> {
  // Imported here, so that other commands start without loading the schema.
  const { undoImport } = await import('../exchange/importing/undo.ts')
  await withDeps(async (deps) => {
    const row = await deps.store.allCompanies.readLatest((db) => db.first(importWithId, { id }))
    if (!row)
      throw new OperatorError(
        `There is no import ${id}; "dealgraph import list" lists the imports.`,
      )
    const { kind, companyId: company } = row
    const { user } = options
    const userId = user === undefined ? row.userId : (await findUser(deps, { user, company })).id
    const result = await withProgress('records', options, ({ update }) =>
      undoImport(deps, row, userId, (doneCount) =>
        update(doneCount, Math.max(doneCount, row.created + row.updated)),
      ),
    )
    const { left, leftAlone, removed, restored } = result
    const reasonsText = left.map((record) => `\n  ${record.id} ${record.why}`).join('')
    const moreText = leftAlone > left.length ? `\n  … and ${leftAlone - left.length} more` : ''
    const keptText = leftAlone > 0 ? `, ${leftAlone} not changed:${reasonsText}${moreText}` : '.'
    print(
      options,
      { id, kind, removed, restored, leftAlone, left },
      `Reverted ${id}: ${countOfKind(removed, kind)} removed, ${restored} restored${keptText}`,
    )
  })
}
