import { html } from 'htm/preact'
import { Heading } from '../parts/heading.ts'

export const Boards = () => html`<${Heading} text="Board" />`
