/** Writes files atomically: a file gets its final name only after it is complete and on disk. */
import { existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { yieldToEventLoop } from '../lib/async.ts'
import { OperatorError, toOperatorError } from '../store/faults.ts'
import { removeDatabase, removeSideFiles, syncPath } from '../store/sqlite/files.ts'

/** Writes to a temporary file, then renames it. Also removes killed processes' temporary files. */
export async function writeAtomically(
  file: string,
  write: (partial: string) => Promise<void>,
  { force, beforeRename = () => {} }: { force?: boolean; beforeRename?(): void } = {},
): Promise<void> {
  const partialFile = getPartialPath(file, process.pid)
  const removeHandler = cleanUpOnSignal(() => removeDatabase(partialFile))
  try {
    for (const orphanedFile of findOrphanedFiles(file)) removeDatabase(orphanedFile)
    await write(partialFile)
    syncPath(partialFile)
    // Yield twice so that the handler of a pending signal can run.
    await yieldToEventLoop()
    await yieldToEventLoop()
    assertCanWrite(file, force)
    beforeRename()
    renameSync(partialFile, file)
    syncPath(dirname(file))
  } catch (error) {
    throw explainFileError(error, file)
  } finally {
    removeDatabase(partialFile)
    removeHandler()
  }
}

export const writeDatabaseAtomically = (file: string, write: (partial: string) => Promise<void>) =>
  writeAtomically(file, write, {
    beforeRename() {
      removeSideFiles(file)
      // A power failure must not leave the new file beside the write-ahead log of the old file.
      syncPath(dirname(file))
    },
  })

const getPartialPath = (file: string, pid: number) => `${file}.${pid}.partial`

function findOrphanedFiles(file: string): string[] {
  const prefix = `${basename(file)}.`
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(prefix))
  const pids = names.map((name) => Number(/^(\d+)\.partial/.exec(name.slice(prefix.length))?.[1]))
  return [...new Set(pids)]
    .filter((pid) => pid === process.pid || (pid > 0 && !isRunning(pid)))
    .map((pid) => getPartialPath(file, pid))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Calls `cleanUp` before a signal ends the process. @returns the function to remove the handler */
function cleanUpOnSignal(cleanUp: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const endProcess = (signal: NodeJS.Signals) => {
    cleanUp()
    removeHandler()
    process.kill(process.pid, signal)
  }
  const removeHandler = () => {
    for (const signal of signals) process.off(signal, endProcess)
  }
  for (const signal of signals) process.on(signal, endProcess)
  return removeHandler
}

/**
 * @param force the value of `--force`; undefined for a command without this option
 * @throws OperatorError if the file exists; with `force`, only if it is not a regular file
 */
export function assertCanWrite(file: string, force?: boolean): void {
  const existingStats = statSync(file, { throwIfNoEntry: false })
  if (!existingStats || (force && existingStats.isFile())) return
  const problem = existingStats.isFile()
    ? `already exists; ${force === undefined ? '' : 'use --force to overwrite it, '}move it`
    : 'is not a regular file and cannot be overwritten; move it'
  throw new OperatorError(`${file} ${problem}, or choose another name.`)
}

export function requireFolder(file: string, contentKind: string): void {
  if (!existsSync(dirname(file)))
    throw new OperatorError(
      `The folder ${dirname(file)} for the ${contentKind} does not exist; create it, or choose another path.`,
    )
}

function explainFileError(error: unknown, file: string): unknown {
  const code = (error as { code?: unknown } | null)?.code
  if (code === 'ENOSPC' || code === 'SQLITE_FULL')
    return new OperatorError(`There is not enough disk space to write ${file}.`)
  if (typeof code === 'string' && /^E(ACCES|PERM|ROFS|NOTDIR|ISDIR|NOENT|EXIST)$/.test(code))
    return new OperatorError(`Writing ${file} failed (${code}); choose another path.`)
  return toOperatorError(error, file)
}
