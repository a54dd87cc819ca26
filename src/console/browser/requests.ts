/** Hooks for the requests of a view, and the messages about them. */
import { html } from 'htm/preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type Operation, RequestError } from './client.ts'
import type { Session } from './session.ts'

/** Runs an operation when its variables change; `data` is kept until the new response arrives. */
export function useOperation<Data, Variables>(
  session: Session,
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
