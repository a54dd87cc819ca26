import { existsSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { formatCountOf } from '../lib/format-count.ts'
import { isPostgresUrl } from '../store/address.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'
import { checkDatabase, copyDatabase, fileOf } from '../store/sqlite/files.ts'
import { refuseToOverwrite, requireFolder, writeDatabaseAtomically } from './atomic-file.ts'
import { optionError } from './options.ts'
import { loadSettings, type Output, print, withProgress, withStore } from './session.ts'

export function addBackup(program: Command): void {
  program
    .command('backup <file>')
    .description('copy the database to a new file, also while it is in use, and verify the copy')
    .action(backUp)
}

async function backUp(file: string, options: Output): Promise<void> {
  const { DATABASE_URL } = (await loadSettings()).settings
  if (isPostgresUrl(DATABASE_URL))
    throw optionError(
      'The database is on a PostgreSQL server: use pg_dump, or "dealgraph copy --from … --to sqlite:FILE".',
    )
  const source = fileOf(DATABASE_URL)
  if (!existsSync(source))
    throw new OperatorError(`There is no database ${source} to copy.`, exitCodes.unusableDatabase)
  requireFolder(file, 'backup')
  refuseToOverwrite(file)
  await withStore(DATABASE_URL, () =>
    writeDatabaseAtomically(file, async (partial) => {
      await withProgress('pages', options, ({ update }) => copyDatabase(source, partial, update))
      checkDatabase(partial, file)
    }),
  )
  const bytes = statSync(file).size
  print(
    options,
    { file, bytes },
    `Copied the database to ${file} (${formatCountOf(bytes, 'byte')}) and verified the copy.`,
  )
}
