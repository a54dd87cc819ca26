import { CommanderError } from 'commander'
import { exitCodes } from '../store/faults.ts'

/** Something was typed that is no command, or lacks what it needs. */
export class WrongUse extends Error {}

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
  return new WrongUse(
    `${sentence} "${['dealgraph', path, '--help'].filter(Boolean).join(' ')}" tells what there is.`,
  )
}
