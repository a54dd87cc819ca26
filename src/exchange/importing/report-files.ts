/**
 * The file of refused rows and the file of warnings. The data of a batch is on disk before the
 * batch is committed, and the import stores the lengths of the files. When an interrupted import
 * resumes, data after those lengths is cut off.
 */
import { closeSync, existsSync, fdatasyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import type { ImportRow } from '../../resources/imports/operations.ts'
import { OperatorError } from '../../store/faults.ts'
import { escapeCell } from '../formats.ts'
import type { Source, SourceRow } from '../reading/source.ts'
import { formatProblem, isAssumption, type RowResult } from './summary.ts'

/** Appends the refused rows and the warnings of a batch. @returns the progress of the import */
export function writeReports(
  { errorsFile, errorsBytes, warningsBytes, warned }: ImportRow,
  rows: readonly SourceRow[],
  results: readonly RowResult[],
  source: Source,
): Pick<ImportRow, 'errorsBytes' | 'warned' | 'warningsBytes'> {
  const errors = { path: errorsFile ?? '', head: source.errorsHead }
  const warnings = { path: getWarningsPath(errors.path), head: 'line,id,field,value,warning\n' }
  const pairs = rows.map((row, index) => [row, results[index] as RowResult] as const)
  const refusedRows = pairs
    .filter(([, { state }]) => state === 'refused')
    .map(([row, { problems }]) => source.formatRefused(row, problems.map(formatProblem).join('; ')))
  const lines = pairs.map(([row, result]) => formatWarnings(row, result)).filter(Boolean)
  return {
    errorsBytes: appendToReport(errors, errorsBytes, Buffer.concat(refusedRows)),
    warned: warned + lines.length,
    warningsBytes: appendToReport(warnings, warningsBytes, Buffer.from(lines.join(''))),
  }
}

interface ReportFile {
  path: string
  head: string
}

/** Writes data to a report after its first `size` bytes. @returns the new size */
function appendToReport({ path, head }: ReportFile, size: number, added: Buffer): number {
  if (added.length === 0) return size
  const data = size === 0 ? Buffer.concat([Buffer.from(head), added]) : added
  const file = openReport(path)
  try {
    ftruncateSync(file, size)
    for (let offset = 0; offset < data.length; )
      offset += writeSync(file, data, offset, data.length - offset, size + offset)
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
  return size + data.length
}

function openReport(path: string): number {
  try {
    return openSync(path, existsSync(path) ? 'r+' : 'w')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new OperatorError(
      `The report file ${path} cannot be written (${code}); name another with --errors.`,
    )
  }
}

const formatWarnings = ({ line }: SourceRow, { record, remarks }: RowResult): string =>
  stringify(
    remarks
      .filter((remark) => !isAssumption(remark))
      .map(({ heading = '', action, message, value = '' }) =>
        [String(line), record?.id ?? '', heading, value, `${action}: ${message}`].map(escapeCell),
      ),
  )

/** Returns the path of the CSV file of warnings: `a.errors-2.vcf` → `a.warnings-2.csv`. */
export function getWarningsPath(errorsPath: string): string {
  const stem = errorsPath.replace(/\.[^./\\]*$/, '')
  const path = `${stem.replace(/\.errors(-\d+)?$/, '.warnings$1')}.csv`
  return path.includes('.warnings') ? path : `${stem}.warnings.csv`
}

/** Returns an unused path for refused rows: `people.errors.csv`, or else `people.errors-2.csv`. */
export function newErrorsPath(file: string, extension: string): string {
  const stem = file.replace(/\.[^./\\]*$/, '').replace(/\.errors(-\d+)?$/, '')
  for (let number = 1; ; number++) {
    const path = `${stem}.errors${number === 1 ? '' : `-${number}`}.${extension}`
    if (!existsSync(path) && !existsSync(getWarningsPath(path))) return path
  }
}
