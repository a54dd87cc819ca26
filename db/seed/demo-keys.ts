import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Role } from '../../src/access/scopes.ts'
import {
  exitCodes,
  isPostgresUrl,
  OperatorError,
  withoutCredentials,
} from '../../src/store/faults.ts'
import { fileInUrl, makeFolder } from '../../src/store/sqlite/files.ts'

/** A key of the demo company, kept in the open so that it can be shown at every start. */
export interface DemoKey {
  role: Role
  name: string
  email: string
  secret: string
  /** Several databases of one folder share the file; all those on servers share one. */
  database: string
}

type Place = { DATABASE_URL: string }

/** On a server, where it can be reached without saying as whom. */
const databaseOf = ({ DATABASE_URL: url }: Place) =>
  isPostgresUrl(url) ? withoutCredentials(url) : basename(fileInUrl(url))
const fileFor = ({ DATABASE_URL: url }: Place) =>
  join(isPostgresUrl(url) ? 'db' : dirname(fileInUrl(url)), 'demo-keys.json')

/**
 * Keeps the keys in `demo-keys.json` beside the database, or in `db/` for one on a server; readable
 * to nobody else.
 */
export function keepDemoKeys(place: Place, keys: Omit<DemoKey, 'database'>[]): void {
  const database = databaseOf(place)
  writeKeys(place, [...keys.map((key) => ({ ...key, database })), ...keysOfOthers(place)])
}

/** Removes the keys of this database's demo company, and the file once it is empty. */
export function dropDemoKeys(place: Place): void {
  const others = keysOfOthers(place)
  if (others.length > 0) writeKeys(place, others)
  else rmSync(fileFor(place), { force: true })
}

const keysOfOthers = (place: Place) =>
  allKeys(place).filter((key) => key.database !== databaseOf(place))

function writeKeys(place: Place, keys: DemoKey[]): void {
  const file = fileFor(place)
  const text = JSON.stringify(keys, null, 2)
  try {
    makeFolder(file)
    writeFileSync(file, `${text}\n`, { mode: 0o600 })
    // A file that was there before has kept its mode.
    chmodSync(file, 0o600)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new OperatorError(
      `The keys of the demo company cannot be kept in ${file} (${code}); make it writable, or set DEMO=false.`,
      exitCodes.unwritable,
    )
  }
}

/** The keys of this database's demo company; none where there is no file, or no sense in it. */
export const readDemoKeys = (place: Place): DemoKey[] =>
  allKeys(place).filter((key) => key.database === databaseOf(place))

function allKeys(place: Place): DemoKey[] {
  const file = fileFor(place)
  if (!existsSync(file)) return []
  try {
    const keys: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(keys)
      ? keys.filter(
          (key): key is DemoKey => typeof key?.secret === 'string' && typeof key?.role === 'string',
        )
      : []
  } catch {
    return []
  }
}
