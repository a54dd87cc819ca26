import { html } from 'htm/preact'
import type { LiveState } from '../live.ts'

const words = { connecting: 'Connecting …', live: 'Live', lost: 'Connection lost, trying again …' }

/** Whether what is shown follows what happens. */
export const LiveMark = ({ state }: { state: LiveState }) =>
  html`<span class="live" data-state=${state} role="status">${words[state]}</span>`
