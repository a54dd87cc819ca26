import { html } from 'htm/preact'

/** In place of a view for which the key lacks a scope: nothing is left out in silence. */
export function Lacking({ scope, what }: { scope: string; what: string }) {
  return html`<div class="empty">
    <p><strong>Your key may not ${what}.</strong></p>
    <p>It takes the scope <code>${scope}</code>, which your key does not have, or your role does not. Sign in with a key that has it, or ask an Owner or Admin for one.</p>
  </div>`
}
