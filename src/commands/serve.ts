import type { Command } from 'commander'
import { settingTable } from '../settings.ts'
import type { Output } from './session.ts'

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('serve GraphQL and REST, as "npm start" does')
    .addHelpText('after', settingsHelp)
    // Imported here, so that other commands start without the schema.
    .action(async (options: Output) => (await import('./start-server.ts')).serve(options))
}

function settingsHelp(): string {
  const rows = Object.entries(settingTable).map(
    ([name, { fallback, meaning }]) =>
      `  ${name.padEnd(36)}${meaning} (${fallback ? `default ${fallback}` : 'default: none'})`,
  )
  return `\nSettings, from the environment or a file .env:\n${rows.join('\n')}`
}
