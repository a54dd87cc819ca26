/**
 * An operation with the types of what it answers and of what it takes. The tests hold each of them
 * against the schema.
 */
export interface Operation<Data, Variables> {
  text: string
  /** Never there: it only carries the types. */
  types?: [Data, Variables]
}

export const operation = <Data, Variables = Record<string, never>>(
  text: string,
): Operation<Data, Variables> => ({ text })

/** What is wrong with one field of what was sent. */
export interface Detail {
  field: string
  message: string
}

/** Why the server did not do what it was asked for. */
export class Refused extends Error {
  readonly code: string
  readonly details: Detail[]
  constructor(code: string, message: string, details: Detail[] = []) {
    super(message)
    this.code = code
    this.details = details
  }
}

interface Reply {
  data?: Record<string, unknown> | null
  errors?: {
    message: string
    extensions?: { code?: string; details?: Detail[]; retryAfter?: number }
  }[]
}

/**
 * `wait`: how soon one question may follow another, in milliseconds, for half of the key's
 * allowance to be left over for people. `asked`: the questions so far.
 */
export const pace = { wait: 0, asked: 0 }

function keepPace({ headers }: Response): void {
  const left = Number(headers.get('X-RateLimit-Remaining'))
  const until = Number(/t=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1])
  if (left >= 0 && until >= 0) pace.wait = (2 * until * 1000) / Math.max(1, left)
}

/**
 * Asks the server, under a key. Where a part of the answer is missing (a field for which the key
 * lacks a scope), the rest is given.
 * @throws Refused
 */
export async function ask<Data, Variables>(
  key: string,
  { text }: Operation<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  pace.asked++
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    },
    body: JSON.stringify({ query: text, variables }),
  }).catch(() => {
    throw new Refused(
      'UNREACHABLE',
      'The server cannot be reached. Check that it is running and that you are online, then try again.',
    )
  })
  keepPace(response)
  const reply = (await response.json().catch(() => ({}))) as Reply
  const whole = reply.data && Object.values(reply.data).every((value) => value !== null)
  if (whole) return reply.data as Data
  const error = reply.errors?.[0]
  throw new Refused(
    error?.extensions?.code ?? 'UNEXPECTED',
    error?.message ?? `The server gave an answer that is none (status ${response.status}).`,
    error?.extensions?.details,
  )
}

/** The part of a connection that a list shows. */
export interface Listed<Node> {
  totalCount: number
  nodes: Node[]
  pageInfo: PageInfo
}

export interface PageInfo {
  hasNextPage: boolean
  endCursor: string | null
}
