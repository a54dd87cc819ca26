/** Sends operations, directly or by hooks of a view, and shows messages about them. */
import { html } from 'htm/preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
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
export type ByVersion = ById & { expectedVersion: number }

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

/** Sends operations with the credential of the user, as a session does. */
interface Sender {
  send<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): Promise<Data>
}

/** Runs an operation when its variables change; `data` is kept until the new response arrives. */
export function useOperation<Data, Variables>(
  session: Sender,
  operation: Operation<Data, Variables>,
  variables: Variables,
  skip = false,
) {
  const [state, setState] = useState<{
    data?: Data
    error?: RequestError | undefined
    isLoading: boolean
  }>({ isLoading: !skip })
  const requests = useRef({ sent: 0, shown: 0 })
  const key = JSON.stringify(variables)
  const reload = useCallback(() => {
    const request = ++requests.current.sent
    if (skip) return
    const show = (change: (before: typeof state) => typeof state) => {
      if (request <= requests.current.shown) return
      requests.current.shown = request
      setState(change)
    }
    setState((before) => ({ ...before, isLoading: true }))
    session.send(operation, JSON.parse(key) as Variables).then(
      (data) => show(() => ({ data, isLoading: false })),
      (error: RequestError) => show((before) => ({ ...before, error, isLoading: false })),
    )
  }, [session, operation, key, skip])
  useEffect(() => {
    reload()
    return () => {
      requests.current.shown = requests.current.sent
    }
  }, [reload])
  return { data: state.data, error: state.error, isLoading: state.isLoading, reload }
}

/** Runs one action at a time and keeps its error. */
export function useAction() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<RequestError>()
  const run = async (action: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await action()
    } catch (error) {
      const isExpected = error instanceof RequestError
      setError(isExpected ? error : new RequestError('UNEXPECTED', String(error)))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, run }
}

/** Returns the input field to which an error belongs: `scopes` for `scopes[2]`. */
export const getRootField = (field: string): string => field.replace(/[[.].*/, '')

interface ErrorProps {
  error: RequestError | undefined
  /** Fields that show their own errors; the first invalid one gets the focus. */
  fields?: string[]
}

export function ErrorMessage({ error, fields = [] }: ErrorProps) {
  useEffect(() => {
    if (error && fields.length > 0)
      document.querySelector<HTMLElement>('dialog [aria-invalid="true"]')?.focus()
  }, [error])
  if (!error) return html`<div role="alert"></div>`
  const details = error.details.filter(({ field }) => !fields.includes(getRootField(field)))
  return html`<div role="alert" class="fault box">
    <p>${error.message}${/[.!?]$/.test(error.message) ? '' : '.'}</p>
    ${details.length > 0 && html`<ul>${details.map(({ field, message }) => html`<li><code>${field}</code> ${message}</li>`)}</ul>`}
  </div>`
}

type Notice = { text: string; isWarning: boolean }

let noticeListener: (notice: Notice | undefined) => void = () => {}

export const showNotice = (text: string): void => noticeListener({ text, isWarning: false })

export const showWarning = (text: string): void => noticeListener({ text, isWarning: true })

/** Shows the latest notice until it is dismissed or another view is opened. */
export function Notices() {
  const [notice, setNotice] = useState<Notice>()
  useEffect(() => {
    noticeListener = setNotice
    const clear = () => setNotice(undefined)
    addEventListener('hashchange', clear)
    return () => removeEventListener('hashchange', clear)
  }, [])
  return html`<div class="notices" role="status" aria-live="polite">
    ${
      notice &&
      html`<p class=${notice.isWarning ? 'notice bad' : 'notice'}>
        ${notice.text}
        <button type="button" class="plain" onClick=${() => setNotice(undefined)} aria-label="Dismiss">✕</button>
      </p>`
    }
  </div>`
}
