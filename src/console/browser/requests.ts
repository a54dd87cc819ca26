import { html } from 'htm/preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Operation, RequestError } from './ask.ts'
import type { Session } from './session.ts'

export interface OperationState<Data> {
  /** The newest data; while loading, the previous data. */
  data: Data | undefined
  refused: RequestError | undefined
  loading: boolean
  /** Repeats the request. */
  again: () => void
}

/**
 * Runs an operation again whenever its variables change. Only the response to the last request
 * counts.
 */
export function useOperation<Data, Variables>(
  session: Session,
  operation: Operation<Data, Variables>,
  variables: Variables,
  skip = false,
): OperationState<Data> {
  const [state, change] = useState<{
    data?: Data
    refused?: RequestError | undefined
    loading: boolean
  }>({ loading: !skip })
  const turns = useRef({ newest: 0, shown: 0 })
  const asked = JSON.stringify(variables)
  const again = useCallback(() => {
    const mine = ++turns.current.newest
    const shows = () => {
      if (mine <= turns.current.shown) return false
      turns.current.shown = mine
      return true
    }
    if (skip) return
    change((before) => ({ ...before, loading: true }))
    session.ask(operation, JSON.parse(asked) as Variables).then(
      (data) => shows() && change({ data, loading: false }),
      (refused: RequestError) =>
        shows() && change((before) => ({ ...before, refused, loading: false })),
    )
  }, [session, operation, asked, skip])
  useEffect(() => {
    again()
    return () => {
      turns.current.shown = turns.current.newest
    }
  }, [again])
  return { data: state.data, refused: state.refused, loading: state.loading, again }
}

/**
 * What the server refused, where it stands beside no field: read out at once. The first field that
 * has something to put right gets the focus.
 */
export function ErrorMessage({
  refused,
  beside = [],
}: {
  refused: RequestError | undefined
  beside?: string[]
}) {
  useEffect(() => {
    if (refused && beside.length > 0)
      document.querySelector<HTMLElement>('dialog [aria-invalid="true"]')?.focus()
  }, [refused])
  if (!refused) return html`<div role="alert"></div>`
  const others = refused.details.filter(
    ({ field }) => !beside.includes(field.replace(/[[.].*/, '')),
  )
  return html`<div role="alert" class="fault box">
    <p>${refused.message}${/[.!?]$/.test(refused.message) ? '' : '.'}</p>
    ${others.length > 0 && html`<ul>${others.map(({ field, message }) => html`<li><code>${field}</code> ${message}</li>`)}</ul>`}
  </div>`
}

/**
 * What is said last, at the foot of the page and to screen readers, until it is closed or something
 * else is said.
 */
interface Notice {
  text: string
  bad: boolean
}

let noticeListener: (notice: Notice | undefined) => void = () => {}

/** Confirms an action. */
export const showNotice = (text: string): void => noticeListener({ text, bad: false })

/** Reports a failed action with its reason. */
export const showWarning = (text: string): void => noticeListener({ text, bad: true })

export function Notices() {
  const [notice, change] = useState<Notice>()
  useEffect(() => {
    noticeListener = change
    const clear = () => change(undefined)
    addEventListener('hashchange', clear)
    return () => removeEventListener('hashchange', clear)
  }, [])
  return html`<div class="notices" role="status" aria-live="polite">
    ${
      notice &&
      html`<p class=${notice.bad ? 'notice bad' : 'notice'}>
        ${notice.text}
        <button type="button" class="plain" onClick=${() => change(undefined)} aria-label="Dismiss">✕</button>
      </p>`
    }
  </div>`
}
