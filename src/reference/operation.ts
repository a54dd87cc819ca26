import { escapeHtml } from '../pages/page.ts'
import { type Call, type Contract, exampleOf, placeOf, successOf, variablesOf } from './contract.ts'
import { fieldsIn } from './fields.ts'
import { code, json, origin, type Panel, tabs, toParagraphs } from './html.ts'

/** A call as its part of a page: what it is at the left, how it looks at the right. */
export function operationRenderer(contract: Contract) {
  const fields = fieldsIn(contract.components.schemas)
  const part = (title: string, html: string) => `<h3>${title}</h3>${html}`
  const of = (call: Call, place: string) => call.parameters.filter((each) => each.in === place)
  const renderParameters = (call: Call, place: string, title: string) =>
    of(call, place).length > 0 ? part(title, fields.parameters(of(call, place))) : ''

  function renderResponse(call: Call): string {
    const { status, answer } = successOf(call)
    const { data } = answer.content['application/json'].schema.properties ?? {}
    const record = data && fields.inside(data)
    const name = record?.name
      ? ` <span class="type">${data?.type === 'array' ? 'list of ' : ''}${escapeHtml(record.name)}</span>`
      : ''
    return part(
      'Response',
      `<p><span class="status good">${status}</span> ${data ? `<code>data</code>${name}` : escapeHtml(answer.description)}, with <a href="/docs#paging"><code>meta</code></a>.</p>
${record ? `<details class="inner"><summary>Fields of ${escapeHtml(record.name ?? 'data')}</summary>${fields.list(record.schema)}</details>` : ''}`,
    )
  }

  function renderErrors(call: Call): string {
    const rows = Object.entries(call.responses)
      .filter(([status]) => !status.startsWith('2') && !status.endsWith('XX'))
      .flatMap(([status, { content }]) =>
        Object.entries(content['application/json'].examples ?? {}).map(([name, { value }]) => {
          const { message } = (value as { error: { message: string } }).error
          return `<tr><td><span class="status bad">${status}</span></td><td><a href="/docs#${name}"><code class="whole">${name}</code></a></td><td><q>${escapeHtml(message)}</q></td></tr>`
        }),
      )
    const table = `<table><thead><tr><th>Status</th><th>Code</th><th>For example</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
    return `<details class="inner errors"><summary>Errors</summary>${rows.length > 0 ? table : ''}<p>Also the <a href="/docs#errors">errors of every call</a>.</p></details>`
  }

  function renderDescription(call: Call): string {
    const description = call.description.replace(/\n\nScope: .*/, '')
    return `${toParagraphs(description)}
${renderFacts(call)}
${renderParameters(call, 'path', 'Path')}${renderParameters(call, 'query', 'Query')}
${call.requestBody ? part('Body', fields.list(call.requestBody.content['application/json'].schema, 0, true)) : ''}
${renderResponse(call)}${renderErrors(call)}`
  }

  function renderExamples(call: Call): string {
    const variables = variablesOf(call)
    const graphql = `${code(call['x-graphql'], 'graphql')}${Object.keys(variables).length > 0 ? `<p class="over">Variables</p>${json(variables)}` : ''}`
    const request: Panel[] = [
      { title: 'curl', html: code(toCurl(call), 'shell') },
      { title: 'JavaScript', html: code(toJavaScript(call), 'javascript') },
      { title: 'GraphQL', html: graphql },
    ]
    const { status, answer } = successOf(call)
    const [kind] = call['x-graphql'].split(' ')
    const same = `In GraphQL: <code>${kind} ${call.operationId}</code> <a class="graphiql" href="${escapeHtml(graphiqlLink(call))}">Open in GraphiQL</a>`
    return `${tabs(`${call.operationId}-request`, 'Request', request, same)}
<div class="try" data-operation="${call.operationId}"></div>
${tabs(`${call.operationId}-answer`, 'Response', [{ title: `${status} ${answer.description.length < 12 ? answer.description : 'Done'}`, html: json(answer.content['application/json'].example) }])}`
  }

  return (
    call: Call,
  ): string => `<section class="operation" id="${call.operationId}" aria-labelledby="${call.operationId}-title">
<header><h2 id="${call.operationId}-title"><a href="${placeOf(call)}">${escapeHtml(call.summary)}</a></h2>
<p class="address"><span class="method ${call.method.toLowerCase()}">${call.method}</span> <code>${escapeHtml(call.path).replace(/\{\w+\}/g, '<i>$&</i>')}</code>${call['x-extension'] ? ' <span class="badge">extension</span>' : ''}${call.deprecated ? ' <span class="badge bad">deprecated</span>' : ''}</p></header>
<div class="told">${renderDescription(call)}</div>
<div class="shown">${renderExamples(call)}</div>
</section>`
}

/** What one has to know of a call besides what it does. */
function renderFacts(call: Call): string {
  const takes = (name: string) => call.parameters.some((each) => each.name === name)
  const scopes = call['x-scopes'] ?? []
  const scope =
    scopes.length > 0
      ? scopes.map((each) => `<code>${escapeHtml(each)}</code>`).join(' or ')
      : 'any key'
  const notes = [
    takes('Idempotency-Key')
      ? '<a href="/docs#idempotency">repeatable with an Idempotency-Key</a>'
      : '',
    takes('If-Match') ? '<a href="/docs#versions">guarded by If-Match</a>' : '',
    takes('cursor') ? '<a href="/docs#paging">paged</a>' : '',
  ].filter(Boolean)
  const origin = call['x-extension']
    ? 'extension, after the GraphQL operation'
    : 'contract, version 1'
  return `<dl class="facts"><div><dt>Scope</dt><dd>${scope}</dd></div><div><dt>Costs</dt><dd><a href="/docs#rate-limit">1 unit</a></dd></div><div><dt>Belongs to</dt><dd>${origin}</dd></div>${
    notes.length > 0 ? `<div><dt>Also</dt><dd>${notes.join(', ')}</dd></div>` : ''
  }${call.deprecated ? '<div><dt>Deprecated</dt><dd>It is to go; see the description.</dd></div>' : ''}</dl>`
}

const toParameterText = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** The address of the example, with its parameters. */
function exampleUrl(call: Call): string {
  const values = new Map(call.parameters.map((each) => [each.name, exampleOf(each)]))
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(toParameterText(values.get(name) ?? `{${name}}`)),
  )
  const query = call.parameters.flatMap((each) =>
    each.in === 'query' && values.get(each.name) !== undefined
      ? [`${each.name}=${encodeURIComponent(toParameterText(values.get(each.name)))}`]
      : [],
  )
  return `${origin}${path}${query.length > 0 ? `?${query.join('&').replaceAll('%2C', ',')}` : ''}`
}

export const exampleBody = (call: Call): unknown =>
  call.requestBody?.content['application/json'].example

export function toCurl(call: Call): string {
  const body = exampleBody(call)
  const keyed = call.parameters.some(({ name }) => name === 'Idempotency-Key')
  const lines = [
    `curl ${call.method === 'GET' || (call.method === 'POST' && body !== undefined) ? '' : `-X ${call.method} `}"${exampleUrl(call)}"`,
    '-H "Authorization: Bearer $KEY"',
    ...(keyed && call.method === 'POST' ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ]
  return lines.join(' \\\n  ')
}

export function toJavaScript(call: Call): string {
  const body = exampleBody(call)
  const headers = [
    'Authorization: `Bearer $' + '{key}`',
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ]
  const options = [
    ...(call.method === 'GET' ? [] : [`method: '${call.method}',`]),
    `headers: { ${headers.join(', ')} },`,
    ...(body === undefined
      ? []
      : [`body: JSON.stringify(${toJavaScriptLiteral(body).replaceAll('\n', '\n  ')}),`]),
  ]
  const takes = 'data' in (resultOf(call) ?? {}) ? '{ data, meta }' : '{ message }'
  return `const response = await fetch('${exampleUrl(call)}', {\n  ${options.join('\n  ')}\n})\nconst ${takes} = await response.json()`
}

const resultOf = (call: Call) =>
  Object.values(call.responses)[0]?.content['application/json'].schema.properties

/** A value as JavaScript writes it. */
const toJavaScriptLiteral = (value: unknown): string => {
  const json = JSON.stringify(value, null, 2)
  return json
    .replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replace(
      /"((?:[^"\\]|\\.)*)"/g,
      (_, text: string) => `'${text.replaceAll("'", "\\'").replaceAll('\\"', '"')}'`,
    )
}

/** The GraphQL operation in GraphiQL, with its variables. */
export function graphiqlLink(call: Call): string {
  const variables = JSON.stringify(variablesOf(call), null, 2)
  return `/graphql?${new URLSearchParams({ query: call['x-graphql'], variables, operationName: call.operationId })}`
}
