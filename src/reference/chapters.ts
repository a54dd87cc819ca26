/** The chapters of the reference about all calls. */
import { type ErrorCode, statusOf } from '../errors.ts'
import { escapeHtml } from '../pages/browser/highlight.ts'
import { type Contract, listOperations, type Schema, successResponse } from './contract.ts'
import { FieldRenderer } from './fields.ts'
import { code, json, origin, table, tabs, toInlineHtml, toParagraphs } from './html.ts'

export interface Chapter {
  id: string
  title: string
  /** HTML of the left column. */
  renderText: (contract: Contract) => string
  /** HTML of the right column. */
  renderExample: (contract: Contract) => string
}

const responseExample = (contract: Contract, operationId: string): unknown => {
  const operation = listOperations(contract).find((each) => each.operationId === operationId)
  return operation && successResponse(operation).response.content['application/json'].example
}

const errorExample = (contract: Contract, code: string): unknown =>
  contract.components.examples[code]?.value

function pageMeta(contract: Contract): unknown {
  const page = responseExample(contract, 'ListPeople') as { meta: unknown } | undefined
  return { data: ['…'], meta: page?.meta }
}

const firstQuery = `query {
  people(first: 2) {
    totalCount
    nodes { fullName tags { name } deals(first: 3) { nodes { title price } } }
  }
}`

const basics: Chapter[] = [
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
          html: `${code(firstQuery, 'graphql')}<p class="out"><a class="graphiql" href="/graphql?${escapeHtml(String(new URLSearchParams({ query: firstQuery })))}">Open in GraphiQL</a></p>`,
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
<h3>Scopes</h3>${scopeTable(contract)}`,
    renderExample: (contract) =>
      `<p class="over">GET /v1/me returns the user of the key</p>${json(responseExample(contract, 'GetMe'))}`,
  },
]

const detailCodes: [string, string][] = [
  ['REQUIRED_FIELD', 'The value is missing or empty.'],
  ['INVALID_FORMAT', 'The value has the wrong type or format.'],
  ['TOO_SHORT', 'The value is too short or has too few entries.'],
  ['TOO_LONG', 'The value is too long or has too many entries.'],
  ['OUT_OF_RANGE', 'The number is too small or too large.'],
  ['INVALID_VALUE', 'The value is not one of the allowed values.'],
  ['INVALID_REFERENCE', 'The id names no record that the caller can view.'],
]

const commonRules: Chapter[] = [
  {
    id: 'errors',
    title: 'Errors',
    renderText: (
      contract,
    ) => `${toParagraphs(`All errors have the same form, with a \`code\` for programs and a message for people. A failed request changes nothing. Invalid values are reported together, each as an entry of \`details\`. GraphQL returns the same in \`errors[].extensions\`.`)}
${errorTable(contract)}<h3>Codes of details</h3>${table(
      ['Code', 'When'],
      detailCodes.map(([name, when]) => [`<code class="whole">${name}</code>`, toInlineHtml(when)]),
    )}`,
    renderExample: (contract) =>
      `<p class="over">A task without a title</p>${json(errorExample(contract, 'VALIDATION_ERROR'))}<p class="over">A contact that does not exist</p>${json(errorExample(contract, 'NOT_FOUND'))}`,
  },
  {
    id: 'paging',
    title: 'Lists and paging',
    renderText: () =>
      toParagraphs(`Pages have 10 records, or \`limit\` (1 to 100), newest first by default. If \`meta.hasMore\` is true, send \`meta.nextCursor\` as \`cursor\` to get the next page. Cursors remain valid while records are created and deleted; records that exist throughout appear exactly once.

- \`beforeCursor\` returns the page before a cursor.
- The \`Link\` header has the URLs of both pages (\`rel="next"\`, \`rel="prev"\`).
- \`total=true\` counts all records of the list as \`meta.total\`, which takes time for long lists.
- A cursor is valid for one list, filter, order and caller.

**Filters.** Frequent filters have parameters of their own. \`where\` accepts any filter as JSON, as in GraphQL: all fields of the record, \`and\`, \`or\`, \`not\`, and conditions on related records. See [all filter fields](/docs/filters).`),
    renderExample: (contract) =>
      `<p class="over">Metadata of a page</p>${json(pageMeta(contract))}<p class="over">Contacts with an open deal above half a million</p>${code(
        `curl -G "${origin}/v1/people" \\\n  -H "Authorization: Bearer $KEY" \\\n  --data-urlencode 'where={"deals": {"some": {"status": "open", "price": {"from": 500000}}}}'`,
        'shell',
      )}`,
  },
  {
    id: 'rate-limit',
    title: 'Rate limit',
    renderText: () =>
      toParagraphs(`Each key has 1000 units per hour, unless the operator has configured another limit. The hour begins with the key's first request. A REST request costs one unit; a GraphQL request costs one per mutation, or one per 100 records that it asks for.

Every response has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (end of the hour in epoch seconds), and \`RateLimit\` and \`RateLimit-Policy\` of the IETF draft. Requests beyond the limit fail with 429 and change nothing; \`Retry-After\` has the seconds to wait.

At most 64 requests of a key are processed at the same time; others wait.`),
    renderExample: (contract) =>
      `<p class="over">429, Retry-After: 3600</p>${json(errorExample(contract, 'RATE_LIMIT_EXCEEDED'))}`,
  },
  {
    id: 'idempotency',
    title: 'Idempotency',
    renderText: () =>
      toParagraphs(`To retry a POST, PUT, PATCH or GraphQL mutation safely, send an \`Idempotency-Key\` (1 to 255 visible ASCII characters, a new one for each new request). A repeated request has no second effect and gets the same response, byte for byte, with \`Idempotent-Replayed: true\`.

- Responses are stored for 24 hours, encrypted with the idempotency key. They belong to the API key that sent the request, also after its rotation.
- Before a response is repeated, the API key, its scopes and the visible records are checked again. If the request would be rejected now, or a record in the response is hidden, the repetition is rejected too. A response about a record that has been deleted stays the same.
- Only successful responses are stored: after an error the same key can be used again.
- The same key with a different request fails with 422; while the first request is running, with 409.
- The effect and its response are written in one transaction: after a crash either both exist or neither.`),
    renderExample: () =>
      tabs('idempotency-request', 'Repeatable request', [
        {
          title: 'curl',
          html: code(
            `curl "${origin}/v1/tasks" \\\n  -H "Authorization: Bearer $KEY" \\\n  -H "Idempotency-Key: 7f3d-send-floor-plans" \\\n  -H "Content-Type: application/json" \\\n  -d '{"title": "Send the floor plans"}'`,
            'shell',
          ),
        },
      ]),
  },
  {
    id: 'versions',
    title: 'Versions',
    renderText: () =>
      toParagraphs(`**Records.** Every record has a \`version\`, which increases with each change and is returned as \`ETag\`. Send it as \`If-Match\` with a change: if the record has changed since, nothing happens and the response is 412. In GraphQL use the argument \`expectedVersion\`.

**Contract.** All paths begin with \`/v1\`. \`X-API-Version: 1\` may be sent; other values are rejected. Deprecated calls and fields keep working for at least twelve months and are marked by the headers \`Deprecation\`, \`Sunset\` and \`Link\`, in this reference and in the schema. New fields and calls may be added at any time: ignore what you do not know.

Calls marked as extensions are not part of the first version of the contract.`),
    renderExample: () =>
      code(
        `curl -i "${origin}/v1/deals/deal_…" -H "Authorization: Bearer $KEY"\n# ETag: "3"\n\ncurl -X PATCH "${origin}/v1/deals/deal_…" \\\n  -H "Authorization: Bearer $KEY" \\\n  -H 'If-Match: "3"' \\\n  -H "Content-Type: application/json" \\\n  -d '{"pricing": 815000}'`,
        'shell',
      ),
  },
]

/** Errors that only GraphQL returns. */
const graphqlErrors = {
  PERSISTED_QUERY_NOT_SUPPORTED: {
    summary: 'GraphQL only: the request has a hash instead of a query. Send the query.',
  },
}

function errorTable(contract: Contract): string {
  const errors = Object.entries({ ...contract.components.examples, ...graphqlErrors })
    .map(([name, { summary }]) => ({ name, summary, status: statusOf[name as ErrorCode] }))
    .sort((one, other) => one.status - other.status)
  const rows = errors.map(
    ({ name, summary, status }) =>
      `<tr id="${name}"><td><span class="status bad">${status}</span></td><td><code class="whole">${escapeHtml(name)}</code></td><td>${toInlineHtml(summary)}</td></tr>`,
  )
  return `<table><thead><tr><th>Status</th><th>Code</th><th>When</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** The scopes and the calls that need them. */
function scopeTable(contract: Contract): string {
  const uses = listOperations(contract).flatMap(({ tags: [tag], 'x-scopes': scopes = [] }) =>
    scopes.map((scope) => ({ scope, tag })),
  )
  const rows = [...Map.groupBy(uses, ({ scope }) => scope)].map(([scope, calls]) => {
    const links = [...new Set(calls.map(({ tag }) => `<a href="/docs/${tag}">${tag}</a>`))]
    const count = `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}`
    return [`<code class="whole">${escapeHtml(scope)}</code>`, `${count}: ${links.join(', ')}`]
  })
  return table(['Scope', 'Needed by'], rows)
}

const verifyExample = `import { Webhook } from 'standardwebhooks'

const event = new Webhook(secret).verify(body, headers)
// throws if the signature is invalid`

const eventSchema = ({ components }: Contract) => components.schemas['WebhookEvent'] as Schema

const exampleEvent = (contract: Contract, type: string) =>
  eventSchema(contract).examples?.find((each) => (each as { type: string }).type === type)

const webhooks: Chapter = {
  id: 'webhooks',
  title: 'Webhooks and events',
  renderText: (
    contract,
  ) => `${toParagraphs(`Each change writes an event in the same transaction. Events are numbered in the order of the changes. There are three ways to receive them:

- **Webhooks** are sent to your [endpoints](/docs/webhook-endpoints), signed as in Standard Webhooks 1.0. Status 2xx within 15 seconds is a success. Otherwise the delivery is repeated after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h; then it fails and can be replayed. Status 410, or failures only for five days, disable the endpoint.
- **The event feed**, [GET /v1/events](/docs/events), returns events from any cursor on, without gaps.
- **Subscriptions** in GraphQL deliver events as they occur.

A delivery may arrive more than once and out of order: ignore \`webhook-id\`s that you have processed, and use \`sequence\` for the order. The payload contains what the endpoint's user can view at the time of sending.`)}
<h3>Payload</h3>${new FieldRenderer(contract.components.schemas).list(eventSchema(contract))}
<h3>Events</h3><p>An endpoint selects types (<code>deal.moved</code>), all types of a kind (<code>deal.*</code>), or all events (<code>*</code>).</p>${eventTable(contract)}`,
  renderExample: (contract) =>
    `<p class="over">deal.moved</p>${json(exampleEvent(contract, 'deal.moved'))}<p class="over">Verify the signature</p>${code(verifyExample, 'javascript')}`,
}

function eventTable(contract: Contract): string {
  const types = eventSchema(contract).properties?.['type']?.enum?.filter((type) => type !== null)
  const kinds = Map.groupBy(types ?? [], (type) => type.split('.')[0] ?? '')
  const toCode = (text: string) => `<code>${escapeHtml(text)}</code>`
  const rows = [...kinds].map(([kind, all]) => [toCode(kind), all.map(toCode).join(' ')])
  return table(['Kind', 'Types'], rows)
}

/** In reading order. */
export const chapters: Chapter[] = [...basics, ...commonRules, webhooks]
