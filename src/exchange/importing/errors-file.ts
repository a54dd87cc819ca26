import { closeSync, existsSync, fdatasyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { OperatorError } from '../../store/faults.ts'

/**
 * The file of refused rows, and that of warnings. The data of a batch is on disk before the batch
 * is committed, and the import stores the length of the file. When an interrupted import goes on,
 * data after that length is cut off.
 */
export interface ErrorsFile {
  /** Writes data after the first `bytes` bytes. @returns the new length of the file in bytes */
  put(bytes: number, added: Buffer): number
}

export function errorsFile(path: string, head: string): ErrorsFile {
  return {
    put(bytes, added) {
      const data = bytes === 0 ? Buffer.concat([Buffer.from(head), added]) : added
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
      `The file ${path} of refused rows or warnings cannot be written (${code}); name another with --errors.`,
    )
  }
}

/** `people.errors-2.vcf` → `people.warnings-2.csv`: a CSV file for every format of the import. */
export function warningsPath(errorsPath: string): string {
  const stem = errorsPath.replace(/\.[^./\\]*$/, '')
  const path = `${stem.replace(/\.errors(-\d+)?$/, '.warnings$1')}.csv`
  return path.includes('.warnings') ? path : `${stem}.warnings.csv`
}

/**
 * `people.csv` → `people.errors.csv`, or `people.errors-2.csv` where that is there: perhaps
 * somebody is mending it.
 */
export function errorsPath(file: string, extension: string): string {
  const stem = file.replace(/\.[^./\\]*$/, '').replace(/\.errors(-\d+)?$/, '')
  for (let number = 1; ; number++) {
    const path = `${stem}.errors${number === 1 ? '' : `-${number}`}.${extension}`
    if (!existsSync(path) && !existsSync(warningsPath(path))) return path
  }
}
