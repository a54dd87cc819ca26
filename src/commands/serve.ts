import type { Command } from 'commander'
import { settingTable } from '../settings.ts'
import type { Output } from './session.ts'

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('serve GraphQL and REST (what npm start does)')
    .addHelpText('after', settingsHelp)
    // The schema is built when it is imported, for which no other command should wait.
    .action(async (options: Output) => (await import('./start-server.ts')).serve(options))
}

function settingsHelp(): string {
  const rows = Object.entries(settingTable).map(
    ([name, { fallback, meaning }]) =>
      `  ${name.padEnd(36)}${meaning} (${fallback ? `default ${fallback}` : 'default: none'})`,
  )
  return `\nSettings, from the environment or a file .env:\n${rows.join('\n')}`
}
