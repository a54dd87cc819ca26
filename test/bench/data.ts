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

/** A database that is measured on: never changed once it is made, those who write get a copy. */
export interface Data {
  file: string
  companyId: string
  ownerId: string
  /** The secret of its Owner's key. */
  secret: string
  people: number
  deals: number
  tasks: number
  activities: number
}

/** Makes a database of so many people, or takes the one that was made before. */
export async function makeData(
  folder: string,
  people: number,
  say: (text: string) => void,
): Promise<Data> {
  const file = join(folder, `people-${people}.db`)
  const about = `${file}.json`
  if (existsSync(about))
    return bringUp({ ...(JSON.parse(readFileSync(about, 'utf8')) as Data), file })
  mkdirSync(folder, { recursive: true })
  removeDatabase(file)
  say(
    `making a database of ${people} people, about ${Math.ceil(people / 1300)} s; it is kept in ${folder} …`,
  )
  const made = await dealgraph(
    { DATABASE_URL: `sqlite:${file}`, DEMO: 'false' },
    'seed',
    '--people',
    String(people),
    '--json',
  )
  if (made.code !== 0) throw new Error(made.err)
  const data: Data = { ...JSON.parse(made.out), file }
  writeFileSync(about, JSON.stringify(data))
  return bringUp(data)
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

/** Its log is in the file, and the file is of the schema of today. */
async function bringUp(data: Data): Promise<Data> {
  const { code, err } = await dealgraph({ DATABASE_URL: `sqlite:${data.file}` }, 'migrate')
  if (code !== 0) throw new Error(err)
  return data
}

/**
 * On the disk when it returns: what the system still had to write would be written while the first
 * contenders are measured.
 */
export function copyOf({ file }: Data, name: string): string {
  const copy = `${file}-${name}.copy`
  removeDatabase(copy)
  cpSync(file, copy, { mode: constants.COPYFILE_FICLONE })
  const handle = openSync(copy, 'r+')
  fsyncSync(handle)
  closeSync(handle)
  return copy
}

/**
 * Reads files from beginning to end, if the system has room for all of them: what it has forgotten
 * of one since it was made is on the disk, and to fetch it would count against whoever is asked for
 * it first.
 */
export async function readThrough(files: readonly string[]): Promise<void> {
  if (files.reduce((bytes, file) => bytes + statSync(file).size, 0) > totalmem() / 2) return
  for (const file of files)
    for await (const _ of createReadStream(file, { highWaterMark: 2 ** 22 }));
}

/**
 * Some ids of people from all over the company, and the names, phones and addresses that are looked
 * for.
 */
export function sampleOf({ file, companyId }: Data) {
  const db = new Database(file, { readonly: true })
  const people = db
    .prepare<unknown[], { id: string; firstName: string; lastName: string }>(
      'SELECT id, firstName, lastName FROM people WHERE companyId = ? ORDER BY id',
    )
    .all(companyId)
  const every = Math.max(1, Math.floor(people.length / 1000))
  const some = people.filter((_, index) => index % every === 0)
  const one = (table: string) =>
    db
      .prepare<unknown[], { value: string }>(
        `SELECT value FROM ${table} WHERE companyId = ? ORDER BY personId LIMIT 200`,
      )
      .all(companyId)
  const found = {
    ids: some.map(({ id }) => id),
    names: some.slice(0, 200),
    phones: one('personPhones'),
    emails: one('personEmails'),
  }
  db.close()
  return found
}

export type Sample = ReturnType<typeof sampleOf>
