import { parentPort, threadId } from 'node:worker_threads'
import type { WorkerRequest, WorkerResponse } from '../../src/graphql/worker-messages.ts'

/** Says which thread it was; what else it answers is of no interest. */
const answerOf = ({ variables }: WorkerRequest): WorkerResponse => ({
  durationMs: 0,
  blockingMs: Number(variables['took'] ?? 0),
  result: {
    status: 200,
    headers: { thread: String(threadId) },
    body: new Uint8Array(),
    context: { headers: {} },
  },
})

/**
 * A reading thread that does with a question what its variables say; what it keeps, it answers when
 * it is told to go on.
 */
const ways: Record<string, (id: number, question: WorkerRequest) => void> = {
  answer: (id, question) => parentPort?.postMessage([id, answerOf(question)]),
  keep: (id, question) => kept.push([id, question]),
  return: (id) => parentPort?.postMessage([id, { durationMs: 1, blockingMs: 1 }]),
  refuse: (id) =>
    parentPort?.postMessage([id, { durationMs: 0, blockingMs: 0, inputRejected: true }]),
  fail() {
    throw new Error('out of luck')
  },
}
const kept: [number, WorkerRequest][] = []

parentPort?.on('message', (message: 'go on' | [number, WorkerRequest]) => {
  if (message === 'go on') for (const each of kept.splice(0)) ways['answer']?.(...each)
  else ways[String(message[1].variables['way'])]?.(...message)
})
parentPort?.postMessage('ready')
