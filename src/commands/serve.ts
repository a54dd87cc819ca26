/** The commands `serve` and `dispatch`, which run until a signal stops them. */
import type { Command } from 'commander'
import { createDeps, startTracing } from '../create-deps.ts'
import { settingTable } from '../settings.ts'
import { openStore } from '../store/open.ts'
import { createOptionError, loadSettings, type Output, print } from './command-helpers.ts'
import { shutDownOnSignal } from './shutdown.ts'

const serveExamples = `
Examples:
  npx dealgraph serve                              # a new database starts with the demo company
  PORT=8080 DEMO=false npx dealgraph serve         # on another port, without a demo company
  npx dealgraph serve --json                       # prints the URL and demo API keys as JSON
  DATABASE_URL=postgres://dealgraph@127.0.0.1/dealgraph npx dealgraph serve`

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('start the server for GraphQL and REST, like "npm start"')
    .addHelpText('after', formatSettingsHelp)
    .addHelpText('after', serveExamples)
    .action(async (options: Output) => {
      const { settings, log } = await loadSettings(1)
      // Imported here so that other commands, and invalid settings, do not load the schema.
      await (await import('./start-server.ts')).serve(options, settings, log)
    })
}

function formatSettingsHelp(): string {
  const settingLines = Object.entries(settingTable).map(
    ([name, { fallback, meaning }]) =>
      `  ${name.padEnd(36)}${meaning} (${fallback ? `default ${fallback}` : 'default: none'})`,
  )
  return `\nSettings, as environment variables or in a file .env:\n${settingLines.join('\n')}`
}

export function addDispatch(program: Command): void {
  program
    .command('dispatch')
    .description('send webhooks, in parallel with the server and other dispatchers')
    .addHelpText('after', '\nExamples:\n  npx dealgraph dispatch')
    .action(dispatch)
}

async function dispatch(options: Output): Promise<void> {
  const { settings, log } = await loadSettings(1)
  if (settings.WEBHOOKS === 'off')
    throw createOptionError('WEBHOOKS=off disables webhooks; set WEBHOOKS=on to send webhooks.')
  // Imported here so that other commands start quickly. `resources` registers the policies.
  const [{ Dispatcher }] = await Promise.all([
    import('../webhooks/dispatcher.ts'),
    import('../resources/index.ts'),
  ])
  const tracing = await startTracing(settings, log)
  const store = await openStore({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    onStatement: tracing?.recordStatement,
  })
  const deps = await createDeps(store, settings, { log, tracing })
  for (const advice of store.advice) deps.log.warn(advice)
  const dispatcher = new Dispatcher(deps, { owner: deps.newId('dispatcher') })
  const fail = shutDownOnSignal({
    log: deps.log,
    stopAccepting: () => dispatcher.stop(),
    close: async () => void (await Promise.all([store.close(), tracing?.stop()])),
  })
  void store.fatalError.then(fail)
  print(options, { ready: true }, 'Dealgraph is sending webhooks.')
}
