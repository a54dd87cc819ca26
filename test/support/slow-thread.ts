import { parentPort, threadId } from 'node:worker_threads'
import type { Question, Told } from '../../src/threads/question.ts'

/** Says which thread it was; what else it answers is of no interest. */
const answerOf = ({ variables }: Question): Told => ({
  took: 0,
  work: Number(variables['took'] ?? 0),
  answer: {
    status: 200,
    headers: { thread: String(threadId) },
    body: new Uint8Array(),
    besides: { headers: {} },
  },
})

/**
 * A reading thread that does with a question what its variables say; what it keeps, it answers when
 * it is told to go on.
 */
const ways: Record<string, (id: number, question: Question) => void> = {
  answer: (id, question) => parentPort?.postMessage([id, answerOf(question)]),
  keep: (id, question) => kept.push([id, question]),
  return: (id) => parentPort?.postMessage([id, { took: 1, work: 1 }]),
  refuse: (id) => parentPort?.postMessage([id, { took: 0, work: 0, refused: true }]),
  fail() {
    throw new Error('out of luck')
  },
}
const kept: [number, Question][] = []

parentPort?.on('message', (message: 'go on' | [number, Question]) => {
  if (message === 'go on') for (const each of kept.splice(0)) ways['answer']?.(...each)
  else ways[String(message[1].variables['way'])]?.(...message)
})
parentPort?.postMessage('ready')
