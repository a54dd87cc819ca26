import { escapeHtml } from '../pages/page.ts'
import { promises } from './chapters-promises.ts'
import { type Chapter, type Contract, callsOf, type Schema } from './contract.ts'
import { fieldsIn } from './fields.ts'
import { code, json, origin, tabs, toParagraphs } from './html.ts'

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
    text: () =>
      toParagraphs(`The REST contract of Dealgraph: people, deals, tasks, appointments and activities of a sales office, as JSON over HTTP, below \`/v1\`.

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
          html: `${code(first, 'graphql')}<p class="out"><a class="graphiql" href="/graphql?${escapeHtml(String(new URLSearchParams({ query: first })))}">Open in GraphiQL</a></p>`,
        },
      ]),
  },
  {
    id: 'authentication',
    title: 'Authentication',
    text: (
      contract,
    ) => `${toParagraphs(`Every request carries an API key: \`Authorization: Bearer dg_…\`. A key acts for the user who made it, and can do no more than that user at that moment.

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
    return `<tr><td><code class="whole">${escapeHtml(scope)}</code></td><td>${calls.length} ${calls.length === 1 ? 'call' : 'calls'}: ${tags.map((tag) => `<a href="/docs/${tag}">${tag}</a>`).join(', ')}</td></tr>`
  })
  return `<table><thead><tr><th>Scope</th><th>Needed by</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const verify = `import { Webhook } from 'standardwebhooks'

const event = new Webhook(secret).verify(body, headers)
// throws where the signature is not ours`

const eventSchema = ({ components }: Contract) => components.schemas['WebhookEvent'] as Schema

const exampleEvent = (contract: Contract, type: string) =>
  eventSchema(contract).examples?.find((each) => (each as { type: string }).type === type)

/** What is sent to others. */
export const webhooks: Chapter = {
  id: 'webhooks',
  title: 'Webhooks and events',
  text: (
    contract,
  ) => `${toParagraphs(`Every change is an event: written together with the change, never lost, numbered in the order of the changes. It can be had in three ways.

- **Webhooks** are sent to [endpoints](/docs/webhook-endpoints) of yours, signed by Standard Webhooks 1.0. A 2xx within 15 seconds counts as received; else the event is sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then given up, until somebody replays it. 410 switches the endpoint off at once, five days of nothing but failures as well.
- **The feed**, [GET /v1/events](/docs/events), has the same from any cursor on: whoever was away catches up without a gap.
- **Subscriptions** in GraphQL tell it as it happens.

An event may come more than once, and two may come in another order than they happened: keep each \`webhook-id\` that you have seen, and go by \`sequence\`. What is sent is what the endpoint's user may see at that moment.`)}
<h3>What is sent</h3>${fieldsIn(contract.components.schemas).list(eventSchema(contract))}
<h3>Events</h3><p>An endpoint is told of types (<code>deal.moved</code>), of all of a kind (<code>deal.*</code>), or of everything (<code>*</code>).</p>${types(contract)}`,
  shown: (contract) =>
    `<p class="over">deal.moved</p>${json(exampleEvent(contract, 'deal.moved'))}<p class="over">Checking the signature</p>${code(verify, 'javascript')}`,
}

function types(contract: Contract): string {
  const byKind = Map.groupBy(
    eventSchema(contract).properties?.['type']?.enum?.filter((type) => type !== null) ?? [],
    (type) => type.split('.')[0] ?? '',
  )
  const rows = [...byKind].map(
    ([kind, all]) =>
      `<tr><td><code>${escapeHtml(kind)}</code></td><td>${all.map((type) => `<code>${escapeHtml(type)}</code>`).join(' ')}</td></tr>`,
  )
  return `<table><thead><tr><th>Kind</th><th>Types</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** What holds for all calls, in the order in which it is read. */
export const chapters: Chapter[] = [...basics, ...promises, webhooks]
