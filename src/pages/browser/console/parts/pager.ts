import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { count } from './show.ts'

export interface PageInfo {
  hasNextPage: boolean
  endCursor: string | null
}

/** The part of a connection that a list shows. */
export interface Listed<Node> {
  totalCount: number
  nodes: Node[]
  pageInfo: PageInfo
}

/** The cursors behind which the pages up to the present one begin. */
export interface Place {
  cursors: (string | null)[]
  after: string | null
  go: (cursors: (string | null)[]) => void
}

/** Which page of a list is shown; from the first one again when `reason` changes. */
export function usePlace(reason = ''): Place {
  const [state, change] = useState<{ reason: string; cursors: (string | null)[] }>({
    reason,
    cursors: [null],
  })
  const cursors = state.reason === reason ? state.cursors : [null]
  return { cursors, after: cursors.at(-1) ?? null, go: (next) => change({ reason, cursors: next }) }
}

/** The way through a list's pages; nothing where there is one only. */
export function Pager({
  place,
  list,
  size,
  what,
}: {
  place: Place
  list: Listed<unknown>
  size: number
  what: string
}) {
  const { cursors, go } = place
  const start = (cursors.length - 1) * size
  const { hasNextPage, endCursor } = list.pageInfo
  if (!hasNextPage && cursors.length === 1) return null
  return html`<nav class="pager" aria-label=${`Pages of ${what}`}>
    <button type="button" disabled=${cursors.length === 1} onClick=${() => go(cursors.slice(0, -1))}>← Newer</button>
    <span>${count(start + 1)}–${count(start + list.nodes.length)} of ${count(list.totalCount)}</span>
    <button type="button" disabled=${!hasNextPage} onClick=${() => go([...cursors, endCursor])}>Older →</button>
  </nav>`
}
