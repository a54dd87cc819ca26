import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of a test's own. */
export interface Folder {
  path: string
  /** What makes a server use a database of this name in it. */
  env(name?: string): { DATABASE_URL: string; DEMO: string; RATE_LIMIT_PER_HOUR: string }
  file(name?: string): string
  remove(): void
}

export function newFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'dealgraph-'))
  const file = (name = 'test.db') => join(path, name)
  return {
    path,
    file,
    env: (name) => ({
      DATABASE_URL: `sqlite:${file(name)}`,
      DEMO: 'false',
      RATE_LIMIT_PER_HOUR: '1000000',
    }),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' })

/**
 * A folder on a small disk of its own, which takes root to make; nothing where that is not allowed.
 */
export function newDisk(megabytes: number): Folder | undefined {
  const folder = newFolder()
  if (run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder.path).status === 0)
    return {
      ...folder,
      remove: () => {
        run('umount', '-l', folder.path)
        folder.remove()
      },
    }
  folder.remove()
  return undefined
}

/** Lets nothing be written on such a disk any more. */
export const makeReadOnly = ({ path }: Folder): boolean =>
  run('mount', '-o', 'remount,ro', path).status === 0

/**
 * Lets a running process make no file longer than this; so that what it writes fails, and can go on
 * later.
 */
export const limitFiles = (pid: number, bytes: number | 'unlimited'): boolean =>
  run('prlimit', '--pid', String(pid), `--fsize=${bytes}:unlimited`).status === 0
