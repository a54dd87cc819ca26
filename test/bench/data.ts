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
import { runDealgraph } from '../support/command.ts'

/** A database for benchmarks, which is never changed: contenders that write use a copy. */
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

/** Creates a database with this number of people, or opens an existing one. */
export async function createData(
  folder: string,
  people: number,
  report: (text: string) => void,
): Promise<Data> {
  const file = join(folder, `people-${people}.db`)
  const metadataFile = `${file}.json`
  if (existsSync(metadataFile))
    return migrateData({ ...(JSON.parse(readFileSync(metadataFile, 'utf8')) as Data), file })
  mkdirSync(folder, { recursive: true })
  removeDatabase(file)
  report(
    `creating a database of ${people} people in ${folder}, about ${Math.ceil(people / 1300)} s …`,
  )
  const creation = await runDealgraph(
    { DATABASE_URL: `sqlite:${file}`, DEMO: 'false' },
    'seed',
    '--people',
    String(people),
    '--json',
  )
  if (creation.code !== 0) throw new Error(creation.stderr)
  const data: Data = { ...JSON.parse(creation.stdout), file }
  writeFileSync(metadataFile, JSON.stringify(data))
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

/** Applies missing migrations, and moves the write-ahead log into the file. */
async function migrateData(data: Data): Promise<Data> {
  const { code, stderr } = await runDealgraph({ DATABASE_URL: `sqlite:${data.file}` }, 'migrate')
  if (code !== 0) throw new Error(stderr)
  return data
}

/**
 * Copies the file and syncs it, so that pending disk writes do not slow down the first contender.
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
 * Reads files completely if they fit into half of the memory. They are then in the file system
 * cache, so that no contender is slowed by disk reads.
 */
export async function warmFileCache(files: readonly string[]): Promise<void> {
  if (files.reduce((bytes, file) => bytes + statSync(file).size, 0) > totalmem() / 2) return
  for (const file of files)
    for await (const _ of createReadStream(file, { highWaterMark: 2 ** 22 }));
}

/** Reads a sample of people's ids, and of names, phone numbers and emails to search for. */
export function readSample({ file, companyId }: Data) {
  const db = new Database(file, { readonly: true })
  const people = db
    .prepare<unknown[], { id: string; firstName: string; lastName: string }>(
      'SELECT id, firstName, lastName FROM people WHERE companyId = ? ORDER BY id',
    )
    .all(companyId)
  const step = Math.max(1, Math.floor(people.length / 1000))
  const sample = people.filter((_, index) => index % step === 0)
  const readColumn = (table: string) =>
    db
      .prepare<unknown[], { value: string }>(
        `SELECT value FROM ${table} WHERE companyId = ? ORDER BY personId LIMIT 200`,
      )
      .all(companyId)
  const sampleData = {
    ids: sample.map(({ id }) => id),
    names: sample.slice(0, 200),
    phones: readColumn('personPhones'),
    emails: readColumn('personEmails'),
  }
  db.close()
  return sampleData
}

export type Sample = ReturnType<typeof readSample>
