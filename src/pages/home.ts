/** The home page: what Dealgraph is, a first request, and links to the other pages. */
import type { HttpResponse } from '../http/request-context.ts'
import { highlight } from './browser/highlight.ts'
import { renderPage } from './page.ts'

const request = `curl "http://127.0.0.1:4000/v1/people?limit=2" \\
  -H "Authorization: Bearer $KEY"`

const graphql = `{
  people(first: 2) {
    nodes { fullName deals(first: 3) { nodes { title price } } }
  }
}`

const pages: [url: string, name: string, description: string][] = [
  ['/docs', 'REST reference', 'Try every call of <code>/v1</code>, beside its GraphQL operation.'],
  [
    '/graphql',
    'GraphiQL',
    'Explore the schema and run operations, with examples for every kind of record.',
  ],
  ['/console', 'Console', 'API keys, webhooks and the deal board.'],
]

const body = `
<main class="home">
  <header>
    <img src="/assets/pages/browser/icon.svg" alt="" width="44" height="44">
    <h1>Dealgraph</h1>
    <p class="lead">A CRM server for people, deals, tasks, appointments and activities: one typed GraphQL schema, and a documented REST API in which every call is an operation of that schema.</p>
  </header>
  <ul class="cards">${pages.map(([url, name, description]) => `<li><a href="${url}">${name}</a> ${description}</li>`).join('')}</ul>
  <section aria-labelledby="first">
    <h2 id="first">First request</h2>
    <p>With a key printed by <code>npm start</code> or created in the console:</p>
    <pre tabindex="0"><code>${highlight(`KEY=dg_…\n${request}`, 'shell').replaceAll('http://127.0.0.1:4000', '<span class="origin">http://127.0.0.1:4000</span>')}</code></pre>
    <p>People and their deals in one GraphQL request (<a href="/graphql?${new URLSearchParams({ query: graphql })}">open in GraphiQL</a>):</p>
    <pre tabindex="0"><code>${highlight(graphql, 'graphql')}</code></pre>
  </section>
  <footer>For machines: <a href="/openapi.json">openapi.json</a>, <a href="/schema.graphql">schema.graphql</a>. Status: <a href="/health">health</a>, <a href="/ready">ready</a>.</footer>
</main>`

export const renderHomePage = (): HttpResponse =>
  renderPage({
    title: 'Dealgraph',
    body,
    assets: ['pages/browser/home.css', 'pages/browser/home.ts'],
  })
