import { html, render } from 'htm/preact'
import { Console } from './frame.ts'

const place = document.getElementById('console')
place?.replaceChildren()
if (place) render(html`<${Console} />`, place)
