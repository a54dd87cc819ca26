import { html } from 'htm/preact'
import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.ts'
import { useDoing } from './doing.ts'
import { Fault } from './fault.ts'

interface Props {
  title: string
  children: ComponentChildren
  /** What the button says: the deed, not "OK". */
  verb: string
  deed: () => Promise<void>
  /** It does no harm, and is followed by something else in the same place. */
  safe?: boolean
  onClose: () => void
}

/** Asks before something that cannot be undone. The way back has the focus. */
export function Confirm({ title, children, verb, deed, safe = false, onClose }: Props) {
  const { busy, refused, run } = useDoing()
  const done = () =>
    run(async () => {
      await deed()
      if (!safe) onClose()
    })
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <div>${children}</div>
    <${Fault} refused=${refused} />
    <div class="buttons">
      <button type="button" onClick=${onClose} autofocus>Cancel</button>
      <button type="button" class=${safe ? 'main' : 'danger'} disabled=${busy} onClick=${done}>${verb}</button>
    </div>
  <//>`
}
