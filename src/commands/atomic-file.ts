import { existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { yieldToEventLoop } from '../store/chunks.ts'
import { explainOpen, OperatorError } from '../store/faults.ts'
import { onDisk, removeDatabase, removeSides } from '../store/sqlite/files.ts'

/**
 * Makes a file under another name, and gives it its own once it is whole and on the disk: whoever
 * finds the file finds all of it. What an earlier attempt left that was killed is cleared away.
 * @param force puts it in the place of one that is there
 * @param last what is done before it gets its name
 */
export async function writeAtomically(
  file: string,
  make: (partial: string) => Promise<void>,
  { force = false, last = () => {} }: { force?: boolean; last?(): void } = {},
): Promise<void> {
  const partial = `${file}.${process.pid}.partial`
  const forget = beforeEnding(() => removeDatabase(partial))
  try {
    for (const left of leftBehind(file)) removeDatabase(left)
    await make(partial)
    onDisk(partial)
    // A signal that came meanwhile is heard when the event loop turns: surely so when it has turned
    // twice.
    await yieldToEventLoop()
    await yieldToEventLoop()
    refuseToOverwrite(file, force)
    last()
    renameSync(partial, file)
    onDisk(dirname(file))
  } catch (error) {
    throw explainFile(error, file)
  } finally {
    removeDatabase(partial)
    forget()
  }
}

/** The same for a database. */
export const writeDatabaseAtomically = (
  file: string,
  make: (partial: string) => Promise<void>,
): Promise<void> =>
  writeAtomically(file, make, {
    last() {
      removeSides(file)
      // Else a loss of power could leave the new file beside the log of one that is gone.
      onDisk(dirname(file))
    },
  })

/** Unfinished files of processes that are no more. */
function leftBehind(file: string): string[] {
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.`))
  const pids = names.map((name) =>
    Number(/^\.(\d+)\.partial/.exec(name.slice(basename(file).length))?.[1]),
  )
  return [...new Set(pids)]
    .filter((pid) => pid === process.pid || (pid > 0 && !isRunning(pid)))
    .map((pid) => join(dirname(file), `${basename(file)}.${pid}.partial`))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Does something more when the process is told to end, as by Ctrl+C. @returns how not to */
function beforeEnding(last: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const end = (signal: NodeJS.Signals) => {
    last()
    forget()
    process.kill(process.pid, signal)
  }
  const forget = () => {
    for (const signal of signals) process.off(signal, end)
  }
  for (const signal of signals) process.on(signal, end)
  return forget
}

/** @throws OperatorError where there is a file, or with `force` something else than a file */
export function refuseToOverwrite(file: string, force = false): void {
  const there = statSync(file, { throwIfNoEntry: false })
  if (!there || (force && there.isFile())) return
  throw new OperatorError(
    `${file} ${force ? 'is no file' : 'exists already'}, and is not overwritten; move it away, or choose another name.`,
  )
}

/** @throws OperatorError where there is no folder for the file */
export function refuseWithoutFolder(file: string, what: string): void {
  if (!existsSync(dirname(file)))
    throw new OperatorError(`There is no folder ${dirname(file)} for the ${what}.`)
}

function explainFile(error: unknown, file: string): unknown {
  const code = (error as { code?: unknown } | null)?.code
  if (code === 'ENOSPC' || code === 'SQLITE_FULL')
    return new OperatorError(`There is not enough space for ${file}.`)
  if (typeof code === 'string' && /^E(ACCES|PERM|ROFS|NOTDIR|ISDIR|NOENT|EXIST)$/.test(code))
    return new OperatorError(`${file} cannot be written (${code}).`)
  return explainOpen(error, file)
}
