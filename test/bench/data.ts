import {
  closeSync,
  constants,
  cpSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { dealgraph } from '../support/command.ts'

/** A database for measurements, which is never changed: contenders that write get a copy. */
export interface Data {
  file: string
  companyId: string
  ownerId: string
  /** The secret of the Owner's API key. */
  secret: string
  people: number
  deals: number
  tasks: number
  activities: number
}

/** Creates a database with this number of people, or opens the existing one. */
export async function makeData(
  folder: string,
  people: number,
  say: (text: string) => void,
): Promise<Data> {
  const file = join(folder, `people-${people}.db`)
  const about = `${file}.json`
  if (existsSync(about))
    return migrateData({ ...(JSON.parse(readFileSync(about, 'utf8')) as Data), file })
  mkdirSync(folder, { recursive: true })
  removeDatabase(file)
  say(`creating a database of ${people} people in ${folder}, about ${Math.ceil(people / 1300)} s …`)
  const created = await dealgraph(
    { DATABASE_URL: `sqlite:${file}`, DEMO: 'false' },
    'seed',
    '--people',
    String(people),
    '--json',
  )
  if (created.code !== 0) throw new Error(created.err)
  const data: Data = { ...JSON.parse(created.out), file }
  writeFileSync(about, JSON.stringify(data))
  return migrateData(data)
}

export const removeDatabase = (file: string) => {
  for (const end of [
    '',
    '-wal',
    '-shm',
    '-limits',
    '-limits-wal',
    '-limits-shm',
    '-serving',
    '-serving-journal',
  ])
    rmSync(file + end, { force: true })
}

/** Applies missing migrations, and merges the write-ahead log into the file. */
async function migrateData(data: Data): Promise<Data> {
  const { code, err } = await dealgraph({ DATABASE_URL: `sqlite:${data.file}` }, 'migrate')
  if (code !== 0) throw new Error(err)
  return data
}

/**
 * Copies the file and syncs it, so that pending disk writes do not slow down the first contenders.
 */
export function copyData({ file }: Data, name: string): string {
  const copy = `${file}-${name}.copy`
  removeDatabase(copy)
  cpSync(file, copy, { mode: constants.COPYFILE_FICLONE })
  const handle = openSync(copy, 'r+')
  fsyncSync(handle)
  closeSync(handle)
  return copy
}

/**
 * Reads files completely, if they fit into half of the memory, so that they are in the file system
 * cache and no contender pays for reading them from the disk.
 */
export async function warmFileCache(files: readonly string[]): Promise<void> {
  if (files.reduce((bytes, file) => bytes + statSync(file).size, 0) > totalmem() / 2) return
  for (const file of files)
    for await (const _ of createReadStream(file, { highWaterMark: 2 ** 22 }));
}

/** A sample of ids of people, and of names, phones and emails to search for. */
export function readSample({ file, companyId }: Data) {
  const db = new Database(file, { readonly: true })
  const people = db
    .prepare<unknown[], { id: string; firstName: string; lastName: string }>(
      'SELECT id, firstName, lastName FROM people WHERE companyId = ? ORDER BY id',
    )
    .all(companyId)
  const step = Math.max(1, Math.floor(people.length / 1000))
  const sample = people.filter((_, index) => index % step === 0)
  const one = (table: string) =>
    db
      .prepare<unknown[], { value: string }>(
        `SELECT value FROM ${table} WHERE companyId = ? ORDER BY personId LIMIT 200`,
      )
      .all(companyId)
  const found = {
    ids: sample.map(({ id }) => id),
    names: sample.slice(0, 200),
    phones: one('personPhones'),
    emails: one('personEmails'),
  }
  db.close()
  return found
}

export type Sample = ReturnType<typeof readSample>
