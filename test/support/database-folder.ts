import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The free space that `/dev/shm` must have to store the test databases. */
const minFreeBytes = 4 * 1024 ** 3

function hasFreeSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= minFreeBytes
  } catch {
    return false
  }
}

/**
 * The parent folder of test databases. The folder is in memory if there is enough space, because
 * creating a database on disk takes ten times as long.
 */
const parentFolder = hasFreeSpace('/dev/shm') ? '/dev/shm' : tmpdir()

export const createDatabaseFolder = (prefix = 'dealgraph-'): string =>
  mkdtempSync(join(parentFolder, prefix))
