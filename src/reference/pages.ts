/** Renders the pages of the REST reference, including the chapters in `chapters.md`. */
import { readFileSync } from 'node:fs'
import { type ErrorCode, statusByCode } from '../errors.ts'
import { escapeHtml } from '../pages/browser/highlight.ts'
import { renderPage } from '../pages/page.ts'
import type { PagePresets } from '../pages/public-routes.ts'
import {
  type Contract,
  findSuccess,
  getBodyExample,
  getParameterExample,
  listOperations,
  listVariables,
  type Operation,
  type Schema,
  toOperationUrl,
  toResourceTitle,
} from './contract.ts'
import { FieldRenderer, isFilter } from './fields.ts'
import { renderJson, renderMarkdown, renderTable, toInlineHtml } from './html.ts'
import { OperationRenderer } from './operation.ts'

const styles = ['frame', 'text', 'fields', 'code', 'try', 'narrow'].map(
  (name) => `reference/browser/${name}.css`,
)

/** Renders all pages of the reference. @param presets settings for the "Try it" forms */
export function renderReference(contract: Contract, presets: PagePresets): Map<string, string> {
  const render = (title: string, page: string, main: string, operations: Operation[] = []) => {
    const calls = operations.map((call) => [call.operationId, toTryForm(call, contract)])
    return renderPage({
      title: `${title} · Dealgraph`,
      body: renderFrame(contract, page, main, presets.isSignInEnabled === true),
      assets: [...styles, 'reference/browser/main.ts'],
      settings: { ...presets, calls: Object.fromEntries(calls) },
    }).body as string
  }
  const renderer = new OperationRenderer(contract)
  const resources = contract.tags.map(({ name, description }): [string, string] => {
    const operations = listOperations(contract, name)
    const title = toResourceTitle(name)
    const header = `<header class="opening"><h1>${escapeHtml(title)}</h1>${renderMarkdown(description)}${renderIndex(operations)}</header>`
    const sections = operations.map((operation) => renderer.renderOperation(operation))
    return [`/docs/${name}`, render(title, name, [header, ...sections].join('\n'), operations)]
  })
  return new Map([
    ['/docs', render('REST reference', 'start', renderChapters(contract))],
    ['/docs/filters', render('Filters', 'filters', renderFilters(contract))],
    ...resources,
  ])
}

function toTryForm(operation: Operation, { components }: Contract) {
  const resolveSchema = (schema: Schema | undefined): Schema =>
    components.schemas[schema?.$ref?.split('/').at(-1) ?? ''] ?? schema ?? {}
  return {
    method: operation.method,
    path: operation.path,
    parameters: operation.parameters.map((parameter) => {
      const { type, enum: values } = resolveSchema(parameter.schema)
      return {
        name: parameter.name,
        in: parameter.in,
        required: parameter.required,
        values,
        type: parameter.content ? 'json' : type,
        example: getParameterExample(parameter),
      }
    }),
    body: getBodyExample(operation),
    query: operation['x-graphql'],
    variables: Object.fromEntries(listVariables(operation)),
  }
}

const renderMethod = (method: string, label = method) =>
  `<span class="method ${method.toLowerCase()}"${label === method ? '' : ` aria-label="${method}"`}>${label}</span>`

const renderIndex = (operations: Operation[]): string =>
  `<ul class="index">${operations.map(({ operationId, method, path }) => `<li><a href="#${operationId}">${renderMethod(method)} <code>${escapeHtml(path)}</code></a></li>`).join('')}</ul>`

/** The chapters in Markdown. Placeholders such as `{{scopes}}` stand for generated HTML. */
const chapters = readFileSync(new URL('./chapters.md', import.meta.url), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [, title = '', id = '', text = '', example = ''] =
      /^(.*) \{#([\w-]+)\}\n([\s\S]*)\n---\n([\s\S]*)$/.exec(section) ?? []
    return { id, title, text, example }
  })

function renderChapters(contract: Contract): string {
  const values = renderChapterValues(contract)
  const sections = chapters.map(({ id, title, text, example }, index) => {
    const heading =
      index === 0
        ? `<h1 id="${id}-title">REST reference</h1>`
        : `<h2 id="${id}-title"><a href="#${id}">${escapeHtml(title)}</a></h2>`
    const examples = renderMarkdown(example, values).replaceAll('<p>', '<p class="over">')
    return `<section class="chapter" id="${id}" aria-labelledby="${id}-title">
<header>${heading}</header>
<div class="text">${renderMarkdown(text, values)}</div><div class="examples">${examples}</div></section>`
  })
  return sections.join('\n')
}

/** Maps each placeholder in `chapters.md` to HTML. */
function renderChapterValues(contract: Contract): Record<string, string> {
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
  const operation = listOperations(contract).find((call) => call.operationId === operationId)
  return operation && findSuccess(operation).response.content['application/json'].example
}

/** Renders a table of scopes, with the calls that require each scope. */
function renderScopes(contract: Contract): string {
  const scopeUses = listOperations(contract).flatMap(({ tags: [tag], 'x-scopes': scopes = [] }) =>
    scopes.map((scope) => ({ scope, tag })),
  )
  const rows = [...Map.groupBy(scopeUses, ({ scope }) => scope)].map(([scope, calls]) => {
    const links = [...new Set(calls.map(({ tag }) => `<a href="/docs/${tag}">${tag}</a>`))]
    const callCount = `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}`
    return [`<code class="whole">${escapeHtml(scope)}</code>`, `${callCount}: ${links.join(', ')}`]
  })
  return renderTable(['Scope', 'Required by'], rows)
}

/** Error codes that only GraphQL returns, with their descriptions. */
const graphqlErrors = {
  NOT_ACCEPTABLE: { summary: 'GraphQL only: `Accept` lists no supported media type.' },
  PERSISTED_QUERY_NOT_SUPPORTED: {
    summary: 'GraphQL only: the request contains a query hash instead of a query. Send the query.',
  },
}

/** Renders the table of error codes, to which the pages of operations link. */
function renderErrors(contract: Contract): string {
  const rows = Object.entries({ ...contract.components.examples, ...graphqlErrors })
    .map(([code, { summary }]) => ({ code, summary, status: statusByCode[code as ErrorCode] }))
    .sort((a, b) => a.status - b.status)
    .map(({ code, summary, status }) => [
      `<span class="status bad">${status}</span>`,
      `<code class="whole" id="${code}">${code}</code>`,
      toInlineHtml(summary),
    ])
  return renderTable(['Status', 'Code', 'Cause'], rows)
}

function renderEvents(schema: Schema): string {
  const types = schema.properties?.['type']?.enum?.filter((type) => type !== null) ?? []
  const toCode = (text: string) => `<code>${escapeHtml(text)}</code>`
  const kinds = Map.groupBy(types, (type) => type.split('.')[0] ?? '')
  const rows = [...kinds].map(([kind, group]) => [toCode(kind), group.map(toCode).join(' ')])
  return renderTable(['Kind', 'Types'], rows)
}

/** Renders the page of all filters. Filters share a page because they refer to each other. */
function renderFilters(contract: Contract): string {
  const fieldRenderer = new FieldRenderer(contract.components.schemas)
  const filters = Object.entries(contract.components.schemas).filter(([name]) => isFilter(name))
  const sections = filters.map(
    ([name, schema]) =>
      `<section class="filter" id="${name}" aria-labelledby="${name}-title"><h2 id="${name}-title"><a href="#${name}">${name}</a></h2>${renderMarkdown(schema.description ?? '')}${fieldRenderer.renderList(schema)}</section>`,
  )
  const links = filters.map(([name]) => `<li><a href="#${name}"><code>${name}</code></a></li>`)
  const introduction =
    'The parameter `where` of a list accepts a filter as JSON. In GraphQL, the argument `where` accepts the same filter. All conditions of an object must match; `and`, `or` and `not` combine objects.'
  return `<header class="opening"><h1>Filters</h1>${renderMarkdown(introduction)}
<ul class="index">${links.join('')}</ul></header>${sections.join('\n')}`
}

function renderNavigation(contract: Contract, tag: string, page: string): string {
  const isCurrent = tag === page
  const title = escapeHtml(toResourceTitle(tag))
  const links = listOperations(contract, tag).map((operation) => {
    const { method, path, operationId, summary } = operation
    const terms = escapeHtml(`${method} ${path} ${operationId}`.toLowerCase())
    return `<li><a href="${toOperationUrl(operation)}" data-find="${terms}">${renderMethod(method, method === 'DELETE' ? 'DEL' : method)}<span>${escapeHtml(summary)}</span></a></li>`
  })
  return `<details${isCurrent ? ' open' : ''}><summary>${title}</summary><ul><li><a class="overview" href="/docs/${tag}"${isCurrent ? ' aria-current="page"' : ''}>Overview</a></li>${links.join('')}</ul></details>`
}

const signInLink = `<span id="signed-in" role="status"></span>
  <a id="credential" href="/sign-in?returnTo=/docs">Sign in</a>`

const keyField =
  '<label for="credential">API key</label><input id="credential" type="password" placeholder="dg_…" autocomplete="off" spellcheck="false" size="14">'

/** Renders the layout of a page: the top bar, the navigation on the left, and the content. */
const renderFrame = (contract: Contract, page: string, main: string, isSignInEnabled: boolean) => `
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
  <button type="button" id="menu" aria-controls="nav" aria-expanded="false">Menu</button>
  <a class="brand" href="/">Dealgraph</a> <span class="what">REST reference</span>
  <nav aria-label="Pages"><a href="/graphql">GraphiQL</a> <a href="/console">Console</a> <a href="/openapi.json">openapi.json</a></nav>
  <div class="own">${isSignInEnabled ? signInLink : keyField}
  <button type="button" id="theme" aria-label="Theme">Theme</button></div>
</header>
<div class="columns">
<nav id="nav" aria-label="Reference">
  <div class="find"><label class="unseen" for="find">Search the reference</label><input id="find" type="search" placeholder="Search the reference" autocomplete="off" aria-describedby="found"><kbd aria-hidden="true">/</kbd></div>
  <p id="found" role="status" class="unseen"></p>
  <ul class="chapters">${chapters.map(({ id, title }) => `<li><a href="/docs#${id}" data-find="${escapeHtml(title.toLowerCase())}">${escapeHtml(title)}</a></li>`).join('')}<li><a href="/docs/filters"${page === 'filters' ? ' aria-current="page"' : ''}>Filter fields</a></li></ul>
  ${contract.tags.map(({ name }) => renderNavigation(contract, name, page)).join('\n')}
</nav>
<main id="main" tabindex="-1">${main}</main>
</div>`
