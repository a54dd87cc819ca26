import { html } from 'htm/preact'
import { useEffect, useState } from 'preact/hooks'

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
        <button type="button" class="plain" onClick=${() => change(undefined)} aria-label="Close this message">✕</button>
      </p>`
    }
  </div>`
}
