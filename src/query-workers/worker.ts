/** A query worker: opens the database file and runs the queries that the main thread sends. */
import { workerData } from 'node:worker_threads'
import { pino } from 'pino'
import type { Deps } from '../context.ts'
import { readVersion } from '../lib/version.ts'
import { serveRequests } from '../lib/worker-pool.ts'
import { createMeters } from '../metrics/meters.ts'
import { openReadOnly } from '../store/open.ts'
import { createHandler } from './handler.ts'
import type { WorkerResponse } from './messages.ts'
import type { WorkerSetup } from './pool.ts'

const { file, identity, version: expected, ...setup } = workerData as WorkerSetup
if (readVersion() !== expected)
  throw new Error(`the program is now ${readVersion()}, and ${expected} is running: restart it`)

const unavailableHere = (): never => {
  throw new Error('a query worker only reads')
}

const deps: Deps = {
  ...setup,
  webhookKey: Buffer.alloc(0),
  store: await openReadOnly({ file, identity }),
  now: unavailableHere,
  newId: unavailableHere,
  randomBytes: unavailableHere,
  log: pino({ level: 'silent' }),
  meters: createMeters(),
}

/** A body that has its buffer to itself is moved rather than copied. */
const bodyBuffer = ({ result }: WorkerResponse) =>
  result && result.body.byteLength === result.body.buffer.byteLength
    ? [result.body.buffer as ArrayBuffer]
    : []

serveRequests(createHandler(deps), bodyBuffer)
