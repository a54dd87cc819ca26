import { html } from 'htm/preact'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  title: string
  children: ComponentChildren
  onClose: () => void
  /** Escape does not close it: what it shows would be lost. */
  firm?: boolean
  wide?: boolean
}

/** A window over the page: keeps the focus inside, and gives it back to where it was. */
export function Dialog({ title, children, onClose, firm = false, wide = false }: Props) {
  const place = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const before = document.activeElement
    const dialog = place.current
    dialog?.showModal()
    return () => {
      dialog?.close()
      const back =
        before instanceof HTMLElement && before.isConnected ? before : document.querySelector('h1')
      back?.focus()
    }
  }, [])
  const cancelled = (event: Event) => {
    event.preventDefault()
    if (!firm) onClose()
  }
  // Browsers let nobody hold a window open against a second Escape.
  const closed = () => {
    if (firm) place.current?.showModal()
    else if (place.current) onClose()
  }
  return html`<dialog ref=${place} class=${wide ? 'wide' : ''} aria-labelledby=${id} onCancel=${cancelled} onClose=${closed}>
    <h2 id=${id}>${title}</h2>
    ${children}
  </dialog>`
}
