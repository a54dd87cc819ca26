import { type Command, InvalidArgumentError } from 'commander'
import { countOfKind, exchangeKinds, matches, onMatches } from '../exchange/kinds.ts'
import { encodingNames, findEncoding } from '../exchange/reading/encodings.ts'
import { vendorIds } from '../exchange/vendors.ts'
import { parseTimeZone } from '../graphql/schema/scalar-parsers.ts'
import type { ImportRow } from '../resources/imports/operations.ts'
import { OperatorError } from '../store/faults.ts'
import type { ImportOptions } from './import-file.ts'
import {
  companyOption,
  createChoiceParser,
  createScalarParser,
  findUser,
  parseOption,
  repeatable,
} from './options.ts'
import { allImports, importWithId } from './queries.ts'
import { jsonOption, type Output, print, withDeps, withProgress } from './session.ts'

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
  const command = program
    .command('import')
    .description('import people, deals, tasks or activities from a file of another program')
    .argument('[file]', 'a .csv, .tsv, .jsonl or .vcf file; - for standard input')
  addFileOptions(command)
  addRecordOptions(command)
  command
    .option('--errors <file>', 'the file for refused rows (default: beside FILE)')
    .option('--again', 'import a file that has been imported before')
    .option(...jsonOption)
    .addHelpText('after', helpText)
    .action(async (file: string | undefined, options: ImportOptions) => {
      // Imported here, so that other commands start without loading the schema.
      const { importCommand } = await import('./import-file.ts')
      await importCommand(command, file, options)
    })
  addHistory(command)
}

const addFileOptions = (command: Command) =>
  command
    .option('--user <email>', 'the user who imports, with the permissions of that user')
    .option(...companyOption)
    .addOption(
      createChoiceParser(
        '--kind <kind>',
        'kind of record (default: by the headings)',
        exchangeKinds,
      ),
    )
    .addOption(
      createChoiceParser(
        '--from <program>',
        'program of the file (default: by the headings)',
        vendorIds,
      ),
    )
    .option(
      '--source <program>',
      'program of the external ids in the file, such as hubspot (default: as --from)',
      createScalarParser('ExternalSource'),
    )
    .option(
      '--map <heading=field>',
      'import a column as a field; "Heading=" leaves it out, "*=background" keeps all others; repeat for more',
      repeatable(String),
    )
    .addOption(
      createChoiceParser('--dates <order>', 'order of dates (default: by the country)', [
        'mdy',
        'dmy',
      ]),
    )
    .option(
      '--time-zone <zone>',
      'time zone of times without an offset, such as Europe/Berlin',
      (text: string) => parseOption(() => parseTimeZone(text)),
      'UTC',
    )
    .option(
      '--encoding <name>',
      'encoding of text without a declared one, such as koi8-r (default: UTF-8, else guessed)',
      parseEncoding,
    )

const addRecordOptions = (command: Command) =>
  command
    .option('--dry-run', 'report the result without writing anything')
    .addOption(
      createChoiceParser('--match <by>', 'values that match existing people', matches, 'both'),
    )
    .addOption(
      createChoiceParser('--on-match <action>', 'action on matched records', onMatches, 'update'),
    )
    .option(
      '--overwrite-names',
      'rename people matched by email or phone (default: keep and list their names)',
    )
    .option('--clear-empty', 'clear fields whose cells are empty (default: keep them)')
    .option(
      '--assign-to <email>',
      'assignee of records without an assignee in the file, or with an unknown one (default: --user)',
    )
    .option(
      '--stage <name=stage>',
      'import a stage of the file as another stage; repeat for more',
      repeatable(String),
    )
    .option('--create-stages', 'create missing lifecycle stages')
    .option(
      '--pipeline <name>',
      'pipeline of deals without one in the file (default: the first pipeline)',
    )

function addHistory(command: Command): void {
  command
    .command('list')
    .description('list imports with their results, the latest first')
    .option(...jsonOption)
    .addHelpText('after', '\nExamples:\n  npx dealgraph import list')
    .action((_: Output, list: Command) => listImports(list.optsWithGlobals()))
  command
    .command('undo <id>')
    .description(
      'revert an import: remove the records that it created, and restore those that it changed, unless they were changed since',
    )
    .option('--user <email>', 'the user who reverts (default: the user who imported)')
    .option(...jsonOption)
    .addHelpText('after', '\nExamples:\n  npx dealgraph import undo IMPORT_ID')
    .action((id: string, _: Output, undo: Command) => undoImport(id, undo.optsWithGlobals()))
}

function parseEncoding(label: string) {
  const encoding = findEncoding(label)
  if (encoding) return encoding
  throw new InvalidArgumentError(
    `It must be an encoding: ${[...new Set(encodingNames.values())].join(', ')}.`,
  )
}

async function listImports(options: Output): Promise<void> {
  const rows = await withDeps(async (deps) =>
    deps.store.allCompanies.readLatest((db) => db.all(allImports, {})),
  )
  const imports = rows.map(
    ({ digest: _, options: __, errorsBytes: ___, warningsBytes: ____, ...row }) => ({
      ...row,
      state: toState(row),
    }),
  )
  const lines = imports.map(
    ({ id, createdAt, email, file, kind, state, created, updated, refused, warned }) =>
      [
        id,
        createdAt,
        email,
        `${file} (${kind})`,
        `${state}: ${created} created, ${updated} updated, ${refused} refused${warned > 0 ? `, ${warned} with warnings` : ''}`,
      ].join('  '),
  )
  print(options, { imports }, lines.length > 0 ? lines.join('\n') : 'There are no imports.')
}

const toState = ({ undoneAt, finishedAt }: Pick<ImportRow, 'undoneAt' | 'finishedAt'>) =>
  undoneAt ? 'undone' : finishedAt ? 'finished' : 'interrupted'

async function undoImport(id: string, options: Output & { user?: string }): Promise<void> {
  // Imported here, so that other commands start without loading the schema.
  const undoModule = await import('../exchange/importing/undo.ts')
  const { kind, result } = await withDeps(async (deps) => {
    const row = await deps.store.allCompanies.readLatest((db) => db.first(importWithId, { id }))
    if (!row)
      throw new OperatorError(
        `There is no import ${id}; "dealgraph import list" lists the imports.`,
      )
    const userId =
      options.user === undefined
        ? row.userId
        : (await findUser(deps, { user: options.user, company: row.companyId })).id
    const result = await withProgress('records', options, ({ update }) =>
      undoModule.undoImport(deps, row, userId, (doneCount) =>
        update(doneCount, Math.max(doneCount, row.created + row.updated)),
      ),
    )
    return { kind: row.kind, result }
  })
  const { left, leftAlone, removed, restored } = result
  const reasonsText = left.map((record) => `\n  ${record.id} ${record.why}`).join('')
  const moreText = leftAlone > left.length ? `\n  … and ${leftAlone - left.length} more` : ''
  const keptText = leftAlone > 0 ? `, ${leftAlone} not changed:${reasonsText}${moreText}` : '.'
  print(
    options,
    { id, kind, removed, restored, leftAlone, left },
    `Reverted ${id}: ${countOfKind(removed, kind)} removed, ${restored} restored${keptText}`,
  )
}
