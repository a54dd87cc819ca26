import { type Command, InvalidArgumentError, Option } from 'commander'
import { exchangeKinds } from '../exchange/columns.ts'
import { matches, onMatches } from '../exchange/importing/run.ts'
import { encodingNamed, encodingNames } from '../exchange/reading/encodings.ts'
import type { VendorId } from '../exchange/vendors/index.ts'
import { parseTimeZone } from '../graphql/schema/scalar-parsers.ts'
import type { ImportOptions } from './import-file.ts'
import { listImports, undo } from './import-history.ts'
import { parseOption, repeatable, scalarOption } from './options.ts'
import { jsonOption, type Output } from './session.ts'
import { companyOption } from './user-option.ts'

const help = `
The file may be CSV (any separator), JSON Lines or vCard (.vcf) in any encoding; - reads from a pipe. Headings of exports of
Google Contacts, HubSpot, Pipedrive, Salesforce, Outlook and Dealgraph are known; what it holds is told by them. Try it first with --dry-run.
A value that cannot be kept is left out or changed, and listed in FILE.warnings.csv; the record is imported without it. Rows without what is
required are written to FILE.errors.csv with why, to be mended and imported again; the others go on. An import that was interrupted goes on where it stopped when the same command is run again; "import undo" takes one back.
People are matched by the id of the other program first, then by email, then by phone; a phone matches only if the names agree, or if there is
no name or email to contradict it. Otherwise a new person is created and listed as a possible duplicate. --dry-run lists each change.`

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description(
      'import people, deals, tasks or activities from a file that another program has written',
    )
    .argument('[file]', 'a .csv, .tsv, .jsonl or .vcf file; - for standard input')
    .option(
      '--user <email>',
      'as whom: what they may not do is refused, and what they do not see is not matched',
    )
    .option(...companyOption)
    .addOption(
      new Option('--kind <kind>', 'what the file holds (default: told by its headings)').choices(
        exchangeKinds,
      ),
    )
    .addOption(
      new Option(
        '--from <program>',
        'whose headings they are (default: told by the headings)',
      ).choices(programs),
    )
    .option(
      '--source <program>',
      'program of the external ids in the file, such as hubspot (default: as --from)',
      scalarOption('ExternalSource'),
    )
    .option(
      '--map <heading=field>',
      'import a column as a field; "Heading=" leaves it out, "*=background" keeps the rest; repeat it',
      repeatable(String),
    )
    .option('--dry-run', 'say what would happen, and write nothing')
    .addOption(
      new Option('--match <by>', 'by what people are recognised who are there already')
        .choices(matches)
        .default('both'),
    )
    .addOption(
      new Option('--on-match <what>', 'what becomes of records that are there already')
        .choices(onMatches)
        .default('update'),
    )
    .option(
      '--overwrite-names',
      'rename people matched by email or phone; by default they keep their names, which are listed',
    )
    .option('--clear-empty', 'empty cells clear what a record has; else they leave it')
    .option(
      '--assign-to <email>',
      'who gets what the file assigns to nobody, or to somebody unknown (default: --user)',
    )
    .option(
      '--stage <name=here>',
      'a stage of the file under its name here; repeat it',
      repeatable(String),
    )
    .option('--create-stages', 'create lifecycle stages that there are not')
    .option(
      '--pipeline <name>',
      'the pipeline of deals for which the file names none (default: the first)',
    )
    .addOption(
      new Option(
        '--dates <order>',
        'how dates like 5/6/2026 are read (default: as in the country of the company)',
      ).choices(['mdy', 'dmy']),
    )
    .option(
      '--time-zone <zone>',
      'where times without an offset are, such as Europe/Berlin',
      (text: string) => parseOption(() => parseTimeZone(text)),
      'UTC',
    )
    .addOption(
      new Option(
        '--encoding <name>',
        'encoding of text without a declared one, such as koi8-r (default: UTF-8, else guessed)',
      ).argParser(readEncoding),
    )
    .option('--errors <file>', 'where rows that are refused are written (default: beside FILE)')
    .option('--again', 'import a file that has been imported already')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(async (file: string | undefined, options: ImportOptions) => {
      // What reads files and knows all inputs of the API is not loaded for the other commands.
      const { importCommand } = await import('./import-file.ts')
      await importCommand(command, file, options)
    })
  command
    .command('list')
    .description('list imports: when, of what, and what came of them')
    .option(...jsonOption)
    .action((_: Output, list: Command) => listImports(list.optsWithGlobals()))
  command
    .command('undo <id>')
    .description(
      'take an import back: what it created goes, what it changed becomes what it was, unless somebody changed it since',
    )
    .option('--user <email>', 'as whom (default: who imported)')
    .option(...jsonOption)
    .action((id: string, _: Output, own: Command) => undo(id, own.optsWithGlobals()))
}

function readEncoding(label: string) {
  const encoding = encodingNamed(label)
  if (encoding) return encoding
  throw new InvalidArgumentError(
    `It must be an encoding: ${Object.values(encodingNames).join(', ')}.`,
  )
}

const programs: readonly VendorId[] = [
  'dealgraph',
  'google',
  'hubspot',
  'pipedrive',
  'salesforce',
  'outlook',
  'vcard',
  'plain',
]
