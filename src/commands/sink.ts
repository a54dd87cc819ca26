import { open } from 'node:fs/promises'
import { OperatorError } from '../store/faults.ts'

/**
 * Takes text, a part after another, and is ready for the next when it resolves, so that nothing
 * piles up.
 */
export type Sink = (text: string) => Promise<void>

/** Whoever read what we print has seen enough. */
export class BrokenPipe extends Error {}

/** Writes to standard output. @throws NobodyReads, OperatorError */
export const toStdout: Sink = (text) =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(explained(error)) : resolve()))
  })

function explained(error: NodeJS.ErrnoException): Error {
  return error.code === 'EPIPE'
    ? new BrokenPipe()
    : new OperatorError(`Standard output cannot be written to (${error.code}).`)
}

/** Gives `work` a new file to write to. */
export async function intoFile(file: string, work: (sink: Sink) => Promise<void>): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await work((text) => handle.appendFile(text))
  } finally {
    await handle.close()
  }
}
