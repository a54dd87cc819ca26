import { type ErrorCode, statusOf } from '../errors.ts'
import { escapeHtml } from '../pages/page.ts'
import type { Chapter, Contract } from './contract.ts'
import { code, json, origin, tabs, toInlineHtml, toParagraphs } from './html.ts'

const errorOf = (contract: Contract, code: string): unknown =>
  contract.components.examples[code]?.value

const metaOf = (contract: Contract): unknown => {
  const answer = contract.paths['/v1/people']?.['get']?.responses['200']?.content[
    'application/json'
  ].example as { meta: unknown } | undefined
  return { data: ['…'], meta: answer?.meta }
}

const detailCodes: [string, string][] = [
  ['REQUIRED_FIELD', 'The value is missing or empty.'],
  ['INVALID_FORMAT', 'The value has the wrong type or format.'],
  ['TOO_SHORT', 'The value is too short or has too few entries.'],
  ['TOO_LONG', 'The value is too long or has too many entries.'],
  ['OUT_OF_RANGE', 'The number is too small or too large.'],
  ['INVALID_VALUE', 'The value is not one of the allowed values.'],
  ['INVALID_REFERENCE', 'The id names no record that the caller can view.'],
]

export const commonRules: Chapter[] = [
  {
    id: 'errors',
    title: 'Errors',
    renderText: (
      contract,
    ) => `${toParagraphs(`All errors have the same form, with a \`code\` for programs and a message for people. A failed request changes nothing. Invalid values are reported together, each as an entry of \`details\`. GraphQL returns the same in \`errors[].extensions\`.`)}
${errorTable(contract)}<h3>Codes of details</h3><table><thead><tr><th>Code</th><th>When</th></tr></thead><tbody>${detailCodes.map(([name, when]) => `<tr><td><code class="whole">${name}</code></td><td>${toInlineHtml(when)}</td></tr>`).join('')}</tbody></table>`,
    renderExample: (contract) =>
      `<p class="over">A task without a title</p>${json(errorOf(contract, 'VALIDATION_ERROR'))}<p class="over">A contact that does not exist</p>${json(errorOf(contract, 'NOT_FOUND'))}`,
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
      `<p class="over">Metadata of a page</p>${json(metaOf(contract))}<p class="over">Contacts with an open deal above half a million</p>${code(
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
      `<p class="over">429, Retry-After: 3600</p>${json(errorOf(contract, 'RATE_LIMIT_EXCEEDED'))}`,
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
const graphqlErrors: [name: string, example: { summary: string }][] = [
  [
    'PERSISTED_QUERY_NOT_SUPPORTED',
    {
      summary: 'GraphQL only: the request has a hash instead of a query. Send the query.',
    },
  ],
]

function errorTable(contract: Contract): string {
  const rows = [...Object.entries(contract.components.examples), ...graphqlErrors]
    .map(([name, { summary }]) => ({ name, summary, status: statusOf[name as ErrorCode] }))
    .sort((one, other) => one.status - other.status)
    .map(
      ({ name, summary, status }) =>
        `<tr id="${name}"><td><span class="status bad">${status}</span></td><td><code class="whole">${escapeHtml(name)}</code></td><td>${toInlineHtml(summary)}</td></tr>`,
    )
  return `<table><thead><tr><th>Status</th><th>Code</th><th>When</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
