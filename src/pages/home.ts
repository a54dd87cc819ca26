import type { Answer } from '../http/exchange.ts'
import { page } from './page.ts'

/** What somebody sees who opens the server's address in a browser: what this is, and where to go on. */
const body = `
<main class="narrow">
  <h1>Dealgraph</h1>
  <p>A CRM server for people, deals, tasks, appointments and activities: one typed GraphQL schema, and the documented REST contract on the same resolvers.</p>
  <ul class="cards">
    <li><a href="/graphql">GraphiQL</a> Explore and run GraphQL, with examples for every kind of record.</li>
    <li><a href="/docs">REST reference</a> Every call of <code>/v1</code>, to be tried, beside the GraphQL operation that it is.</li>
    <li><a href="/console">Console</a> API keys, webhooks and the board of deals.</li>
  </ul>
  <p>For machines: <a href="/openapi.json">openapi.json</a>, <a href="/schema.graphql">schema.graphql</a>.</p>
</main>`

export const home = (): Answer => page({ title: 'Dealgraph', body })
