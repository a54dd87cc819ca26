import { existsSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { countOf } from '../lib/plural.ts'
import { isPostgres } from '../store/address.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'
import { checkDatabase, copyDatabase, fileOf } from '../store/sqlite/files.ts'
import { refuseToOverwrite, refuseWithoutFolder, writeDatabaseAtomically } from './atomic-file.ts'
import { loadSettings, type Output, print, progressBar, withStore } from './session.ts'

export function addBackup(program: Command): void {
  program
    .command('backup <file>')
    .description('copy the database into a new file while it is in use, and check the copy')
    .action(backup)
}

async function backup(file: string, options: Output): Promise<void> {
  const { DATABASE_URL } = (await loadSettings()).settings
  if (isPostgres(DATABASE_URL))
    throw new OperatorError(
      `The database is on a PostgreSQL server: back it up with pg_dump, or with "dealgraph copy --from … --to sqlite:FILE".`,
      exitCodes.setting,
    )
  const source = fileOf(DATABASE_URL)
  if (!existsSync(source))
    throw new OperatorError(`There is no database ${source} to copy.`, exitCodes.unusableDatabase)
  refuseWithoutFolder(file, 'backup')
  refuseToOverwrite(file)
  await withStore(DATABASE_URL, () =>
    writeDatabaseAtomically(file, (partial) => copy(source, partial, file, options)),
  )
  const bytes = statSync(file).size
  print(
    options,
    { file, bytes },
    `Copied the database to ${file} (${countOf(bytes, 'byte')}), and found the copy sound.`,
  )
}

async function copy(source: string, partial: string, file: string, output: Output): Promise<void> {
  const bar = await progressBar('pages', output)
  try {
    await copyDatabase(source, partial, bar.update)
  } finally {
    bar.stop()
  }
  checkDatabase(partial, file)
}
