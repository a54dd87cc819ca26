import { createHash } from 'node:crypto'
import type { HttpResponse } from '../http/request-context.ts'
import { vendored } from './vendored.ts'

/** What a page is made of. All that it loads comes from `/assets/`, so it works with no network. */
export interface Page {
  title: string
  /**
   * What stands in the page before any script has run, as HTML. Whatever comes from outside goes
   * through `escaped`.
   */
  body: string
  /** Scripts and styles of its own, by their names in `browser/`: `board.ts`, `board.css`. */
  assets?: string[]
  /** What its script reads by `settings()`. */
  settings?: object
  /** What its own content security policy adds to that of all pages, by directive. */
  allows?: Record<string, string>
}

const importMap = JSON.stringify({ imports: vendored.imports })
const hashed = createHash('sha256').update(importMap).digest('base64')

/** Nothing from elsewhere, nothing inline, in nobody's frame. */
const policy: Record<string, string> = {
  'default-src': "'none'",
  'script-src': `'self' 'sha256-${hashed}'`,
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}
const policyWith = (more: Record<string, string>) =>
  [...new Set([...Object.keys(policy), ...Object.keys(more)])]
    .map((name) => [name, policy[name], more[name]].filter(Boolean).join(' '))
    .join('; ')

export const escaped = (value: unknown): string =>
  String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** JSON that cannot end the element it stands in. */
const embedded = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')

const tag = (name: string) =>
  name.endsWith('.css')
    ? `<link rel="stylesheet" href="/assets/${name}">`
    : `<script type="module" src="/assets/${name}"></script>`

/** A page whole, with the headers that keep it to itself. */
export function page({ title, body, assets = [], settings, allows = {} }: Page): HttpResponse {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="/assets/icon.svg">
<script type="importmap">${importMap}</script>
${['house.css', ...assets].map(tag).join('\n')}
</head>
<body>
${settings ? `<script type="application/json" id="settings">${embedded(settings)}</script>` : ''}
${body}
</body>
</html>
`
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyWith(allows),
      'Referrer-Policy': 'no-referrer',
    },
    body: html,
  }
}
