import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Role } from '../../src/access/scopes.ts'
import { formatPublicAddress, isPostgresUrl, OperatorError } from '../../src/store/faults.ts'
import { makeFolder, toFilePath } from '../../src/store/sqlite/files.ts'

/** A demo company API key, stored as plain text so that the server can print it at each start. */
export interface DemoKey {
  role: Role
  name: string
  email: string
  secret: string
  /** The database of the key. Several databases can share one key file. */
  database: string
}

type DatabaseSetting = { DATABASE_URL: string }

const toDatabaseName = ({ DATABASE_URL: url }: DatabaseSetting) =>
  isPostgresUrl(url) ? formatPublicAddress(url) : basename(toFilePath(url))
const toKeyFile = ({ DATABASE_URL: url }: DatabaseSetting) =>
  join(isPostgresUrl(url) ? 'db' : dirname(toFilePath(url)), 'demo-keys.json')

/**
 * Stores the keys in `demo-keys.json`, which only the current user can read. The file is beside the
 * database file, or in `db/` for a PostgreSQL database.
 */
export function storeDemoKeys(setting: DatabaseSetting, keys: Omit<DemoKey, 'database'>[]): void {
  const database = toDatabaseName(setting)
  writeKeys(setting, [...keys.map((key) => ({ ...key, database })), ...readOtherKeys(setting)])
}

/** Removes the demo keys of this database, and deletes the file if it contains no other keys. */
export function removeDemoKeys(setting: DatabaseSetting): void {
  const otherKeys = readOtherKeys(setting)
  if (otherKeys.length > 0) writeKeys(setting, otherKeys)
  else rmSync(toKeyFile(setting), { force: true })
}

const readOtherKeys = (setting: DatabaseSetting) =>
  readAllKeys(setting).filter((key) => key.database !== toDatabaseName(setting))

function writeKeys(setting: DatabaseSetting, keys: DemoKey[]): void {
  const file = toKeyFile(setting)
  const keysJson = JSON.stringify(keys, null, 2)
  try {
    makeFolder(file)
    writeFileSync(file, `${keysJson}\n`, { mode: 0o600 })
    // `mode` has no effect on a file that already exists.
    chmodSync(file, 0o600)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new OperatorError(
      `The demo keys cannot be stored in ${file} (${code}); make the file writable, or set DEMO=false.`,
      'unwritable',
    )
  }
}

/**
 * Returns the demo keys of this database, or an empty list if the key file is missing or invalid.
 */
export const readDemoKeys = (setting: DatabaseSetting): DemoKey[] =>
  readAllKeys(setting).filter((key) => key.database === toDatabaseName(setting))

function readAllKeys(setting: DatabaseSetting): DemoKey[] {
  const file = toKeyFile(setting)
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
