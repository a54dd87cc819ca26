import type { Command } from 'commander'
import { environment, readSettings } from '../settings.ts'
import { type Output, print, withStore } from './session.ts'

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the schema of the database up to date')
    .action(async (options: Output) => {
      const migrated = await withStore(
        readSettings(environment()).DATABASE_URL,
        async (store) => store.migrated,
      )
      print(
        options,
        { migrated },
        migrated.length > 0 ? `Ran ${migrated.join(', ')}.` : 'The database was up to date.',
      )
    })
}
