import type { ExecutionResult } from 'graphql'
import { type Call, runQuery } from '../graphql/run.ts'
import type { Runnable } from '../graphql/runnable.ts'
import type { Answer, Exchange } from '../http/exchange.ts'
import type { Question } from './question.ts'

/**
 * Answers a query: by a thread, where that is worth it and nothing goes wrong, and else here.
 * @param of what a thread has to know of the request
 * @param answer tells the result here; a thread has the same of its own
 */
export async function answerQuery(
  x: Exchange,
  what: Runnable,
  call: Call,
  of: () => Question['of'],
  answer: (result: ExecutionResult) => Answer,
): Promise<Answer> {
  const { deps } = x
  const start = performance.now()
  const told = await deps.threads?.ask(what.operation, () => questionOf(call, deps.now(), of()))
  if (told?.answer) {
    const whole = performance.now() - start
    deps.meters.database.at('read', 'wait')(whole - told.took)
    deps.meters.database.at('read', 'work')(told.took)
    const { besides, body, ...answer } = told.answer
    Object.assign(x.headers, besides.headers)
    if (besides.code) x.code = besides.code
    return { ...answer, body: bufferOf(body) }
  }
  return answer(await runQuery(deps, what, call))
}

function questionOf({ viewer, variables, requestId }: Call, now: number, of: Question['of']): Question {
  const { rights, ...who } = viewer
  return { viewer: { ...who, scopes: rights.list }, variables, requestId, now, of }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)
