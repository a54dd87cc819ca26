/** The messages, exit codes and error codes of failing commands. */
import { CommanderError } from 'commander'
import { ApiError } from '../errors.ts'
import { settingTable } from '../settings.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'
import { toOperatorError } from '../store/open.ts'

/** The meaning of each exit code, as `dealgraph --help` lists them. */
export const exitMeanings: Record<number, string> = {
  0: 'success',
  1: 'any other error; doctor: a check failed',
  [exitCodes.setting]: 'invalid setting, option or argument',
  [exitCodes.portTaken]: 'the port is in use',
  [exitCodes.locked]: 'the database is in use',
  [exitCodes.newerDatabase]: 'the database was written by a newer version',
  [exitCodes.unusableDatabase]: 'the database is missing, damaged, or an unfinished copy',
  [exitCodes.unwritable]: 'the database is not writable: no folder, no permission, no space',
  [exitCodes.rowsRefused]: 'import: some rows were refused; the others were imported',
  [exitCodes.unreachableDatabase]: 'the database server is unreachable',
}

const errorCodes: Record<number, string> = {
  [exitCodes.setting]: 'WRONG_OPTION',
  [exitCodes.portTaken]: 'PORT_TAKEN',
  [exitCodes.locked]: 'DATABASE_IN_USE',
  [exitCodes.newerDatabase]: 'NEWER_DATABASE',
  [exitCodes.unusableDatabase]: 'UNUSABLE_DATABASE',
  [exitCodes.unwritable]: 'UNWRITABLE',
  [exitCodes.unreachableDatabase]: 'DATABASE_UNREACHABLE',
}

export class UsageError extends Error {}

/** Rewrites commander's "error: … (Did you mean …?)" as a sentence. @param path the full command */
export function toUsageError(error: CommanderError, path: string): Error {
  if (error.exitCode === 0) return error
  // No command was named, so commander has printed the help.
  if (error.code === 'commander.help')
    return new CommanderError(exitCodes.setting, error.code, error.message)
  const [, message = '', suggestion] =
    /^(?:error: )?(.*?)\.?(?:\n\(Did you mean (.*)\?\))?$/s.exec(error.message) ?? []
  const plainMessage = message.replace(/^command-argument value/, 'the value')
  const sentence = `${plainMessage.charAt(0).toUpperCase()}${plainMessage.slice(1)}${suggestion ? `; did you mean ${suggestion}?` : '.'}`
  return new UsageError(
    `${sentence} See "${['dealgraph', path, '--help'].filter(Boolean).join(' ')}".`,
  )
}

/** Prints an error as a sentence on stderr or as JSON on stdout, and sets the exit code. */
export function reportError(error: unknown, { json }: { json: boolean }): void {
  // Commander has printed the help or the version.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode
    return
  }
  const { message, exitCode, code } = explainError(error)
  if (json) console.log(JSON.stringify({ error: { code, message } }))
  else console.error(message)
  process.exitCode = exitCode
}

function explainError(error: unknown) {
  const report = (message: string, exitCode: number, code = errorCodes[exitCode] ?? 'FAILED') => ({
    message,
    exitCode,
    code,
  })
  if (error instanceof UsageError) return report(error.message, exitCodes.setting)
  const database = process.env['DATABASE_URL'] ?? settingTable.DATABASE_URL.fallback
  const cause = error instanceof ApiError && error.cause ? error.cause : error
  const fault = toOperatorError(cause, database)
  if (fault instanceof OperatorError) return report(fault.message, fault.exitCode)
  if (fault instanceof ApiError) {
    const details = fault.details?.map(({ field, message }) => `${field} ${message}`).join('; ')
    return report(`${fault.message}${details ? `: ${details}` : ''}.`, 1, fault.code)
  }
  const failure = fault instanceof Error ? fault : new Error(String(fault))
  if (process.env['LOG_LEVEL'] === 'debug') return report(failure.stack ?? failure.message, 1)
  return report(`Unexpected error: ${failure.message} (LOG_LEVEL=debug prints the stack).`, 1)
}
