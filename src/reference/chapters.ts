import { escapeHtml } from '../pages/page.ts'
import { commonRules } from './chapters-common.ts'
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

export const basics: Chapter[] = [
  {
    id: 'start',
    title: 'Start here',
    renderText: () =>
      toParagraphs(`The REST API of Dealgraph: people, deals, tasks, appointments and activities as JSON over HTTP, below \`/v1\`.

**Each call is a GraphQL operation with an address.** The operation is shown beside the call. It accepts the same values, needs the same scope and follows the same rules. To fetch several records or other fields in one request, open the operation in GraphiQL and extend it.

The examples are responses of the demo company. Enter an API key at the top of the page to try each call with your own records.

- Ids name the kind of record (\`person_…\`, \`deal_…\`), are the same in REST, GraphQL and webhooks, and sort by creation time.
- Times are ISO 8601. Responses use UTC with milliseconds; requests may use any offset, but need one.
- Money is a number. Text is trimmed and normalised (NFC).
- Empty values are \`null\`, an empty list, or an empty string for joined tags. Fields are never omitted.
- Fields that are missing from a body keep their value. Unknown fields and parameters are ignored.`),
    renderExample: () =>
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
    renderText: (
      contract,
    ) => `${toParagraphs(`Every request needs an API key: \`Authorization: Bearer dg_…\`. A key acts for its user and has at most that user's current permissions.

- Create keys in the [console](/console), with \`POST /v1/api-keys\`, or on the server with \`npx dealgraph keys create\`. The secret is shown once; only its hash is stored.
- A key can be narrowed to some scopes and can expire. A narrowed key cannot view, grant, change or revoke an API key, a webhook endpoint or a role with more permissions than its own.
- Rotation gives a key a new secret; the previous one remains valid for a grace period. Revocation takes effect with the next request.
- Unknown, expired and revoked keys, and keys of suspended users, all get the same 401 response.

The role of the user determines which records a key can view. Owner and Admin: all records. Team Leader: records assigned to them or to members of their teams. Agent: records assigned to them. Collaborators can also view the people they were added to. The suffix of a scope (\`.own\`, \`.team\`, \`.all\`) limits this for a key.`)}
<h3>Scopes</h3>${scopes(contract)}`,
    renderExample: (contract) =>
      `<p class="over">GET /v1/me returns the user of the key</p>${json(example(contract, 'GetMe'))}`,
  },
]

/** The scopes and the calls that need them. */
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
// throws if the signature is invalid`

const eventSchema = ({ components }: Contract) => components.schemas['WebhookEvent'] as Schema

const exampleEvent = (contract: Contract, type: string) =>
  eventSchema(contract).examples?.find((each) => (each as { type: string }).type === type)

export const webhooks: Chapter = {
  id: 'webhooks',
  title: 'Webhooks and events',
  renderText: (
    contract,
  ) => `${toParagraphs(`Each change writes an event in the same transaction. Events are numbered in the order of the changes. There are three ways to receive them:

- **Webhooks** are sent to your [endpoints](/docs/webhook-endpoints), signed as in Standard Webhooks 1.0. Status 2xx within 15 seconds is a success. Otherwise the delivery is repeated after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h; then it fails and can be replayed. Status 410, or failures only for five days, disable the endpoint.
- **The event feed**, [GET /v1/events](/docs/events), returns events from any cursor on, without gaps.
- **Subscriptions** in GraphQL deliver events as they occur.

A delivery may arrive more than once and out of order: ignore \`webhook-id\`s that you have processed, and use \`sequence\` for the order. The payload contains what the endpoint's user can view at the time of sending.`)}
<h3>Payload</h3>${fieldsIn(contract.components.schemas).list(eventSchema(contract))}
<h3>Events</h3><p>An endpoint selects types (<code>deal.moved</code>), all types of a kind (<code>deal.*</code>), or all events (<code>*</code>).</p>${types(contract)}`,
  renderExample: (contract) =>
    `<p class="over">deal.moved</p>${json(exampleEvent(contract, 'deal.moved'))}<p class="over">Verify the signature</p>${code(verify, 'javascript')}`,
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

/** Chapters about all calls, in reading order. */
export const chapters: Chapter[] = [...basics, ...commonRules, webhooks]
