import { createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { OperatorError } from '../store/faults.ts'

/**
 * Gives work a file that can be read more than once: what comes from a pipe is put into one first.
 */
export async function spooled(
  file: string,
  work: (path: string, name: string) => Promise<void>,
): Promise<void> {
  if (file !== '-') {
    if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`)
    if (!statSync(file).isFile()) throw new OperatorError(`${file} is no file.`)
    return work(file, file)
  }
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-import-'))
  try {
    const path = join(folder, 'stdin')
    await pipeline(process.stdin, createWriteStream(path))
    await work(path, 'stdin')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
