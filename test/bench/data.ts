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

/**
 * A benchmark database, which the benchmark changes only by migrations: contenders that write use a
 * copy.
 */
export interface BenchmarkDatabase {
  file: string
  companyId: string
  ownerId: string
  /** The Owner's API key. */
  secret: string
  /** The number of people; the next fields are the numbers of other records. */
  people: number
  deals: number
  tasks: number
  activities: number
}

/** Creates a benchmark database with this number of people, or opens an existing one. */
export async function createBenchmarkDatabase(
  folder: string,
  people: number,
  report: (text: string) => void,
): Promise<BenchmarkDatabase> {
  const file = join(folder, `people-${people}.db`)
  const metadataFile = `${file}.json`
  if (existsSync(metadataFile))
    return migrateDatabase({
      ...(JSON.parse(readFileSync(metadataFile, 'utf8')) as BenchmarkDatabase),
      file,
    })
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
  const database: BenchmarkDatabase = { ...JSON.parse(creation.stdout), file }
  writeFileSync(metadataFile, JSON.stringify(database))
  return migrateDatabase(database)
}

export const removeDatabase = (file: string) => {
  for (const suffix of [
    '',
    '-wal',
    '-shm',
    '-limits',
    '-limits-wal',
    '-limits-shm',
    '-serving',
    '-serving-journal',
  ])
    rmSync(file + suffix, { force: true })
}

/** Applies pending migrations, and checkpoints the write-ahead log into the database file. */
async function migrateDatabase(database: BenchmarkDatabase): Promise<BenchmarkDatabase> {
  const { code, stderr } = await runDealgraph(
    { DATABASE_URL: `sqlite:${database.file}` },
    'migrate',
  )
  if (code !== 0) throw new Error(stderr)
  return database
}

/**
 * Copies the database and syncs the copy, so that pending disk writes do not slow down the first
 * contender.
 */
export function copyDatabase({ file }: BenchmarkDatabase, name: string): string {
  const copyPath = `${file}-${name}.copy`
  removeDatabase(copyPath)
  cpSync(file, copyPath, { mode: constants.COPYFILE_FICLONE })
  const descriptor = openSync(copyPath, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
  return copyPath
}

/**
 * Reads the files into the file system cache if their total size is at most half of the memory, so
 * that no contender has to wait for disk reads.
 */
export async function warmFileCache(files: readonly string[]): Promise<void> {
  if (files.reduce((bytes, file) => bytes + statSync(file).size, 0) > totalmem() / 2) return
  for (const file of files)
    for await (const _ of createReadStream(file, { highWaterMark: 2 ** 22 }));
}

/** Reads a sample of person ids, and of names, phone numbers and emails to search for. */
export function readSample({ file, companyId }: BenchmarkDatabase) {
  const db = new Database(file, { readonly: true })
  const people = db
    .prepare<unknown[], { id: string; firstName: string; lastName: string }>(
      'SELECT id, firstName, lastName FROM people WHERE companyId = ? ORDER BY id',
    )
    .all(companyId)
  const samplingInterval = Math.max(1, Math.floor(people.length / 1000))
  const samplePeople = people.filter((_, index) => index % samplingInterval === 0)
  const readValues = (table: string) =>
    db
      .prepare<unknown[], { value: string }>(
        `SELECT value FROM ${table} WHERE companyId = ? ORDER BY personId LIMIT 200`,
      )
      .all(companyId)
  const sample = {
    ids: samplePeople.map(({ id }) => id),
    names: samplePeople.slice(0, 200),
    phones: readValues('personPhones'),
    emails: readValues('personEmails'),
  }
  db.close()
  return sample
}

export type Sample = ReturnType<typeof readSample>
