/** The commands `migrate`, `backup` and `restore`, which migrate or copy the whole database. */
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { restoreSequenceSkip } from '../events/record-event.ts'
import { formatCountOf } from '../lib/text.ts'
import { isPostgresUrl, OperatorError } from '../store/faults.ts'
import {
  checkDatabase,
  copyDatabase,
  makeFolder,
  rejectRemainingLog,
  rejectServedFile,
  resolveFile,
  toFilePath,
} from '../store/sqlite/files.ts'
import { assertCanWrite, requireFolder, writeDatabaseAtomically } from './atomic-file.ts'
import {
  createOptionError,
  loadSettings,
  type Output,
  print,
  withProgress,
  withStore,
} from './command-helpers.ts'
import { eventSequenceSkip } from './queries.ts'

const migrateExamples = `
Examples:
  npx dealgraph migrate                            # before starting servers of a new version
  DATABASE_URL=sqlite:other.db npx dealgraph migrate`

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('migrate the database to the schema of this version')
    .addHelpText('after', migrateExamples)
    .action(async (options: Output) => {
      const { settings } = await loadSettings()
      const migrated = await withStore(settings.DATABASE_URL, async (store) => store.newMigrations)
      print(options, { migrated }, formatMigrations(migrated) || 'The database is up to date.')
    })
}

const formatMigrations = (ids: readonly string[]): string =>
  ids.length > 0 ? `Ran migrations: ${ids.join(', ')}.` : ''

const backupExamples = `
Examples:
  npx dealgraph backup backup.db                   # works while the server is running
  npx dealgraph backup "backup-$(date +%F).db" --json`

export function addBackup(program: Command): void {
  program
    .command('backup <file>')
    .description('copy the database, even while a server is running, and verify the copy')
    .addHelpText('after', backupExamples)
    .action(backUp)
}

async function backUp(file: string, options: Output): Promise<void> {
  const url = await loadFileUrl('pg_dump, or "dealgraph copy --from … --to sqlite:FILE"')
  const source = toFilePath(url)
  if (!existsSync(source))
    throw new OperatorError(`No database at ${source}; check DATABASE_URL.`, 'unusableDatabase')
  requireFolder(file, 'backup')
  assertCanWrite(file)
  await withStore(url, () =>
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

/** Returns a SQLite `DATABASE_URL`. @throws OperatorError naming the alternative for PostgreSQL */
async function loadFileUrl(alternative: string): Promise<string> {
  const { DATABASE_URL } = (await loadSettings()).settings
  if (!isPostgresUrl(DATABASE_URL)) return DATABASE_URL
  throw createOptionError(`This command supports only SQLite; for PostgreSQL, use ${alternative}.`)
}

const restoreExamples = `
Examples:
  DATABASE_URL=sqlite:restored.db npx dealgraph restore backup.db`

export function addRestore(program: Command): void {
  program
    .command('restore <file>')
    .description('restore a backup to the file in DATABASE_URL, which must not exist yet')
    .addHelpText('after', restoreExamples)
    .action(restore)
}

async function restore(file: string, options: Output): Promise<void> {
  const url = await loadFileUrl('pg_restore, or "dealgraph copy --from sqlite:FILE --to …"')
  const target = resolveFile(toFilePath(url))
  if (!existsSync(file) || !statSync(file).isFile())
    throw new OperatorError(`The backup ${file} does not exist.`, 'unusableDatabase')
  assertCanWrite(target)
  rejectServedFile(target)
  makeFolder(target, true)
  let migrationIds: string[] = []
  await writeDatabaseAtomically(target, async (partial) => {
    await copyFile(file, partial, options)
    // A backup that was copied with `cp` may have its newest changes in its write-ahead log.
    if (existsSync(`${file}-wal`)) await copyFile(`${file}-wal`, `${partial}-wal`, options)
    checkDatabase(partial, file)
    migrationIds = await withStore(`sqlite:${partial}`, async (store) => {
      await store.allCompanies.write((db) => db.run(eventSequenceSkip, { by: restoreSequenceSkip }))
      return store.newMigrations
    })
    rejectRemainingLog(partial, target)
  })
  const message = `Restored ${file} to ${target} and verified the database. ${formatMigrations(migrationIds)}`
  print(options, { database: target, migrated: migrationIds }, message.trimEnd())
}

const copyFile = (from: string, to: string, output: Output): Promise<void> =>
  withProgress('bytes', output, ({ update }) => {
    const totalBytes = statSync(from).size
    let copiedBytes = 0
    const reportBytes = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        yield chunk
        copiedBytes += chunk.length
        update(copiedBytes, totalBytes)
      }
    }
    const source = createReadStream(from, { highWaterMark: 1_000_000 })
    return pipeline(source, reportBytes, createWriteStream(to))
  })
