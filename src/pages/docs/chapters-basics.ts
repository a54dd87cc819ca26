import { escaped } from '../page.ts'
import type { Chapter } from './chapter.ts'
import { code, json, tabs } from './code.ts'
import { type Contract, callsOf } from './contract.ts'
import { origin } from './samples.ts'
import { prose } from './text.ts'

const example = (contract: Contract, operationId: string): unknown => {
  const call = callsOf(contract).find((each) => each.operationId === operationId)
  return Object.values(call?.responses ?? {})[0]?.content['application/json'].example
}

const first = `query {
  people(first: 2) {
    totalCount
    nodes { fullName tags { name } deals(first: 3) { nodes { title price } } }
  }
}`

/** What one needs for the first request. */
export const basics: Chapter[] = [
  {
    id: 'start',
    title: 'Start here',
    told: () =>
      prose(`The REST contract of Dealgraph: people, deals, tasks, appointments and activities of a sales office, as JSON over HTTP, below \`/v1\`.

**Every call here is a GraphQL operation with an address.** Beside each of them stands that operation; it takes the same values, needs the same scope and obeys the same rules, because it is the same code. Whoever wants several things at once, or other fields, takes the operation from here, opens it in GraphiQL and adds to it: a way over to GraphQL, one call at a time.

The examples are answers that the demo company really gave. With an API key at the top of the page, every call can be tried out where it stands, and its operation beside it; ids are then those of your own records.

- Ids tell the kind of record (\`person_…\`, \`deal_…\`), are the same in REST, GraphQL and webhooks, and sort by the time of creation.
- Times are ISO 8601. They come out in UTC with milliseconds; they are taken with any offset, but never without one.
- Money is a number. Text is trimmed and kept in Unicode normal form C.
- What is empty is \`null\` (or an empty list, or an empty string for joined tags); a field never vanishes.
- A field that a body does not have stays as it is. Unknown fields of a body and unknown parameters are ignored.`),
    shown: () =>
      tabs('start-request', 'First request', [
        {
          title: 'REST',
          html: code(
            `KEY=dg_…   # npm start prints one for each role\n\ncurl "${origin}/v1/people?limit=2" \\\n  -H "Authorization: Bearer $KEY"`,
            'shell',
          ),
        },
        {
          title: 'GraphQL',
          html: `${code(first, 'graphql')}<p class="out"><a class="graphiql" href="/graphql?${escaped(String(new URLSearchParams({ query: first })))}">Open in GraphiQL</a></p>`,
        },
      ]),
  },
  {
    id: 'authentication',
    title: 'Authentication',
    told: (
      contract,
    ) => `${prose(`Every request carries an API key: \`Authorization: Bearer dg_…\`. A key acts for the user who made it, and can do no more than that user at that moment.

- Keys are made in the [console](/console), by \`POST /v1/api-keys\`, or on the server by \`npx dealgraph keys create\`. The secret is shown once; only its hash is kept.
- A key can be narrowed to some scopes, and can expire. Prefer narrowed keys: they do not show, grant, change or revoke an API key, a webhook endpoint or a role that holds more than they do.
- Rotating a key gives it a new secret; the old one works for some hours more, so that nothing stands still. Revoking ends it with the next request.
- A key that is unknown, expired or revoked, or whose user is suspended, is answered with the same 401, so that nobody learns which.

The role of the user says how far a key sees. Owner and Admin see everything; a Team Leader what is assigned to them or to the members of the teams that they lead; an Agent their own; and collaborators the people on whom they collaborate. The ending of a scope (\`.own\`, \`.team\`, \`.all\`) says it for a key.`)}
<h3>Scopes</h3>${scopes(contract)}`,
    shown: (contract) =>
      `<p class="over">GET /v1/me says whose key it is</p>${json(example(contract, 'GetMe'))}`,
  },
]

/** The scopes, and how many calls need each. */
function scopes(contract: Contract): string {
  const byScope = Map.groupBy(
    callsOf(contract).flatMap((call) => (call['x-scopes'] ?? []).map((scope) => ({ scope, call }))),
    ({ scope }) => scope,
  )
  const rows = [...byScope].map(([scope, calls]) => {
    const tags = [...new Set(calls.map(({ call }) => call.tags[0]))]
    return `<tr><td><code class="whole">${escaped(scope)}</code></td><td>${calls.length} ${calls.length === 1 ? 'call' : 'calls'}: ${tags.map((tag) => `<a href="/docs/${tag}">${tag}</a>`).join(', ')}</td></tr>`
  })
  return `<table><thead><tr><th>Scope</th><th>Needed by</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
