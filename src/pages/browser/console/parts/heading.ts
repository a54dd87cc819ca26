import { html } from 'htm/preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/**
 * The heading of a view: names the page's title too, and has the focus when the view is entered.
 */
export function Heading({ text }: { text: string }) {
  const place = useRef<HTMLHeadingElement>(null)
  useEffect(() => place.current?.focus(), [])
  useLayoutEffect(() => {
    document.title = `${text} · Console · Dealgraph`
  }, [text])
  return html`<h1 ref=${place} tabindex="-1">${text}</h1>`
}
