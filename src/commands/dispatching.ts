import { realDeps } from '../deps.ts'
// Each resource says how its records are found, which tells what an event's reader may see.
import '../resources/index.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'
import { openStore } from '../store/open.ts'
import { startTracing, tellingStatements } from '../tracing/start.ts'
import { startDispatcher } from '../webhooks/dispatcher.ts'
import { loadSettings, type Output, print } from './session.ts'
import { shutDownOnSignal } from './shutdown.ts'

/** Sends webhooks until it is told to stop, sharing the work with whoever else does. */
export async function dispatch(options: Output): Promise<void> {
  const { settings, log } = await loadSettings(1)
  if (settings.WEBHOOKS === 'off')
    throw new OperatorError(
      'WEBHOOKS is off, so there is nothing to send; set WEBHOOKS=on, or do not start dispatch.',
      exitCodes.setting,
    )
  const tracing = await startTracing(settings, log)
  const store = await openStore({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    ...tellingStatements(tracing),
  })
  const deps = await realDeps(store, settings, { log, tracing })
  for (const advice of store.advice) deps.log.warn(advice)
  const dispatcher = startDispatcher(deps, { owner: deps.newId('dispatcher') })
  const { fail } = shutDownOnSignal({
    log: deps.log,
    before: () => dispatcher.stop(),
    after: async () => void (await Promise.all([store.close(), tracing?.stop()])),
  })
  void store.broken.then(fail)
  print(options, { ready: true }, 'Dealgraph is sending webhooks.')
}
