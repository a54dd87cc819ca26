import type { Command } from 'commander'
import { loadSettings, type Output, print, withStore } from './session.ts'

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('migrate the database to the schema of this version')
    .action(async (options: Output) => {
      const { settings } = await loadSettings()
      const migrated = await withStore(settings.DATABASE_URL, async (store) => store.migrated)
      print(
        options,
        { migrated },
        migrated.length > 0 ? `Ran ${migrated.join(', ')}.` : 'The database was up to date.',
      )
    })
}
