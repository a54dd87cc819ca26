import { parentPort, threadId } from 'node:worker_threads'
import type { WorkerRequest, WorkerResponse } from '../../src/graphql/worker-messages.ts'

/** Creates a response that contains the id of the worker thread. */
const createResponse = ({ variables }: WorkerRequest): WorkerResponse => ({
  durationMs: 0,
  blockingMs: Number(variables['durationMs'] ?? 0),
  result: {
    status: 200,
    headers: { thread: String(threadId) },
    body: new Uint8Array(),
    context: { responseHeaders: {} },
  },
})

/**
 * The handlers by value of the variable `behavior`. Held requests receive their response after
 * `resume`.
 */
const behaviors: Record<string, (id: number, request: WorkerRequest) => void> = {
  respond: (id, request) => parentPort?.postMessage([id, createResponse(request)]),
  hold: (id, request) => heldRequests.push([id, request]),
  return: (id) => parentPort?.postMessage([id, { durationMs: 1, blockingMs: 1 }]),
  reject: (id) =>
    parentPort?.postMessage([id, { durationMs: 0, blockingMs: 0, inputRejected: true }]),
  fail() {
    throw new Error('scripted failure')
  },
}
const heldRequests: [number, WorkerRequest][] = []

parentPort?.on('message', (message: 'resume' | [number, WorkerRequest]) => {
  if (message === 'resume')
    for (const heldRequest of heldRequests.splice(0)) behaviors['respond']?.(...heldRequest)
  else behaviors[String(message[1].variables['behavior'])]?.(...message)
})
parentPort?.postMessage('ready')
