import type { Argument, Command, Option } from 'commander'
import { isRun, pathOf, withAll } from './tree.ts'

/**
 * What can stand where a value is typed: one of some words, the name of a file, or something that
 * only the user knows.
 */
export type Values = readonly string[] | 'file' | 'any'

export interface CompletableOption {
  /** `-h`, `--help` */
  flags: string[]
  about: string
  /** None for an option without a value. */
  values?: Values
}

/** What can be typed behind a command. */
export interface Completable {
  /** `keys create`; empty for the program itself. */
  path: string
  commands: { name: string; about: string }[]
  options: CompletableOption[]
  /** What can stand as its first argument. */
  values?: Values
}

const valuesOf = (choices: readonly string[] | undefined, name: string): Values =>
  choices ?? (name === 'file' ? 'file' : 'any')

function option({
  short,
  long,
  description,
  required,
  optional,
  argChoices,
  flags,
}: Option): CompletableOption {
  const takesValue = required || optional
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    about: description,
    ...(takesValue && { values: valuesOf(argChoices, /<(\w+)>/.exec(flags)?.[1] ?? '') }),
  }
}

const firstOf = ([first]: readonly Argument[]) =>
  first && { values: valuesOf(first.argChoices, first.name()) }

/** All that can be typed, with what is shown beside it. */
export const completable = (program: Command): Completable[] =>
  withAll(program).map((command) => ({
    path: pathOf(command),
    commands: command.commands.map((each) => ({ name: each.name(), about: each.description() })),
    options: command.createHelp().visibleOptions(command).map(option),
    ...(isRun(command) && firstOf(command.registeredArguments)),
  }))
