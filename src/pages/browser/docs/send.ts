import { currentKey } from '../key.ts'

/** What came back, as it is shown. */
export interface Answer {
  status: number
  text: string
  milliseconds: number
  headers: [name: string, value: string][]
  body: unknown
}

const shown = [
  'x-ratelimit-remaining',
  'x-ratelimit-limit',
  'etag',
  'location',
  'link',
  'idempotent-replayed',
  'retry-after',
  'x-request-id',
]

async function send(
  path: string,
  init: RequestInit & { headers: Record<string, string> },
): Promise<Answer> {
  const start = performance.now()
  const answer = await fetch(path, {
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${currentKey()}` },
  })
  const text = await answer.text()
  return {
    status: answer.status,
    text: answer.statusText,
    milliseconds: Math.round(performance.now() - start),
    headers: shown.flatMap((name): [string, string][] => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
    body: parsed(text),
  }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const sendRest = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<Answer> =>
  send(path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body }),
  })

export const sendGraphql = (
  query: string,
  variables: object,
  operationName: string,
): Promise<Answer> =>
  send('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables, operationName }),
  })
