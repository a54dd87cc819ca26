import { type Command, InvalidArgumentError, Option } from 'commander'
import { exchangeKinds, matches, onMatches } from '../exchange/kinds.ts'
import { encodingNames, findEncoding } from '../exchange/reading/encodings.ts'
import { vendorIds } from '../exchange/vendors.ts'
import { parseTimeZone } from '../graphql/schema/scalar-parsers.ts'
import type { ImportOptions } from './import-file.ts'
import { listImports, undoImport } from './import-history.ts'
import { parseOption, repeatable, scalarOption } from './options.ts'
import { jsonOption, type Output } from './session.ts'
import { companyOption } from './user-option.ts'

const help = `
The file can be CSV (any separator), JSON Lines or vCard in any encoding; - reads standard input.
The headings of exports from Google Contacts, HubSpot, Pipedrive, Salesforce, Outlook and Dealgraph
are recognized. Try an import with --dry-run first, which lists each change.
An invalid optional value is changed or left out, and listed in FILE.warnings.csv. A row without a
required value is refused and written to FILE.errors.csv with the reason; correct that file and
import it. To resume an interrupted import, run the same command again; "import undo" reverts one.
People are matched by the external id first, then by email, then by phone; a phone matches only if
the names agree, or if no name or email contradicts it. Otherwise the row creates a person, who is
listed as a possible duplicate.`

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
    .addHelpText('after', help)
    .action(async (file: string | undefined, options: ImportOptions) => {
      // Imported here, so that other commands start without the schema.
      const { importCommand } = await import('./import-file.ts')
      await importCommand(command, file, options)
    })
  addHistory(command)
}

/** Options that say how the file is read. */
const addFileOptions = (command: Command) =>
  command
    .option('--user <email>', 'the user who imports, with the permissions of that user')
    .option(...companyOption)
    .addOption(
      new Option('--kind <kind>', 'kind of record (default: by the headings)').choices(
        exchangeKinds,
      ),
    )
    .addOption(
      new Option(
        '--from <program>',
        'the program that wrote the file (default: by the headings)',
      ).choices(vendorIds),
    )
    .option(
      '--source <program>',
      'program of the external ids in the file, such as hubspot (default: as --from)',
      scalarOption('ExternalSource'),
    )
    .option(
      '--map <heading=field>',
      'import a column as a field; "Heading=" leaves it out, "*=background" keeps all others; repeat for more',
      repeatable(String),
    )
    .addOption(
      new Option(
        '--dates <order>',
        'order of dates such as 5/6/2026 (default: by the country of the company)',
      ).choices(['mdy', 'dmy']),
    )
    .option(
      '--time-zone <zone>',
      'time zone of times without an offset, such as Europe/Berlin',
      (text: string) => parseOption(() => parseTimeZone(text)),
      'UTC',
    )
    .addOption(
      new Option(
        '--encoding <name>',
        'encoding of text without a declared one, such as koi8-r (default: UTF-8, else guessed)',
      ).argParser(parseEncoding),
    )

/** Options that say which records are created and changed, and how. */
const addRecordOptions = (command: Command) =>
  command
    .option('--dry-run', 'report the result without writing anything')
    .addOption(
      new Option('--match <by>', 'values by which existing people are matched')
        .choices(matches)
        .default('both'),
    )
    .addOption(
      new Option('--on-match <action>', 'what to do with matched records')
        .choices(onMatches)
        .default('update'),
    )
    .option(
      '--overwrite-names',
      'rename people matched by email or phone (default: keep and list their names)',
    )
    .option('--clear-empty', 'clear fields whose cells are empty (default: keep them)')
    .option(
      '--assign-to <email>',
      'assignee of records that the file assigns to nobody or to an unknown user (default: --user)',
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
    .action((_: Output, list: Command) => listImports(list.optsWithGlobals()))
  command
    .command('undo <id>')
    .description(
      'revert an import: remove the records that it created, and restore those that it changed, unless they were changed since',
    )
    .option('--user <email>', 'the user who reverts (default: the user who imported)')
    .option(...jsonOption)
    .action((id: string, _: Output, undo: Command) => undoImport(id, undo.optsWithGlobals()))
}

function parseEncoding(label: string) {
  const encoding = findEncoding(label)
  if (encoding) return encoding
  throw new InvalidArgumentError(
    `It must be an encoding: ${[...new Set(encodingNames.values())].join(', ')}.`,
  )
}
