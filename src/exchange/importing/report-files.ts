/**
 * The file of refused rows and the file of warnings. The data of a batch is on disk before the batch
 * is committed, and the import stores the lengths of the files. When an interrupted import resumes,
 * data after those lengths is cut off.
 */
import { closeSync, existsSync, fdatasyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import { OperatorError } from '../../store/faults.ts'
import { defuse } from '../formats.ts'
import type { SourceRow } from '../reading/source.ts'
import type { RowResult } from './row-result.ts'
import { isAssumption } from './summary.ts'

export class ReportFile {
  private readonly path: string
  private readonly head: string

  /** @param head the beginning of the file */
  constructor(path: string, head: string) {
    this.path = path
    this.head = head
  }

  /** Writes data after the first `bytes` bytes. @returns the new length of the file in bytes */
  write(bytes: number, added: Buffer): number {
    const data = bytes === 0 ? Buffer.concat([Buffer.from(this.head), added]) : added
    const file = this.open()
    try {
      ftruncateSync(file, bytes)
      for (let at = 0; at < data.length; )
        at += writeSync(file, data, at, data.length - at, bytes + at)
      fdatasyncSync(file)
    } finally {
      closeSync(file)
    }
    return bytes + data.length
  }

  private open(): number {
    try {
      return openSync(this.path, existsSync(this.path) ? 'r+' : 'w')
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      throw new OperatorError(
        `The report file ${this.path} cannot be written (${code}); name another with --errors.`,
      )
    }
  }
}

export const warningsHead = 'line,id,field,value,warning\n'

/** The changed and omitted values of a row as lines of the warnings file. */
export const warningLines = ({ line }: SourceRow, { record, remarks }: RowResult): string =>
  stringify(
    remarks
      .filter((each) => !isAssumption(each))
      .map(({ heading, action, message, value }) =>
        [String(line), record?.id ?? '', heading ?? '', value ?? '', `${action}: ${message}`].map(
          defuse,
        ),
      ),
  )

/** `people.errors-2.vcf` → `people.warnings-2.csv`, a CSV file for every format of the import. */
export function warningsPath(errorsPath: string): string {
  const stem = errorsPath.replace(/\.[^./\\]*$/, '')
  const path = `${stem.replace(/\.errors(-\d+)?$/, '.warnings$1')}.csv`
  return path.includes('.warnings') ? path : `${stem}.warnings.csv`
}

/** `people.csv` → `people.errors.csv`, or `people.errors-2.csv` if that file exists. */
export function newErrorsPath(file: string, extension: string): string {
  const stem = file.replace(/\.[^./\\]*$/, '').replace(/\.errors(-\d+)?$/, '')
  for (let number = 1; ; number++) {
    const path = `${stem}.errors${number === 1 ? '' : `-${number}`}.${extension}`
    if (!existsSync(path) && !existsSync(warningsPath(path))) return path
  }
}
