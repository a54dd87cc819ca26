import { html } from 'htm/preact'
import { Heading } from '../parts/heading.ts'

export const Endpoint = () => html`<${Heading} text="Webhook" />`
