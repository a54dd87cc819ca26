import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { escapeHtml } from './browser/highlight.ts'
import { renderPage } from './page.ts'

/** Help for users who open a URL of the API in a browser, by status. */
const remedies: Record<number, string> = {
  401: `<p>This URL is for programs, which send an API key in the header <code>Authorization: Bearer dg_…</code>.</p>
<ul class="cards">
  <li><a href="/docs">REST reference</a> Try every call with a key.</li>
  <li><a href="/graphql">GraphiQL</a> The same in GraphQL.</li>
  <li><a href="/console">Console</a> Create keys. Create the first one on the server: <code>npx dealgraph keys create --user you@example.com</code></li>
</ul>`,
  404: `<ul class="cards"><li><a href="/">Dealgraph</a> Home page</li></ul>`,
}

const titles: Record<number, string> = { 401: 'API key required', 404: 'Page not found' }

/** Returns whether a browser window opens the URL; API clients do not send these headers. */
const isNavigation = ({ method, request: { headers } }: RequestContext): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  /text\/html/.test(headers.accept ?? '')

/** Shows an error response as a page, with the same status and headers, to browser windows. */
export function renderErrorPage(http: RequestContext, response: HttpResponse): HttpResponse {
  if (!isNavigation(http)) return response
  const { status, headers, body } = response
  const title = titles[status] ?? 'Request failed'
  const json = JSON.stringify(JSON.parse(String(body)), null, 2)
  const page = renderPage({
    title: `${title} · Dealgraph`,
    body: `<main class="narrow"><h1>${title}</h1>${remedies[status] ?? ''}<p>Response for programs, status ${status}:</p><pre tabindex="0">${escapeHtml(json)}</pre></main>`,
  })
  return { ...page, status, headers: { ...headers, ...page.headers } }
}
