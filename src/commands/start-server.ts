/** Starts and stops the server for the `serve` command. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import v8 from 'node:v8'
import type { Logger } from 'pino'
import { type DemoKey, readDemoKeys } from '../../db/seed/demo-keys.ts'
import { authenticateKey } from '../access/api-keys.ts'
import { createApp } from '../app.ts'
import type { Deps } from '../context.ts'
import { createDeps, startSignIn, startTracing } from '../create-deps.ts'
import { deleteExpiredAddresses } from '../http/failed-attempts.ts'
import { deleteExpiredKeys } from '../http/idempotency.ts'
import { hourMs } from '../lib/time.ts'
import { createQueryWorkers } from '../query-workers/pool.ts'
import { allCompanies, demoCompanies } from '../resources/companies/operations.ts'
import { purgeDeletedFields } from '../resources/custom-fields/operations.ts'
import { emptyTrash } from '../resources/people/trash.ts'
import { sweepDeliveries } from '../resources/webhooks/deliveries.ts'
import { getLocalUrl, isLoopback, type Settings } from '../settings.ts'
import { OperatorError } from '../store/faults.ts'
import { openStore } from '../store/open.ts'
import { Dispatcher } from '../webhooks/dispatcher.ts'
import { createOptionError, type Output, print } from './command-helpers.ts'
import { findDemoWarning } from './demo.ts'
import { shutDownOnSignal } from './shutdown.ts'

/** Starts the server, which runs until a signal arrives. @throws OperatorError if startup fails */
export async function serve(options: Output, settings: Settings, log: Logger): Promise<void> {
  const tracing = await startTracing(settings, log)
  const store = await openStore({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    isServing: true,
    onStatement: tracing?.recordStatement,
  })
  try {
    const deps = await createDeps(store, settings, { log, tracing })
    const { url, keys } = await startServer(deps)
    const printedKeys = keys.map(({ role, email, secret }) => ({ role, email, secret }))
    print(options, { url, paths: pagePaths, keys: printedKeys }, formatWelcome(url, keys))
  } catch (error) {
    await store.close()
    throw error
  }
}

async function startServer(deps: Deps): Promise<{ url: string; keys: DemoKey[] }> {
  const { settings, store, log } = deps
  const demoKeys = settings.DEMO ? await loadDemoKeys(deps) : []
  deps.signIn = await startSignIn(deps)
  const workerCount = Math.min(settings.QUERY_WORKERS, availableParallelism() - 1)
  deps.queryWorkers = createQueryWorkers(deps, workerCount)
  const { server, pages, streams } = createApp(deps, {
    isReady: true,
    demoKey: isLoopback(settings.HOST) ? demoKeys[0]?.secret : undefined,
  })
  await listen(server, settings)
  const stopHousekeeping = startHousekeeping(deps)
  await logWarnings(deps)
  const dispatcher = startDispatcher(deps)
  let dispatcherStopped: Promise<void> | undefined
  const fail = shutDownOnSignal({
    log,
    server,
    drainMs: settings.DRAIN_SECONDS * 1000,
    stopAccepting: async () => {
      pages.isReady = false
      stopHousekeeping()
      dispatcherStopped = dispatcher?.stop()
      await streams.end()
    },
    close: async () => {
      await dispatcherStopped
      await deps.queryWorkers?.end()
      await Promise.all([store.close(), deps.tracing?.stop()])
    },
  })
  void store.fatalError.then((error) => {
    pages.isReady = false
    fail(error)
  })
  allowSemiSpaceGrowth()
  return { url: getLocalUrl(settings), keys: demoKeys }
}

/** Logs advice on the database, and a warning if the demo company may be unsafe. */
async function logWarnings({ settings, store, log }: Deps): Promise<void> {
  for (const advice of store.advice) log.warn(advice)
  const companies = await store.allCompanies.readLatest((db) => db.all(demoCompanies, {}))
  const demoWarning = findDemoWarning(settings, companies)
  if (demoWarning) log.warn(`${demoWarning.finding}. ${demoWarning.advice}`)
}

/** Starts this process's webhook dispatcher. @returns undefined if `WEBHOOKS=off` */
function startDispatcher(deps: Deps): Dispatcher | undefined {
  if (deps.settings.WEBHOOKS === 'off') {
    deps.log.warn('WEBHOOKS=off: webhooks are not sent; set WEBHOOKS=on to send them')
    return undefined
  }
  // Only one process serves a SQLite file, so old leases of `serve` belong to a former process.
  return new Dispatcher(
    deps,
    deps.store.isShared ? { owner: deps.newId('serve') } : { owner: 'serve', isOnlyOwner: true },
  )
}

/** Loads the demo company into an empty database. @returns the demo company's valid API keys */
async function loadDemoKeys(deps: Deps): Promise<DemoKey[]> {
  const companies = await deps.store.allCompanies.readLatest((db) => db.all(allCompanies, {}))
  if (companies.length === 0)
    await (await import('../../db/seed.ts')).loadDemo(deps, (existing) => existing.length === 0)
  const validKeys: DemoKey[] = []
  for (const key of readDemoKeys(deps.settings))
    if (await deps.store.allCompanies.readLatest((db) => authenticateKey(deps, db, key.secret)))
      validKeys.push(key)
  return validKeys
}

/** Listens on `HOST` and `PORT`. If `PORT` is 0, sets it to the port that the system selected. */
async function listen(server: Server, settings: Settings): Promise<void> {
  const { HOST, PORT } = settings
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListen(error, HOST, PORT)))
    server.listen(PORT, HOST, resolve)
  })
  settings.PORT = (server.address() as AddressInfo).port
}

function explainListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new OperatorError(
      `Port ${port} on ${host} is in use by another program; stop it, or set PORT to another port.`,
      'portTaken',
    )
  if (error.code === 'EACCES')
    return createOptionError(
      `The operating system forbids port ${port}; set PORT to a number above 1023.`,
    )
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return createOptionError(`HOST ${host} is not an address of this machine; use 127.0.0.1.`)
  return error
}

const pagePaths = {
  Docs: '/docs',
  GraphiQL: '/graphql',
  Console: '/console',
  REST: '/v1',
  OpenAPI: '/openapi.json',
  Schema: '/schema.graphql',
  Health: '/health',
}

function formatWelcome(url: string, keys: DemoKey[]): string {
  const lines = [
    '',
    'Dealgraph is ready.',
    '',
    ...Object.entries(pagePaths).map(([name, path]) => `  ${name.padEnd(13)}${url}${path}`),
    '',
  ]
  if (keys.length > 0)
    lines.push(
      'API keys of the demo company, to send in the header "Authorization: Bearer …":',
      '',
      ...keys.map(({ role, secret, name }) => `  ${role.padEnd(13)}${secret}  (${name})`),
      '',
    )
  return lines.join('\n')
}

/**
 * Lets V8 enlarge its semi-space for new objects. `main.js` prevents this during startup, because
 * an idle server would otherwise keep a semi-space of 24 MB.
 */
const allowSemiSpaceGrowth = (): void => v8.setFlagsFromString('--semi-space-growth-factor=16')

const firstHousekeepingDelayMs = 2000

/**
 * Runs housekeeping every hour: deletes people after `TRASH_DAYS`, expired idempotency keys, client
 * addresses and webhook deliveries, and the values of deleted fields. @returns a stop function
 */
function startHousekeeping(deps: Deps): () => void {
  const housekeepingTasks = [
    deleteExpiredKeys,
    deleteExpiredAddresses,
    emptyTrash,
    purgeDeletedFields,
    sweepDeliveries,
  ]
  const runTasks = async () => {
    try {
      for (const task of housekeepingTasks) await task(deps)
    } catch (error) {
      deps.log.error({ err: error }, 'housekeeping failed; the next attempt is in one hour')
    }
  }
  const firstTimer = setTimeout(() => void runTasks(), firstHousekeepingDelayMs).unref()
  const intervalTimer = setInterval(() => void runTasks(), hourMs).unref()
  return () => {
    clearTimeout(firstTimer)
    clearInterval(intervalTimer)
  }
}
