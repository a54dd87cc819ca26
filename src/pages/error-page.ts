import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { escapeHtml, renderPage } from './page.ts'

/**
 * What helps somebody who typed an address of the API into a browser, by the status of its answer.
 */
const remedies: Record<number, string> = {
  401: `<p>This address is for programs. It takes an API key in a header, <code>Authorization: Bearer dg_…</code>, which the address bar of a browser cannot send.</p>
<ul class="cards">
  <li><a href="/docs">REST reference</a> Try this call, and every other, with a key.</li>
  <li><a href="/graphql">GraphiQL</a> The same in GraphQL.</li>
  <li><a href="/console">Console</a> Make a key, with one that you have. The first is made on the server: <code>npx dealgraph keys create --user you@example.com</code></li>
</ul>`,
  404: `<ul class="cards"><li><a href="/">Dealgraph</a> What there is at this address.</li></ul>`,
}

const titles: Record<number, string> = { 401: 'An API key is needed', 404: 'There is nothing here' }

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

/**
 * The same refusal, for somebody who looks at it in a browser: status and headers are those of the
 * answer, which the page shows.
 */
export function renderErrorPage(http: RequestContext, answer: HttpResponse): HttpResponse {
  if (!isVisit(http)) return answer
  const title = titles[answer.status] ?? 'That did not work'
  const body = `<main class="narrow"><h1>${title}</h1>${remedies[answer.status] ?? ''}<p>What a program is told, with status ${answer.status}:</p><pre tabindex="0">${escapeHtml(printed(answer))}</pre></main>`
  const shown = renderPage({ title: `${title} · Dealgraph`, body })
  return { ...shown, status: answer.status, headers: { ...answer.headers, ...shown.headers } }
}
