import { CommanderError } from 'commander'
import { ApiError } from '../errors.ts'
import { settingTable } from '../settings.ts'
import { explainOpen } from '../store/explain.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'

/** What each exit code means, as help tells it. */
export const exitMeanings: Record<number, string> = {
  0: 'done',
  1: 'anything else that went wrong; doctor: something must be mended',
  [exitCodes.setting]: 'a wrong setting, option or argument',
  [exitCodes.portTaken]: 'the port is taken',
  [exitCodes.locked]: 'the database is in use',
  [exitCodes.newerDatabase]: 'the database is of a newer version',
  [exitCodes.unusableDatabase]: 'the database is damaged, is none, or is an unfinished copy',
  [exitCodes.unwritable]: 'the database cannot be written: no folder, no permission, no space',
  [exitCodes.rowsRefused]: 'import: some rows were refused, and the others imported',
  [exitCodes.unreachableDatabase]: 'the database server cannot be reached',
}

/** The words for scripts, by exit code. */
const codes: Record<number, string> = {
  [exitCodes.setting]: 'WRONG_OPTION',
  [exitCodes.portTaken]: 'PORT_TAKEN',
  [exitCodes.locked]: 'DATABASE_IN_USE',
  [exitCodes.newerDatabase]: 'NEWER_DATABASE',
  [exitCodes.unusableDatabase]: 'UNUSABLE_DATABASE',
  [exitCodes.unwritable]: 'UNWRITABLE',
  [exitCodes.unreachableDatabase]: 'DATABASE_UNREACHABLE',
}

interface Told {
  sentence: string
  exitCode: number
  code: string
}

/**
 * Says what went wrong: one sentence on stderr, or for scripts an object on stdout; and sets the
 * exit code.
 */
export function reportError(error: unknown, { json }: { json: boolean }): void {
  if (error instanceof CommanderError) {
    // Help or the version was asked for, and printed.
    process.exitCode = error.exitCode
    return
  }
  const { sentence, exitCode, code } = explain(error)
  if (json) console.log(JSON.stringify({ error: { code, message: sentence } }))
  else console.error(sentence)
  process.exitCode = exitCode
}

/** What the operator is told about a fault. */
function explain(error: unknown): Told {
  const told = (sentence: string, exitCode: number, code = codes[exitCode] ?? 'FAILED'): Told => ({
    sentence,
    exitCode,
    code,
  })
  if (error instanceof UsageError) return told(error.message, exitCodes.setting)
  const database = process.env['DATABASE_URL'] ?? settingTable.DATABASE_URL.fallback
  const known = explainOpen(
    error instanceof ApiError && error.cause ? error.cause : error,
    database,
  )
  if (known instanceof OperatorError) return told(known.message, known.exitCode)
  if (known instanceof ApiError) {
    const details = known.details?.map(({ field, message }) => `${field} ${message}`).join('; ')
    return told(`${known.message}${details ? `: ${details}` : ''}.`, 1, known.code)
  }
  const cause = known instanceof Error ? known : new Error(String(known))
  if (process.env['LOG_LEVEL'] === 'debug') return told(cause.stack ?? cause.message, 1)
  return told(`Dealgraph failed unexpectedly: ${cause.message} (LOG_LEVEL=debug shows where).`, 1)
}

/** Something was typed that is no command, or lacks what it needs. */
export class UsageError extends Error {}

/**
 * What commander says ("error: … (Did you mean …?)") as a sentence that says what to do; what is no
 * error stays as it is.
 * @param path the command, as it is typed
 */
export function explained(error: CommanderError, path: string): Error {
  if (error.exitCode === 0) return error
  // No command was named, and help was printed.
  if (error.code === 'commander.help')
    return new CommanderError(exitCodes.setting, error.code, error.message)
  const [, told = '', guess] =
    /^(?:error: )?(.*?)\.?(?:\n\(Did you mean (.*)\?\))?$/s.exec(error.message) ?? []
  const plain = told.replace(/^command-argument value/, 'the value')
  const sentence = `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${guess ? `; did you mean ${guess}?` : '.'}`
  return new UsageError(
    `${sentence} "${['dealgraph', path, '--help'].filter(Boolean).join(' ')}" tells what there is.`,
  )
}
