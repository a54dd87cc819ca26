import { existsSync, rmSync } from 'node:fs'
import { exitCodes, explainOpen, OperatorError } from '../store/faults.ts'
import { connect } from '../store/sqlite.ts'

/** What SQLite keeps beside a database: the write-ahead log and its index. */
const sides = ['-wal', '-shm']

export const removeDatabase = (file: string): void => {
  for (const each of ['', ...sides, '-limits', '-limits-wal', '-limits-shm']) rmSync(file + each, { force: true })
}

/** A log without its database belongs to one that is gone, and would be taken for the next one's. */
export const removeSides = (file: string): void => {
  for (const side of sides) rmSync(file + side, { force: true })
}

/**
 * Copies a database while others write to it. The copy is of one snapshot: without it SQLite would begin anew with
 * each change that another makes, and under steady traffic never come to an end.
 */
export async function copyDatabase(source: string, target: string, progress: (done: number, total: number) => void): Promise<void> {
  const { raw } = connect(source, { readonly: true })
  try {
    raw.exec('BEGIN; SELECT 1 FROM sqlite_master')
    await raw.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        progress(totalPages - remainingPages, totalPages)
        return 1000
      },
    })
  } finally {
    raw.close()
  }
}

/** @throws OperatorError when the file is damaged, or is no database of ours */
export function checkDatabase(file: string, called = file): void {
  const unusable = (why: string) => new OperatorError(`${called} ${why}.`, exitCodes.unusableDatabase)
  try {
    const { raw } = connect(file)
    try {
      const verdict = raw.pragma('integrity_check(1)', { simple: true })
      if (verdict !== 'ok') throw unusable(`is damaged (${String(verdict).replace(/\s+/g, ' ').slice(0, 200)})`)
      if (!raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'companies'").get()) throw unusable('is not a database of Dealgraph')
    } finally {
      raw.close()
    }
  } catch (error) {
    throw explainOpen(error, called)
  }
}

/** @throws OperatorError when a server has this file, though it may have been moved away under it */
export function checkNotServed(file: string): void {
  const lock = `${file}-serving`
  if (!existsSync(lock)) return
  try {
    // A server holds it exclusively, so that not even the settings of a connection can be set.
    connect(lock).raw.close()
  } catch (error) {
    if (!/BUSY|LOCKED/.test(String((error as { code?: unknown }).code))) throw error
    throw new OperatorError(`A Dealgraph is serving ${file}; stop it first.`, exitCodes.locked)
  }
}
