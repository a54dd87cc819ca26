import { html } from 'htm/preact'
import { Heading } from '../parts/heading.ts'

export const Endpoints = () => html`<${Heading} text="Webhooks" />`
