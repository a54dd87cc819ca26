import type { Command } from 'commander'
import { examples } from './examples.ts'
import { exitMeanings } from './faults.ts'
import { jsonOption } from './session.ts'
import { isRun, pathOf, withAll } from './tree.ts'
import { explained } from './wrong-use.ts'

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
  for (const command of withAll(program)) {
    const path = pathOf(command)
    command.exitOverride((error) => {
      throw explained(error, path)
    })
    command.configureOutput({ outputError: () => {} })
    if (!isRun(command)) continue
    if (!command.options.some(({ long }) => long === '--json')) command.option(...jsonOption)
    command.addHelpText(
      'after',
      `\nExamples:${examplesOf(path)}\n\nExit codes: "dealgraph --help" lists them.`,
    )
  }
  return program
}
