import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { isPostgres } from '../store/address.ts'
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
import { skipEvents } from './queries.ts'
import { loadSettings, type Output, print, progressBar, withStore } from './session.ts'

export function addRestore(program: Command): void {
  program
    .command('restore <file>')
    .description('make a backup the database of DATABASE_URL, where there must be none yet')
    .action(restore)
}

/**
 * Numbers of events that are left out: those that were given out after the backup are gone, but
 * readers have them as cursors, and would take the next ones for those that they know.
 */
const lost = 1_000_000

async function restore(file: string, options: Output): Promise<void> {
  const { DATABASE_URL } = (await loadSettings()).settings
  if (isPostgres(DATABASE_URL))
    throw new OperatorError(
      `The database is on a PostgreSQL server: restore it with pg_restore, or with "dealgraph copy --from sqlite:FILE --to …".`,
      exitCodes.setting,
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
    // A copy made by hand may have its newest changes in the log beside it.
    if (existsSync(`${file}-wal`)) await copyFile(`${file}-wal`, `${partial}-wal`, options)
    checkDatabase(partial, file)
    migrated = await withStore(`sqlite:${partial}`, async (store) => {
      await store.everyCompany.write((db) => db.run(skipEvents, { by: lost }))
      return store.migrated
    })
    refuseLogLeft(partial, target)
  })
  const upToDate =
    migrated.length > 0 ? ` Its schema was brought up to date (${migrated.join(', ')}).` : ''
  print(
    options,
    { database: target, migrated },
    `Restored ${file} as ${target}, and found it sound.${upToDate}`,
  )
}

async function copyFile(from: string, to: string, output: Output): Promise<void> {
  const total = statSync(from).size
  const bar = await progressBar('bytes', output)
  let done = 0
  const watched = async function* (parts: AsyncIterable<Buffer>) {
    for await (const part of parts) {
      yield part
      done += part.length
      bar.update(done, total)
    }
  }
  await pipeline(
    createReadStream(from, { highWaterMark: 1_000_000 }),
    watched,
    createWriteStream(to),
  ).finally(bar.stop)
}
