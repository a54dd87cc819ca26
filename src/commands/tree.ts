import type { Command } from 'commander'

/** A command as it is typed: `keys create`. */
export const pathOf = (command: Command): string =>
  command.parent?.parent
    ? `${pathOf(command.parent)} ${command.name()}`
    : command.parent
      ? command.name()
      : ''

/** A command with all below it. */
export const withAll = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(withAll),
]

/** Whether it is one that does something itself, though there may be others below it. */
export const isRun = (command: Command): boolean =>
  command.commands.length === 0 || command.registeredArguments.length > 0
