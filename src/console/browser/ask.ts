/**
 * A GraphQL operation with the types of its data and variables. Tests compare them with the
 * schema.
 */
export interface Operation<Data, Variables> {
  text: string
  /** Never set: carries the types only. */
  types?: [Data, Variables]
}

export const operation = <Data, Variables = Record<string, never>>(
  text: string,
): Operation<Data, Variables> => ({ text })

/** An error in one field of the input. */
export interface Detail {
  field: string
  message: string
}

/** A failed request. */
export class RequestError extends Error {
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
 * `wait`: milliseconds between automatic requests, so that half of the key's units remain for the
 * user. `asked`: requests so far.
 */
export const rateLimit = { wait: 0, asked: 0 }

function updateRateLimit({ headers }: Response): void {
  const left = Number(headers.get('X-RateLimit-Remaining'))
  const until = Number(/t=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1])
  if (left >= 0 && until >= 0) rateLimit.wait = (2 * until * 1000) / Math.max(1, left)
}

/**
 * Sends an operation with a key. Returns partial data if the key lacks the scope of a field.
 * @throws RequestError
 */
export async function sendOperation<Data, Variables>(
  key: string,
  { text }: Operation<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  rateLimit.asked++
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    },
    body: JSON.stringify({ query: text, variables }),
  }).catch(() => {
    throw new RequestError(
      'UNREACHABLE',
      'The server cannot be reached. Check that it is running and that you are online, then try again.',
    )
  })
  updateRateLimit(response)
  const reply = (await response.json().catch(() => ({}))) as Reply
  const whole = reply.data && Object.values(reply.data).every((value) => value !== null)
  if (whole) return reply.data as Data
  const error = reply.errors?.[0]
  throw new RequestError(
    error?.extensions?.code ?? 'UNEXPECTED',
    error?.message ?? `The server gave an answer that is none (status ${response.status}).`,
    error?.extensions?.details,
  )
}

/** The part of a connection that a list shows. */
export interface Connection<Node> {
  totalCount: number
  nodes: Node[]
  pageInfo: PageInfo
}

export interface PageInfo {
  hasNextPage: boolean
  endCursor: string | null
}
