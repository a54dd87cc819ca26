/** The files of a SQLite database: their names, copies and checks, and the server's lock. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { OperatorError, toOperatorError } from '../faults.ts'
import type { DiskUsage } from '../store.ts'
import { type Connection, connect } from './connection.ts'

/** Suffixes of files beside a database: the log and its index, or a backup's rollback journal. */
const sideFileSuffixes = ['-wal', '-shm', '-journal']

/** Returns the path in a `sqlite:` URL. @throws OperatorError if the URL has another form */
export function toFilePath(url: string): string {
  const match = /^sqlite:(.+)$/.exec(url)
  if (!match?.[1])
    throw new OperatorError(
      `DATABASE_URL must look like sqlite:db/dealgraph.db, but it is "${url.replace(/\/\/.*@/, '//…@')}".`,
      'setting',
    )
  return match[1]
}

/**
 * Returns the target of symbolic links, even if it does not exist. The target's path determines the
 * names of the write-ahead log and of the lock, so that all links to a database share both files.
 */
export function resolveFile(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    const isLink =
      (error as NodeJS.ErrnoException).code === 'ENOENT' &&
      lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()
    return isLink ? resolveFile(resolve(dirname(file), readlinkSync(file))) : file
  }
}

export async function readDiskUsage(file: string): Promise<DiskUsage> {
  const readSize = async (path: string) => (await stat(path).catch(() => undefined))?.size ?? 0
  const disk = await statfs(dirname(file)).catch(() => ({ bavail: 0, bsize: 0 }))
  return {
    fileBytes: await readSize(file),
    logBytes: await readSize(`${file}-wal`),
    freeBytes: disk.bavail * disk.bsize,
  }
}

/** Creates a database's folder and, with `isRecursive`, its parents; syncs each to disk. */
export function makeFolder(file: string, isRecursive = false): void {
  const folder = dirname(file)
  if (existsSync(folder)) return
  if (isRecursive) makeFolder(folder, true)
  mkdirSync(folder)
  syncPath(dirname(folder))
}

/** Flushes a file's content, or a folder's entries, to disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** @throws OperatorError if there is a log without a database, since SQLite would delete the log */
export function rejectOrphanedLog(file: string): void {
  const log = `${file}-wal`
  if (existsSync(file) || !statSync(log, { throwIfNoEntry: false })?.size) return
  throw new OperatorError(
    `The database ${file} is missing, but its log ${log} exists; restore the database file, or move the log away to start with an empty database.`,
    'unusableDatabase',
  )
}

/** @throws OperatorError if a closed database still has a log because the disk was full */
export function rejectRemainingLog(file: string, name: string): void {
  if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size)
    throw new OperatorError(`There is not enough disk space for ${name}; free some space first.`)
}

export function removeFile(file: string): void {
  rmSync(file, { force: true })
  removeSideFiles(file)
}

export function removeDatabase(file: string): void {
  removeFile(file)
  removeFile(`${file}-limits`)
}

/** Removes side files, since SQLite would apply a remaining log to a new database of this name. */
export const removeSideFiles = (file: string): void => {
  for (const suffix of sideFileSuffixes) rmSync(file + suffix, { force: true })
}

/**
 * Copies a snapshot of a database that is in use. Without a snapshot, SQLite would restart the copy
 * after each commit, and never finish under steady traffic.
 */
export async function copyDatabase(
  source: string,
  target: string,
  onProgress: (copiedPages: number, totalPages: number) => void,
): Promise<void> {
  const { raw } = connect(source, { isQueryOnly: true })
  try {
    raw.exec('BEGIN; SELECT 1 FROM sqlite_master')
    let totalPageCount = 1
    await raw.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        totalPageCount = totalPages
        onProgress(totalPages - remainingPages, totalPages)
        return 1000
      },
    })
    onProgress(totalPageCount, totalPageCount)
  } finally {
    raw.close()
  }
}

/** @throws OperatorError if the file is damaged or is not a Dealgraph database */
export function checkDatabase(file: string, name = file): void {
  const createError = (problem: string) =>
    new OperatorError(`${name} ${problem}.`, 'unusableDatabase')
  try {
    const { raw } = connect(file)
    try {
      const verdict = raw.pragma('integrity_check(1)', { simple: true })
      if (verdict !== 'ok')
        throw createError(`is damaged (${String(verdict).replace(/\s+/g, ' ').slice(0, 200)})`)
      if (!raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'companies'").get())
        throw createError('is not a Dealgraph database')
    } finally {
      raw.close()
    }
  } catch (error) {
    throw toOperatorError(error, name)
  }
}

/**
 * Acquires the serving process's lock, which the operating system releases when the process exits.
 * @param timeoutMs maximum wait while another process checks whether a server is using the file
 * @throws OperatorError if another process holds the lock
 */
export function lockForServing(file: string, timeoutMs = 0): Connection {
  try {
    const lock = connect(`${file}-serving`, { timeoutMs, journalMode: 'delete' })
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (cause) {
    if (!/BUSY|LOCKED/.test(String((cause as { code?: unknown }).code))) throw cause
    throw new OperatorError(
      `Another Dealgraph server is already serving ${file}; stop it first, or set DATABASE_URL to another file.`,
      'locked',
    )
  }
}

export function isServed(file: string): boolean {
  try {
    rejectServedFile(resolveFile(file))
    return false
  } catch (error) {
    if (error instanceof OperatorError) return true
    throw error
  }
}

/** @throws OperatorError if a server opened this path, even if the file was moved afterward */
export function rejectServedFile(file: string): void {
  if (existsSync(`${file}-serving`)) lockForServing(file).raw.close()
}
