import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { escapeHtml, renderPage } from './page.ts'

/**
 * What helps somebody who typed an address of the API into a browser, by the status of its answer.
 */
const remedies: Record<number, string> = {
  401: `<p>This address is for programs. Send an API key in the header <code>Authorization: Bearer dg_…</code>, which a browser's address bar cannot do.</p>
<ul class="cards">
  <li><a href="/docs">REST reference</a> Try this and every other call with a key.</li>
  <li><a href="/graphql">GraphiQL</a> The same in GraphQL.</li>
  <li><a href="/console">Console</a> Create keys. Create the first one on the server: <code>npx dealgraph keys create --user you@example.com</code></li>
</ul>`,
  404: `<ul class="cards"><li><a href="/">Dealgraph</a> Home page</li></ul>`,
}

const titles: Record<number, string> = { 401: 'API key required', 404: 'Page not found' }

/**
 * A window of a browser that goes to an address: no program that uses the API says so of itself,
 * whatever it accepts.
 */
const isVisit = ({ method, request: { headers } }: RequestContext): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  /text\/html/.test(headers.accept ?? '')

const printed = ({ body }: HttpResponse) => JSON.stringify(JSON.parse(String(body)), null, 2)

/** Shows an error response as a page, with the same status and headers, to browser windows. */
export function renderErrorPage(http: RequestContext, answer: HttpResponse): HttpResponse {
  if (!isVisit(http)) return answer
  const title = titles[answer.status] ?? 'Request failed'
  const body = `<main class="narrow"><h1>${title}</h1>${remedies[answer.status] ?? ''}<p>Response for programs, status ${answer.status}:</p><pre tabindex="0">${escapeHtml(printed(answer))}</pre></main>`
  const shown = renderPage({ title: `${title} · Dealgraph`, body })
  return { ...shown, status: answer.status, headers: { ...answer.headers, ...shown.headers } }
}
