/** The home page, with a description of Dealgraph, a first request, and links to other pages. */
import type { HttpResponse } from '../http/request-context.ts'
import { highlight } from './browser/highlight.ts'
import { renderPage } from './page.ts'

const curlExample = `curl "http://127.0.0.1:4000/v1/people?limit=2" \\
  -H "Authorization: Bearer $KEY"`

const graphqlExample = `{
  people(first: 2) {
    nodes { fullName deals(first: 3) { nodes { title price } } }
  }
}`

const linkedPages: [url: string, name: string, description: string][] = [
  ['/docs', 'REST reference', 'Try each <code>/v1</code> request and its GraphQL operation.'],
  [
    '/graphql',
    'GraphiQL',
    'Explore the schema and run operations, with examples for every kind of record.',
  ],
  ['/console', 'Console', 'Manage API keys, webhooks and the deal board.'],
]

const pageBody = `
<main class="home">
  <header>
    <img src="/assets/pages/browser/icon.svg" alt="" width="44" height="44">
    <h1>Dealgraph</h1>
    <p class="lead">A CRM server for people, deals, tasks, appointments and activities, with a GraphQL API and a documented REST API whose routes execute GraphQL operations.</p>
  </header>
  <ul class="cards">${linkedPages.map(([url, name, description]) => `<li><a href="${url}">${name}</a> ${description}</li>`).join('')}</ul>
  <section aria-labelledby="first">
    <h2 id="first">First request</h2>
    <p>Use an API key that <code>npm start</code> prints, or create an API key in the console:</p>
    <pre tabindex="0"><code>${highlight(`KEY=dg_…\n${curlExample}`, 'shell').replaceAll('http://127.0.0.1:4000', '<span class="origin">http://127.0.0.1:4000</span>')}</code></pre>
    <p>Get people and their deals in one GraphQL request (<a href="/graphql?${new URLSearchParams({ query: graphqlExample })}">open in GraphiQL</a>):</p>
    <pre tabindex="0"><code>${highlight(graphqlExample, 'graphql')}</code></pre>
  </section>
  <footer>API contracts: <a href="/openapi.json">openapi.json</a>, <a href="/schema.graphql">schema.graphql</a>. Status: <a href="/health">health</a>, <a href="/ready">ready</a>.</footer>
</main>`

export const renderHomePage = (): HttpResponse =>
  renderPage({
    title: 'Dealgraph',
    body: pageBody,
    assets: ['pages/browser/home.css', 'pages/browser/home.ts'],
  })
