import { parentPort, workerData } from 'node:worker_threads'
import { pino } from 'pino'
import type { Deps } from '../context.ts'
import { OperationFailed } from '../graphql/errors.ts'
import { readVersion } from '../lib/version.ts'
import { createMeters } from '../metrics/meters.ts'
import { openReadOnly } from '../store/open.ts'
import { answererOf } from './answerer.ts'
import type { WorkerRequest, WorkerResponse } from './messages.ts'
import type { Setup } from './pool.ts'

/**
 * A thread that answers queries; see `threads.ts`. What it cannot answer it says nothing of, for
 * who has asked then does it again.
 */
const { file, identity: is, version: expected, ...setup } = workerData as Setup
if (readVersion() !== expected)
  throw new Error(`the program is now ${readVersion()}, and ${expected} is running: restart it`)
const never = (): never => {
  throw new Error('a thread only reads')
}
const store = await openReadOnly({ file, identity: is })
const deps: Deps = {
  ...setup,
  webhookKey: Buffer.alloc(0),
  store,
  now: never,
  newId: never,
  randomBytes: never,
  log: pino({ level: 'silent' }),
  meters: createMeters(),
}
const answer = answererOf(deps)

/** Bytes that are nobody else's need not be copied. */
const own = ({ answer }: WorkerResponse) =>
  answer && answer.body.byteLength === answer.body.buffer.byteLength
    ? [answer.body.buffer as ArrayBuffer]
    : []

async function take(id: number, question: WorkerRequest): Promise<void> {
  const told: WorkerResponse = await answer(question).catch((error) => ({
    took: 0,
    work: 0,
    refused: error instanceof OperationFailed,
  }))
  parentPort?.postMessage([id, told], own(told))
}

parentPort?.on('message', ([id, question]: [number, WorkerRequest]) => void take(id, question))
parentPort?.postMessage('ready')
