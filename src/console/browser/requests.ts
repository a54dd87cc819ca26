import { html } from 'htm/preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Operation, Refused } from './ask.ts'
import type { Session } from './session.ts'

export interface Asked<Data> {
  /** The newest answer; while the next one is under way, the one before. */
  data: Data | undefined
  refused: Refused | undefined
  loading: boolean
  /** Asks once more. */
  again: () => void
}

/**
 * What an operation answers, asked anew whenever its variables change. Of answers that overtake
 * each other the last question's counts.
 */
export function useAsked<Data, Variables>(
  session: Session,
  operation: Operation<Data, Variables>,
  variables: Variables,
  skip = false,
): Asked<Data> {
  const [state, change] = useState<{
    data?: Data
    refused?: Refused | undefined
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
      (refused: Refused) => shows() && change((before) => ({ ...before, refused, loading: false })),
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
export function Fault({
  refused,
  beside = [],
}: {
  refused: Refused | undefined
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

let heard: (notice: Notice | undefined) => void = () => {}

/** Says that something has been done. */
export const say = (text: string): void => heard({ text, bad: false })

/** Says that something could not be done, and why. */
export const warn = (text: string): void => heard({ text, bad: true })

export function Notices() {
  const [notice, change] = useState<Notice>()
  useEffect(() => {
    heard = change
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
