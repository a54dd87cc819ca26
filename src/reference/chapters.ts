/** The chapters of the REST reference that apply to all calls, from `chapters.md`. */
import { readFileSync } from 'node:fs'
import { type ErrorCode, statusOf } from '../errors.ts'
import { escapeHtml } from '../pages/browser/highlight.ts'
import { type Contract, findSuccess, listOperations, type Schema } from './contract.ts'
import { FieldRenderer } from './fields.ts'
import { renderJson, renderTable, toInlineHtml } from './html.ts'

/** The chapters in Markdown, with names in braces that stand for `chapterValues`. */
export const chapters = readFileSync(new URL('./chapters.md', import.meta.url), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [, title = '', id = '', text = '', example = ''] =
      /^(.*) \{#([\w-]+)\}\n([\s\S]*)\n---\n([\s\S]*)$/.exec(section) ?? []
    return { id, title, text, example }
  })

/** Returns the HTML for each name used in `chapters.md`. */
export function renderChapterValues(contract: Contract): Record<string, string> {
  const { schemas, examples } = contract.components
  const eventSchema = schemas['WebhookEvent'] as Schema
  const renderError = (code: ErrorCode) => renderJson(examples[code]?.value)
  const dealMoved = eventSchema.examples?.find(
    (event) => (event as { type: string }).type === 'deal.moved',
  )
  const { meta } = findExample(contract, 'ListPeople') as { meta: unknown }
  return {
    me: renderJson(findExample(contract, 'GetMe')),
    pageMeta: renderJson({ data: ['…'], meta }),
    dealMoved: renderJson(dealMoved),
    validationError: renderError('VALIDATION_ERROR'),
    notFound: renderError('NOT_FOUND'),
    rateLimitExceeded: renderError('RATE_LIMIT_EXCEEDED'),
    scopes: renderScopes(contract),
    errors: renderErrors(contract),
    payload: new FieldRenderer(schemas).renderList(eventSchema),
    events: renderEvents(eventSchema),
  }
}

function findExample(contract: Contract, operationId: string): unknown {
  const operation = listOperations(contract).find(
    (candidate) => candidate.operationId === operationId,
  )
  return operation && findSuccess(operation).response.content['application/json'].example
}

/** Renders a table of the scopes and the calls that require them. */
function renderScopes(contract: Contract): string {
  const scopeUses = listOperations(contract).flatMap(({ tags: [tag], 'x-scopes': scopes = [] }) =>
    scopes.map((scope) => ({ scope, tag })),
  )
  const rows = [...Map.groupBy(scopeUses, ({ scope }) => scope)].map(([scope, calls]) => {
    const links = [...new Set(calls.map(({ tag }) => `<a href="/docs/${tag}">${tag}</a>`))]
    const count = `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}`
    return [`<code class="whole">${escapeHtml(scope)}</code>`, `${count}: ${links.join(', ')}`]
  })
  return renderTable(['Scope', 'Needed by'], rows)
}

/** Errors that only GraphQL returns. */
const graphqlErrors = {
  NOT_ACCEPTABLE: { summary: 'GraphQL only: `Accept` lists no supported media type.' },
  PERSISTED_QUERY_NOT_SUPPORTED: {
    summary: 'GraphQL only: the request has a hash instead of a query. Send the query.',
  },
}

/** Renders a table of error codes, to which operations link. */
function renderErrors(contract: Contract): string {
  const rows = Object.entries({ ...contract.components.examples, ...graphqlErrors })
    .map(([code, { summary }]) => ({ code, summary, status: statusOf[code as ErrorCode] }))
    .sort((a, b) => a.status - b.status)
    .map(({ code, summary, status }) => [
      `<span class="status bad">${status}</span>`,
      `<code class="whole" id="${code}">${code}</code>`,
      toInlineHtml(summary),
    ])
  return renderTable(['Status', 'Code', 'When'], rows)
}

function renderEvents(schema: Schema): string {
  const types = schema.properties?.['type']?.enum?.filter((type) => type !== null) ?? []
  const toCode = (text: string) => `<code>${escapeHtml(text)}</code>`
  const kinds = Map.groupBy(types, (type) => type.split('.')[0] ?? '')
  const rows = [...kinds].map(([kind, all]) => [toCode(kind), all.map(toCode).join(' ')])
  return renderTable(['Kind', 'Types'], rows)
}
