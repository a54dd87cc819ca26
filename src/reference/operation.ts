/** Renders the operations of the REST reference, with examples of calls and responses. */
import { escapeHtml } from '../pages/browser/highlight.ts'
import {
  type Contract,
  findSuccess,
  getBodyExample,
  getExampleVariables,
  getParameterExample,
  type Operation,
  toOperationUrl,
} from './contract.ts'
import { FieldRenderer } from './fields.ts'
import { origin, renderCode, renderJson, renderMarkdown, renderTable, renderTabs } from './html.ts'

/** Renders operations, with the description in the left column and examples in the right column. */
export class OperationRenderer {
  readonly #fields: FieldRenderer

  constructor(contract: Contract) {
    this.#fields = new FieldRenderer(contract.components.schemas)
  }

  renderOperation(operation: Operation): string {
    const { operationId: id, method, path, summary } = operation
    const pathHtml = escapeHtml(path).replace(/\{\w+\}/g, '<i>$&</i>')
    const badges = [
      operation['x-extension'] ? ' <span class="badge">extension</span>' : '',
      operation.deprecated ? ' <span class="badge bad">deprecated</span>' : '',
    ].join('')
    return `<section class="operation" id="${id}" aria-labelledby="${id}-title">
<header><h2 id="${id}-title"><a href="${toOperationUrl(operation)}">${escapeHtml(summary)}</a></h2>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${pathHtml}</code>${badges}</p></header>
<div class="text">${this.#renderDescription(operation)}</div>
<div class="examples">${renderExamples(operation)}</div>
</section>`
  }

  #renderDescription(operation: Operation): string {
    const body = operation.requestBody?.content['application/json'].schema
    return [
      renderMarkdown(operation.description.replace(/ Requires (`[\w.]+`( or )?)+\.(?=\n\n|$)/, '')),
      renderFacts(operation),
      this.#renderParameters(operation, 'path', 'Path'),
      this.#renderParameters(operation, 'query', 'Query'),
      body ? `<h3>Body</h3>${this.#fields.renderList(body, { isRequest: true })}` : '',
      this.#renderResponse(operation),
      renderErrors(operation),
    ].join('\n')
  }

  #renderParameters({ parameters }: Operation, place: string, title: string): string {
    const matches = parameters.filter((parameter) => parameter.in === place)
    return matches.length > 0 ? `<h3>${title}</h3>${this.#fields.renderParameters(matches)}` : ''
  }

  #renderResponse(operation: Operation): string {
    const { status, response } = findSuccess(operation)
    const { data } = response.content['application/json'].schema.properties ?? {}
    const record = data && this.#fields.findRecord(data)
    const name = escapeHtml(record?.name ?? 'data')
    const type = `${data?.type === 'array' ? 'list of ' : ''}${name}`
    const body = data
      ? `<code>data</code>${record?.name ? ` <span class="type">${type}</span>` : ''}`
      : escapeHtml(response.description)
    const fields = record
      ? `<details class="inner"><summary>Fields of ${name}</summary>${this.#fields.renderList(record.schema)}</details>`
      : ''
    return `<h3>Response</h3><p><span class="status good">${status}</span> ${body}, with <a href="/docs#paging"><code>meta</code></a>.</p>\n${fields}`
  }
}

function renderErrors({ responses }: Operation): string {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2') && !status.endsWith('XX'))
    .flatMap(([status, { content }]) =>
      Object.entries(content['application/json'].examples ?? {}).map(([name, { value }]) => [
        `<span class="status bad">${status}</span>`,
        `<a href="/docs#${name}"><code class="whole">${name}</code></a>`,
        `<q>${escapeHtml((value as { error: { message: string } }).error.message)}</q>`,
      ]),
    )
  const errors = rows.length > 0 ? renderTable(['Status', 'Code', 'Example'], rows) : ''
  return `<details class="inner errors"><summary>Errors</summary>${errors}<p>All calls can also return the <a href="/docs#errors">common errors</a>.</p></details>`
}

function renderExamples(operation: Operation): string {
  const { operationId: id, 'x-graphql': query } = operation
  const variables = getExampleVariables(operation)
  const hasVariables = Object.keys(variables).length > 0
  const graphql = `${renderCode(query, 'graphql')}${hasVariables ? `<p class="over">Variables</p>${renderJson(variables)}` : ''}`
  const requests = [
    { title: 'curl', html: renderCode(formatCurl(operation), 'shell') },
    { title: 'JavaScript', html: renderCode(formatJavaScript(operation), 'javascript') },
    { title: 'GraphQL', html: graphql },
  ]
  const graphiqlUrl = `/graphql?${new URLSearchParams({ query, variables: JSON.stringify(variables, null, 2), operationName: id })}`
  const footer = `GraphQL operation: <code>${query.split(' ')[0]} ${id}</code> <a class="graphiql" href="${escapeHtml(graphiqlUrl)}">Open in GraphiQL</a>`
  const { status, response } = findSuccess(operation)
  const responsePanel = {
    title: `${status} ${response.description.length < 12 ? response.description : 'OK'}`,
    html: renderJson(response.content['application/json'].example),
  }
  return `${renderTabs(`${id}-request`, 'Request', requests, footer)}
<div class="try" data-operation="${id}"></div>
${renderTabs(`${id}-response`, 'Response', [responsePanel])}`
}

function renderFacts({ parameters, deprecated, ...operation }: Operation): string {
  const acceptsParameter = (name: string) => parameters.some((parameter) => parameter.name === name)
  const scopes = (operation['x-scopes'] ?? []).map((scope) => `<code>${escapeHtml(scope)}</code>`)
  const featureNotes = [
    acceptsParameter('Idempotency-Key') &&
      '<a href="/docs#idempotency">idempotent with Idempotency-Key</a>',
    acceptsParameter('If-Match') && '<a href="/docs#versions">conditional with If-Match</a>',
    acceptsParameter('cursor') && '<a href="/docs#paging">paginated</a>',
  ].filter(Boolean)
  const facts = [
    ['Scope', scopes.join(' or ') || 'any credential'],
    ['Cost', '<a href="/docs#rate-limit">1 unit</a>'],
    ['Contract', operation['x-extension'] ? 'extension, not in version 1' : 'version 1'],
    ['Features', featureNotes.join(', ')],
    ['Deprecated', deprecated && 'This call will be removed; see the description.'],
  ]
  const items = facts.map(([name, fact]) => fact && `<div><dt>${name}</dt><dd>${fact}</dd></div>`)
  return `<dl class="facts">${items.filter(Boolean).join('')}</dl>`
}

const toParameterText = (value: unknown): string =>
  Array.isArray(value) || typeof value !== 'object' ? String(value) : JSON.stringify(value)

function createExampleUrl({ path, parameters }: Operation): string {
  const exampleValues = new Map(
    parameters.map((parameter) => [parameter.name, getParameterExample(parameter)]),
  )
  const url = path.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    encodeURIComponent(toParameterText(exampleValues.get(name) ?? placeholder)),
  )
  const query = parameters
    .filter(({ name, in: place }) => place === 'query' && exampleValues.get(name) !== undefined)
    .map(({ name }) => `${name}=${encodeURIComponent(toParameterText(exampleValues.get(name)))}`)
  return `${origin}${url}${query.length > 0 ? `?${query.join('&').replaceAll('%2C', ',')}` : ''}`
}

function formatCurl(operation: Operation): string {
  const { method, parameters } = operation
  const body = getBodyExample(operation)
  const isDefaultMethod = method === 'GET' || (method === 'POST' && body !== undefined)
  const isRepeatable = parameters.some(({ name }) => name === 'Idempotency-Key')
  return [
    `curl ${isDefaultMethod ? '' : `-X ${method} `}"${createExampleUrl(operation)}"`,
    '-H "Authorization: Bearer $KEY"',
    isRepeatable && method === 'POST' && '-H "Idempotency-Key: $(uuidgen)"',
    body !== undefined && '-H "Content-Type: application/json"',
    body !== undefined && `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
  ]
    .filter((line) => line !== false)
    .join(' \\\n  ')
}

function formatJavaScript(operation: Operation): string {
  const body = getBodyExample(operation)
  const { response } = findSuccess(operation)
  const hasData = 'data' in (response.content['application/json'].schema.properties ?? {})
  const type = body === undefined ? '' : ", 'Content-Type': 'application/json'"
  const fetchOptions = [
    operation.method !== 'GET' && `method: '${operation.method}',`,
    `headers: { Authorization: \`Bearer \${key}\`${type} },`,
    body !== undefined && `body: JSON.stringify(${toJavaScriptLiteral(body)}),`,
  ].filter((line) => line !== false)
  return `const response = await fetch('${createExampleUrl(operation)}', {\n  ${fetchOptions.join('\n  ')}\n})\nconst ${hasData ? '{ data, meta }' : '{ message }'} = await response.json()`
}

const toJavaScriptLiteral = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replace(
      /"((?:[^"\\]|\\.)*)"/g,
      (_, text: string) => `'${text.replaceAll("'", "\\'").replaceAll('\\"', '"')}'`,
    )
    .replaceAll('\n', '\n  ')
