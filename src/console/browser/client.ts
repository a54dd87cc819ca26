import { authenticationHeaders } from '../../pages/browser/credential.ts'

/** A GraphQL operation with the types of its data and variables; tests validate its text. */
export interface Operation<Data, Variables> {
  text: string
  /** Never set; carries only the types. */
  types?: [Data, Variables]
}

export const operation = <Data, Variables = Record<string, never>>(
  text: string,
): Operation<Data, Variables> => ({ text })

/** The fields of a connection that a list shows. */
export interface Connection<Node> {
  totalCount: number | null
  nodes: Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

export type ById = { id: string }

/** Variables of a change, which fails if another user has changed the record since. */
export interface ByVersion extends ById {
  expectedVersion: number
}

export type PageVariables = { first: number; after: string | null }

export type FieldError = { field: string; message: string }

export class RequestError extends Error {
  readonly code: string
  readonly details: FieldError[]
  constructor(code: string, message: string, details: FieldError[] = []) {
    super(message)
    this.code = code
    this.details = details
  }
}

interface GraphqlResponse {
  data?: Record<string, unknown> | null
  errors?: { message: string; extensions?: { code?: string; details?: FieldError[] } }[]
}

/**
 * `intervalMs`: the time between automatic requests that leaves half of the key's quota to the
 * user. `requestCount`: the number of requests so far.
 */
export const rateLimit = { intervalMs: 0, requestCount: 0 }

function updateRateLimit({ headers }: Response): void {
  const remainingUnits = Number(headers.get('X-RateLimit-Remaining'))
  const resetSeconds = Number(/t=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1])
  if (remainingUnits >= 0 && resetSeconds >= 0)
    rateLimit.intervalMs = (2 * resetSeconds * 1000) / Math.max(1, remainingUnits)
}

/**
 * @param key undefined: the request uses the session
 * @throws RequestError, also if a root field is null because the caller lacks its scope
 */
export async function sendOperation<Data, Variables>(
  key: string | undefined,
  { text }: Operation<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  rateLimit.requestCount++
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      ...authenticationHeaders(key),
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
  const { data, errors } = (await response.json().catch(() => ({}))) as GraphqlResponse
  if (data && Object.values(data).every((value) => value !== null)) return data as Data
  const [error] = errors ?? []
  throw new RequestError(
    error?.extensions?.code ?? 'UNEXPECTED',
    error?.message ?? `The server's response is not valid (status ${response.status}). Try again.`,
    error?.extensions?.details?.map(({ field, message }) => ({
      field: field.replace(/^input\./, ''),
      message,
    })),
  )
}
