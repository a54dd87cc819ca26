import { closeSync, existsSync, fdatasyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { OperatorError } from '../../store/faults.ts'

/**
 * The file of refused rows. What a batch adds is on the disk before the batch is committed, and the
 * import keeps how long the file is then: whatever stands behind that, from a batch that did not
 * come to its end, is cut off when it goes on.
 */
export interface ErrorsFile {
  /** Puts text behind the first so many bytes. @returns how long the file is now */
  put(bytes: number, text: string): number
}

export function errorsFile(path: string, head: string): ErrorsFile {
  return {
    put(bytes, text) {
      const data = Buffer.from(bytes === 0 ? head + text : text)
      const file = opened(path)
      try {
        ftruncateSync(file, bytes)
        for (let at = 0; at < data.length; )
          at += writeSync(file, data, at, data.length - at, bytes + at)
        fdatasyncSync(file)
      } finally {
        closeSync(file)
      }
      return bytes + data.length
    },
  }
}

function opened(path: string): number {
  try {
    return openSync(path, existsSync(path) ? 'r+' : 'w')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new OperatorError(
      `The file of refused rows, ${path}, cannot be written (${code}); name another with --errors.`,
    )
  }
}

/**
 * `people.csv` → `people.errors.csv`, or `people.errors-2.csv` where that is there: perhaps
 * somebody is mending it.
 */
export function errorsPath(file: string, extension: string): string {
  const stem = file.replace(/\.[^./\\]*$/, '').replace(/\.errors(-\d+)?$/, '')
  for (let number = 1; ; number++) {
    const path = `${stem}.errors${number === 1 ? '' : `-${number}`}.${extension}`
    if (!existsSync(path)) return path
  }
}
