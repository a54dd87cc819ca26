import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes that must be free in memory before test databases are stored there. */
const minFreeBytes = 4 * 1024 ** 3

function hasFreeSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= minFreeBytes
  } catch {
    return false
  }
}

/** Test databases are in memory where it has room: creating one on disk takes ten times as long. */
const parentFolder = hasFreeSpace('/dev/shm') ? '/dev/shm' : tmpdir()

/** Creates a folder for databases; its name begins with the prefix. */
export const createDatabaseFolder = (prefix = 'dealgraph-'): string =>
  mkdtempSync(join(parentFolder, prefix))
