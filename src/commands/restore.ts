import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { isPostgresUrl } from '../store/address.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'
import {
  checkDatabase,
  checkNotServed,
  fileOf,
  makeFolder,
  realFile,
  refuseLogLeft,
} from '../store/sqlite/files.ts'
import { refuseToOverwrite, writeDatabaseAtomically } from './atomic-file.ts'
import { optionError } from './options.ts'
import { skipEvents } from './queries.ts'
import { loadSettings, type Output, print, withProgress, withStore } from './session.ts'

export function addRestore(program: Command): void {
  program
    .command('restore <file>')
    .description('copy a backup to the database of DATABASE_URL, which must not exist yet')
    .action(restore)
}

/**
 * Event numbers that are left out: clients may hold cursors of events that were recorded after the
 * backup, and would skip new events with the same numbers.
 */
const skippedEvents = 1_000_000

async function restore(file: string, options: Output): Promise<void> {
  const { DATABASE_URL } = (await loadSettings()).settings
  if (isPostgresUrl(DATABASE_URL))
    throw optionError(
      'The database is on a PostgreSQL server: use pg_restore, or "dealgraph copy --from sqlite:FILE --to …".',
    )
  const target = realFile(fileOf(DATABASE_URL))
  if (!existsSync(file) || !statSync(file).isFile())
    throw new OperatorError(`There is no backup ${file}.`, exitCodes.unusableDatabase)
  refuseToOverwrite(target)
  checkNotServed(target)
  makeFolder(target, true)
  let migrated: string[] = []
  await writeDatabaseAtomically(target, async (partial) => {
    await copyFile(file, partial, options)
    // The newest changes of a file copied by hand may be in the log beside it.
    if (existsSync(`${file}-wal`)) await copyFile(`${file}-wal`, `${partial}-wal`, options)
    checkDatabase(partial, file)
    migrated = await withStore(`sqlite:${partial}`, async (store) => {
      await store.allCompanies.write((db) => db.run(skipEvents, { by: skippedEvents }))
      return store.migrated
    })
    refuseLogLeft(partial, target)
  })
  const migrations = migrated.length > 0 ? ` Migrated its schema (${migrated.join(', ')}).` : ''
  print(
    options,
    { database: target, migrated },
    `Restored ${file} to ${target} and verified it.${migrations}`,
  )
}

const copyFile = (from: string, to: string, output: Output): Promise<void> =>
  withProgress('bytes', output, ({ update }) => {
    const total = statSync(from).size
    let done = 0
    const reportBytes = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        yield chunk
        done += chunk.length
        update(done, total)
      }
    }
    const source = createReadStream(from, { highWaterMark: 1_000_000 })
    return pipeline(source, reportBytes, createWriteStream(to))
  })
