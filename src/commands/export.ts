import { Argument, type Command, Option } from 'commander'
import { type ExchangeKind, exchangeKinds, formats } from '../exchange/columns.ts'
import { companyOption } from './user-option.ts'

export function addExport(program: Command): void {
  program
    .command('export')
    .description(
      'write people, deals, tasks or activities as CSV, JSON Lines or vCard: those that a user sees, oldest first',
    )
    .addArgument(new Argument('<what>', 'which records').choices(exchangeKinds))
    .requiredOption('--user <email>', 'whose sight it is: an Owner or Admin sees everything')
    .option(...companyOption)
    .addOption(
      new Option(
        '--format <format>',
        'how they are written; vcard is for people (default: as the name of the file ends, else csv)',
      ).choices(formats),
    )
    .option('--output <file>', 'a new file to write to; without it, standard output')
    .option('--force', 'replace the file if it is there')
    .option(
      '--where <json>',
      'which of them, as in the API: the filter of the list in GraphQL, as JSON',
    )
    .option('--include-trash', 'people in Trash too')
    // The resources are loaded when it is imported, for which no other command should wait.
    .action(async (what: ExchangeKind, options) =>
      (await import('./exporting.ts')).exportRecords(what, options),
    )
}
