/** The parts of help that all commands share: examples, `--json`, exit codes. */
import type { Command } from 'commander'
import { exitMeanings, toUsageError } from './errors.ts'
import { examples } from './examples.ts'
import { jsonOption } from './session.ts'

/** The name of a command as typed, such as `keys create`. */
export const commandPath = (command: Command): string =>
  command.parent?.parent
    ? `${commandPath(command.parent)} ${command.name()}`
    : command.parent
      ? command.name()
      : ''

/** A command and its subcommands. */
export const allCommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(allCommands),
]

/** Whether a command has an action of its own, besides its subcommands. */
export const isRunnable = (command: Command): boolean =>
  command.commands.length === 0 || command.registeredArguments.length > 0

const formatExamples = (path: string) =>
  (examples[path] ?? [])
    .map(
      ([typed, does]) =>
        `\n  # ${does}\n  ${typed.replace(/(^|[ (])dealgraph /, '$1npx dealgraph ')}`,
    )
    .join('\n')

const exitCodeList = Object.entries(exitMeanings)
  .map(([code, meaning]) => `  ${code}  ${meaning}`)
  .join('\n')

export function addHelp(program: Command): Command {
  program.addHelpText(
    'after',
    `\nExit codes:\n${exitCodeList}\n\n"dealgraph COMMAND --help" shows the options and examples of a command.`,
  )
  for (const command of allCommands(program)) {
    const path = commandPath(command)
    command.exitOverride((error) => {
      throw toUsageError(error, path)
    })
    command.configureOutput({ outputError: () => {} })
    if (!isRunnable(command)) continue
    if (!command.options.some(({ long }) => long === '--json')) command.option(...jsonOption)
    command.addHelpText(
      'after',
      `\nExamples:${formatExamples(path)}\n\nExit codes: see "dealgraph --help".`,
    )
  }
  return program
}
