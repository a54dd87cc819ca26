import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { explainOpen, OperatorError } from '../store/faults.ts'
import { onDisk, removeDatabase, removeSides } from '../store/files.ts'

/**
 * Makes a database under another name, and gives it its own once it is whole and on the disk: whoever finds the
 * file finds all of it.
 */
export async function makeWhole(file: string, make: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${file}.${process.pid}.partial`
  try {
    removeDatabase(partial)
    await make(partial)
    onDisk(partial)
    refuseToOverwrite(file)
    removeSides(file)
    renameSync(partial, file)
    onDisk(dirname(file))
  } catch (error) {
    throw explainFile(error, file)
  } finally {
    removeDatabase(partial)
  }
}

export function refuseToOverwrite(file: string): void {
  if (existsSync(file)) throw new OperatorError(`${file} exists already, and is not overwritten; move it away, or choose another name.`)
}

function explainFile(error: unknown, file: string): unknown {
  const code = (error as { code?: unknown } | null)?.code
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return new OperatorError(`There is not enough space for ${file}.`)
  if (typeof code === 'string' && /^E(ACCES|PERM|ROFS|NOTDIR|ISDIR|NOENT|EXIST)$/.test(code)) return new OperatorError(`${file} cannot be written (${code}).`)
  return explainOpen(error, file)
}
