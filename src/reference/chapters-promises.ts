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
  ['REQUIRED_FIELD', 'It is missing, or was emptied and must not be.'],
  ['INVALID_FORMAT', 'It is not of the form that is wanted: another type, no date, no address.'],
  ['TOO_SHORT', 'It is too short, or has too few entries.'],
  ['TOO_LONG', 'It is too long, or has too many entries.'],
  ['OUT_OF_RANGE', 'The number is too small or too large.'],
  ['INVALID_VALUE', 'It is none of the values that are possible.'],
  ['INVALID_REFERENCE', 'The id names nothing that you may use.'],
]

/** What holds on every call. */
export const promises: Chapter[] = [
  {
    id: 'errors',
    title: 'Errors',
    text: (
      contract,
    ) => `${toParagraphs(`Whatever goes wrong is answered in the same form, with a \`code\` for programs and a message for people. A request that is refused has changed nothing. All bad values that can be seen at once are told at once, one entry of \`details\` each. In GraphQL the same stands in \`errors[].extensions\`.`)}
${errorTable(contract)}<h3>Codes of details</h3><table><thead><tr><th>Code</th><th>When</th></tr></thead><tbody>${detailCodes.map(([name, when]) => `<tr><td><code class="whole">${name}</code></td><td>${toInlineHtml(when)}</td></tr>`).join('')}</tbody></table>`,
    shown: (contract) =>
      `<p class="over">A task without a title</p>${json(errorOf(contract, 'VALIDATION_ERROR'))}<p class="over">A contact that does not exist</p>${json(errorOf(contract, 'NOT_FOUND'))}`,
  },
  {
    id: 'paging',
    title: 'Lists and paging',
    text: () =>
      toParagraphs(`Lists come in pages of 10, or of \`limit\` (1 to 100), newest first unless \`orderBy\` says otherwise. \`meta.hasMore\` says whether there is more; then \`meta.nextCursor\` goes into the next request as \`cursor\`. A cursor stays good while records come and go, also when the one that it stands for is deleted: what is there throughout is seen exactly once.

- \`beforeCursor\` goes the other way: the page before a cursor.
- The header \`Link\` has both addresses ready (\`rel="next"\`, \`rel="prev"\`).
- \`total=true\` counts the whole list into \`meta.total\`. It costs time on long lists; leave it out where nobody reads it.
- A cursor belongs to a list, its filter, its order and its caller. Elsewhere it is refused.

**Filters.** The usual ones are parameters of their own. \`where\` takes any filter, as JSON: every field of the record, \`and\`, \`or\`, \`not\`, and conditions on related records. It is the same filter that GraphQL takes; [all fields of all filters](/docs/filters) are listed.`),
    shown: (contract) =>
      `<p class="over">The end of a page</p>${json(metaOf(contract))}<p class="over">Contacts with an open deal above half a million</p>${code(
        `curl -G "${origin}/v1/people" \\\n  -H "Authorization: Bearer $KEY" \\\n  --data-urlencode 'where={"deals": {"some": {"status": "open", "price": {"from": 500000}}}}'`,
        'shell',
      )}`,
  },
  {
    id: 'rate-limit',
    title: 'Rate limit',
    text: () =>
      toParagraphs(`A key has 1000 units an hour, unless the operator of the server has set another number. The hour begins with its first request. A REST request costs one unit; a GraphQL request one for each mutation, or for each hundred records that it asks for, and at least one. Both draw on the same hour.

Every answer says where you stand: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`, and \`X-RateLimit-Reset\` (when the hour ends, in epoch seconds); also \`RateLimit\` and \`RateLimit-Policy\` of the IETF draft. Above it, requests are answered with 429 and change nothing; \`Retry-After\` says how many seconds to wait.

Several requests of a key are worked on at once, 64 at most; what comes on top waits its turn.`),
    shown: (contract) =>
      `<p class="over">429, Retry-After: 3600</p>${json(errorOf(contract, 'RATE_LIMIT_EXCEEDED'))}`,
  },
  {
    id: 'idempotency',
    title: 'Idempotency',
    text: () =>
      toParagraphs(`A connection breaks, and nobody knows whether the deal was made. Send an \`Idempotency-Key\` of your own making (1 to 255 visible ASCII characters, a new one for each new request) with POST, PUT, PATCH, or a GraphQL mutation, and send the same again: it has one effect, and is answered as it was the first time, byte for byte, with \`Idempotent-Replayed: true\`.

- Answers are kept for 24 hours, encrypted under the Idempotency-Key that you chose. They belong to the API key that sent the request, also after a rotation; for another API key it is another request.
- Before an answer is sent again, the API key, its scopes and what it can view are checked as of now: if the request itself would be refused, or a record in the answer is hidden by now, the repetition is refused too. The answer about a record that has been deleted since stays the same.
- Only what succeeded is kept: after an error, the same key can be used again.
- The same key with another request is refused with 422; while the first is still at work, with 409.
- The effect and its answer are written together. After any crash either both are there or neither is.`),
    shown: () =>
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
    text: () =>
      toParagraphs(`**Of a record.** Every record has a \`version\`, which each change raises. Reading one answers it as \`ETag\`. Send that as \`If-Match\` with a change: if somebody was faster, nothing happens, and the answer is 412. In GraphQL the same is the argument \`expectedVersion\`.

**Of the contract.** All paths begin with \`/v1\`. \`X-API-Version: 1\` may be sent; another value is refused. What is to go says so for at least twelve months before it goes, in the headers \`Deprecation\`, \`Sunset\` and \`Link\`, in this reference, and in the schema. New fields and new calls may come at any time: read what you know, and ignore the rest.

Calls that are marked as extensions are not part of the contract's first version; they came with the GraphQL operations that they are.`),
    shown: () =>
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
      summary: 'GraphQL only: the request has a hash in place of the query. Send the query itself.',
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
