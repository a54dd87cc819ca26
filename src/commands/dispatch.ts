import type { Command } from 'commander'
import type { Output } from './session.ts'

export function addDispatch(program: Command): void {
  program
    .command('dispatch')
    .description('send webhooks, beside a server that does so too')
    // The resources are loaded when it is imported, for which no other command should wait.
    .action(async (options: Output) => (await import('./dispatching.ts')).dispatch(options))
}
