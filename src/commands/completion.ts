import { Argument, type Command } from 'commander'
import { OperatorError } from '../store/faults.ts'
import { completable } from './completing.ts'
import { type Output, print } from './session.ts'
import { type Shell, scripts } from './shells.ts'

const shells = Object.keys(scripts) as Shell[]

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print what makes a shell complete commands, options and their values')
    .addArgument(
      new Argument('[shell]', 'which shell (default: the one in $SHELL)').choices(shells),
    )
    .addHelpText(
      'after',
      `\nIt completes the word "dealgraph": alias dealgraph='npx dealgraph' makes that one.`,
    )
    .action((given: Shell | undefined, options: Output) => {
      const shell = given ?? shells.find((each) => process.env['SHELL']?.endsWith(`/${each}`))
      if (!shell) throw new OperatorError(`Which shell? Add one of ${shells.join(', ')}.`)
      const script = scripts[shell](completable(program))
      print(options, { shell, script }, script)
    })
}
