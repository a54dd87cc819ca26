import type { Command } from 'commander'
import { exitMeanings, explained } from './errors.ts'
import { examples } from './examples.ts'
import { jsonOption } from './session.ts'

const examplesOf = (path: string) =>
  (examples[path] ?? [])
    .map(
      ([typed, does]) =>
        `\n  # ${does}\n  ${typed.replace(/(^|[ (])dealgraph /, '$1npx dealgraph ')}`,
    )
    .join('\n')

const codes = Object.entries(exitMeanings).map(([code, meaning]) => `  ${code}  ${meaning}`)

/** What all commands have: examples, `--json`, and errors of one sentence. */
export function withHelp(program: Command): Command {
  program.addHelpText(
    'after',
    `\nExit codes:\n${codes.join('\n')}\n\n"dealgraph COMMAND --help" tells more of each, with examples.`,
  )
  for (const command of allCommands(program)) {
    const path = commandPath(command)
    command.exitOverride((error) => {
      throw explained(error, path)
    })
    command.configureOutput({ outputError: () => {} })
    if (!isRunnable(command)) continue
    if (!command.options.some(({ long }) => long === '--json')) command.option(...jsonOption)
    command.addHelpText(
      'after',
      `\nExamples:${examplesOf(path)}\n\nExit codes: "dealgraph --help" lists them.`,
    )
  }
  return program
}

/** A command as it is typed: `keys create`. */
export const commandPath = (command: Command): string =>
  command.parent?.parent
    ? `${commandPath(command.parent)} ${command.name()}`
    : command.parent
      ? command.name()
      : ''

/** A command with all below it. */
export const allCommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(allCommands),
]

/** Whether it is one that does something itself, though there may be others below it. */
export const isRunnable = (command: Command): boolean =>
  command.commands.length === 0 || command.registeredArguments.length > 0
