import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabaseFolder } from './database-folder.ts'

/** A temporary folder for a test. */
export interface Folder {
  path: string
  /**
   * Returns the environment variables of a server whose database has this name and is in the
   * folder.
   */
  env(name?: string): { DATABASE_URL: string; DEMO: string; RATE_LIMIT_PER_HOUR: string }
  file(name?: string): string
  remove(): void
}

export function newFolder(): Folder {
  const path = createDatabaseFolder()
  const getPath = (name = 'test.db') => join(path, name)
  return {
    path,
    file: getPath,
    env: (name) => ({
      DATABASE_URL: `sqlite:${getPath(name)}`,
      DEMO: 'false',
      RATE_LIMIT_PER_HOUR: '1000000',
    }),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

const runCommand = (command: string, ...args: string[]) =>
  spawnSync(command, args, { encoding: 'utf8' })

/**
 * Mounts a small disk in a new folder, or returns undefined if the user has no permission to mount
 * disks.
 */
export function mountSmallDisk(megabytes: number): Folder | undefined {
  const folder = newFolder()
  if (
    runCommand('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder.path).status ===
    0
  )
    return {
      ...folder,
      remove: () => {
        runCommand('umount', '-l', folder.path)
        folder.remove()
      },
    }
  folder.remove()
  return undefined
}

/** Remounts a disk as read-only. @returns whether the remount succeeded */
export const makeReadOnly = ({ path }: Folder): boolean =>
  runCommand('mount', '-o', 'remount,ro', path).status === 0

/**
 * Limits the size of files that a running process can write, so that its writes fail until the
 * limit is removed. @returns whether the limit was set
 */
export const limitFileSize = (pid: number, bytes: number | 'unlimited'): boolean =>
  runCommand('prlimit', '--pid', String(pid), `--fsize=${bytes}:unlimited`).status === 0
