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
import { exitCodes, OperatorError, toOperatorError } from '../faults.ts'
import type { DiskUsage } from '../store.ts'
import { type Connection, connect } from './connection.ts'

/**
 * What SQLite keeps beside a database: the write-ahead log and its index, or, while a backup makes
 * it, a rollback journal.
 */
const sides = ['-wal', '-shm', '-journal']

export function fileOf(url: string): string {
  const match = /^sqlite:(.+)$/.exec(url)
  if (!match?.[1])
    throw new OperatorError(
      `DATABASE_URL must look like sqlite:db/dealgraph.db, but it is "${url.replace(/\/\/.*@/, '//…@')}".`,
      exitCodes.setting,
    )
  return match[1]
}

/**
 * The file that a link leads to, be it there yet or not: SQLite names the log by it, and so two
 * servers by two links would still meet.
 */
export function realFile(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    const isLink =
      (error as NodeJS.ErrnoException).code === 'ENOENT' &&
      lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()
    return isLink ? realFile(resolve(dirname(file), readlinkSync(file))) : file
  }
}

/** What a database takes, and what is left; 0 for a file that is not there. */
export async function spaceOf(file: string): Promise<DiskUsage> {
  const size = (path: string) =>
    stat(path).then(
      (found) => found.size,
      () => 0,
    )
  const disk = await statfs(dirname(file)).catch(() => ({ bavail: 0, bsize: 0 }))
  return {
    fileBytes: await size(file),
    logBytes: await size(`${file}-wal`),
    freeBytes: disk.bavail * disk.bsize,
  }
}

/**
 * Makes the folder for a database, and those above it only if told to: each stands in the one above
 * when it is on the disk.
 */
export function makeFolder(file: string, above = false): void {
  const folder = dirname(file)
  if (existsSync(folder)) return
  if (above) makeFolder(folder, true)
  mkdirSync(folder)
  onDisk(dirname(folder))
}

/** Waits until a file, or what stands in a folder, is on the disk. */
export function onDisk(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** SQLite would throw the log away. @throws OperatorError */
export function refuseLogAlone(file: string): void {
  const log = `${file}-wal`
  if (existsSync(file) || !statSync(log, { throwIfNoEntry: false })?.size) return
  throw new OperatorError(
    `The database ${file} is gone, but its log ${log} is there; put the database back, or move the log away to begin anew.`,
    exitCodes.unusableDatabase,
  )
}

/**
 * @throws OperatorError when a database still needs its log: it was closed, but there was no room
 * to move it over
 */
export function refuseLogLeft(file: string, called: string): void {
  if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size)
    throw new OperatorError(`There is not enough space for ${called}.`)
}

/** Removes a database with what is beside it. */
export function removeFile(file: string): void {
  rmSync(file, { force: true })
  removeSides(file)
}

export function removeDatabase(file: string): void {
  removeFile(file)
  removeFile(`${file}-limits`)
}

/**
 * A log without its database belongs to one that is gone, and would be taken for the next one's.
 */
export const removeSides = (file: string): void => {
  for (const side of sides) rmSync(file + side, { force: true })
}

/**
 * Copies a database while others write to it. The copy is of one snapshot: without it SQLite would
 * begin anew with each change that another makes, and under steady traffic never come to an end.
 */
export async function copyDatabase(
  source: string,
  target: string,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const { raw } = connect(source, { readonly: true })
  try {
    raw.exec('BEGIN; SELECT 1 FROM sqlite_master')
    let pages = 1
    await raw.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        pages = totalPages
        progress(totalPages - remainingPages, totalPages)
        return 1000
      },
    })
    progress(pages, pages)
  } finally {
    raw.close()
  }
}

/** @throws OperatorError when the file is damaged, or is no database of ours */
export function checkDatabase(file: string, called = file): void {
  const unusable = (why: string) =>
    new OperatorError(`${called} ${why}.`, exitCodes.unusableDatabase)
  try {
    const { raw } = connect(file)
    try {
      const verdict = raw.pragma('integrity_check(1)', { simple: true })
      if (verdict !== 'ok')
        throw unusable(`is damaged (${String(verdict).replace(/\s+/g, ' ').slice(0, 200)})`)
      if (!raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'companies'").get())
        throw unusable('is not a database of Dealgraph')
    } finally {
      raw.close()
    }
  } catch (error) {
    throw toOperatorError(error, called)
  }
}

/**
 * Holds a lock that the operating system gives up when the process ends, however it ends.
 * @param timeout milliseconds for which it may be held by whoever only looks whether it is
 * @throws OperatorError when another process has it
 */
export function holdFile(file: string, timeout = 0): Connection {
  try {
    const lock = connect(`${file}-serving`, { timeout, journal: 'delete' })
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (cause) {
    if (!/BUSY|LOCKED/.test(String((cause as { code?: unknown }).code))) throw cause
    throw new OperatorError(
      `Another Dealgraph is already serving ${file}; stop it first, or set DATABASE_URL to another file.`,
      exitCodes.locked,
    )
  }
}

export function isServed(file: string): boolean {
  try {
    checkNotServed(realFile(file))
    return false
  } catch (error) {
    if (error instanceof OperatorError) return true
    throw error
  }
}

/**
 * @throws OperatorError when a server has this file, though it may have been moved away under it
 */
export function checkNotServed(file: string): void {
  if (existsSync(`${file}-serving`)) holdFile(file).raw.close()
}
