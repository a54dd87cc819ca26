/** Renders errors as HTML if a browser opens an API URL. */
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { escapeHtml } from './browser/highlight.ts'
import { renderPage } from './page.ts'

/** Maps status codes to help for users who open an API URL in a browser. */
const remedies: Record<number, string> = {
  401: `<p>This URL is for API clients, which send an API key in the header <code>Authorization: Bearer dg_…</code>.</p>
<ul class="cards">
  <li><a href="/docs">REST reference</a> Try all REST calls with an API key.</li>
  <li><a href="/graphql">GraphiQL</a> Run GraphQL operations with an API key.</li>
  <li><a href="/console">Console</a> Create API keys. Create the first key on the server: <code>npx dealgraph keys create --user you@example.com</code></li>
</ul>`,
  404: `<ul class="cards"><li><a href="/">Dealgraph</a> Home page</li></ul>`,
}

const titles: Record<number, string> = { 401: 'API key required', 404: 'Page not found' }

/** Returns whether a browser opens the URL as a page; API clients send other header values. */
const isNavigation = ({ method, request: { headers } }: RequestContext): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  /text\/html/.test(headers.accept ?? '')

/** Converts an error response to a page if a browser opens the URL; keeps status and headers. */
export function renderErrorPage(http: RequestContext, response: HttpResponse): HttpResponse {
  if (!isNavigation(http)) return response
  const { status, headers, body } = response
  const title = titles[status] ?? 'Request failed'
  const json = JSON.stringify(JSON.parse(String(body)), null, 2)
  const page = renderPage({
    title: `${title} · Dealgraph`,
    body: `<main class="narrow"><h1>${title}</h1>${remedies[status] ?? ''}<p>API response with status ${status}:</p><pre tabindex="0">${escapeHtml(json)}</pre></main>`,
  })
  return { ...page, status, headers: { ...headers, ...page.headers } }
}
