import { escaped } from '../page.ts'
import { code, json, type Panel, tabs } from './code.ts'
import { type Call, type Contract, placeOf, successOf, variablesOf } from './contract.ts'
import { fieldsIn } from './fields.ts'
import { curl, graphiqlLink, javascript } from './samples.ts'
import { prose } from './text.ts'

/** A call as its part of a page: what it is at the left, how it looks at the right. */
export function operationIn(contract: Contract) {
  const fields = fieldsIn(contract.components.schemas)
  const part = (title: string, html: string) => `<h3>${title}</h3>${html}`
  const of = (call: Call, place: string) => call.parameters.filter((each) => each.in === place)
  const listed = (call: Call, place: string, title: string) =>
    of(call, place).length > 0 ? part(title, fields.parameters(of(call, place))) : ''

  function answers(call: Call): string {
    const { status, answer } = successOf(call)
    const { data } = answer.content['application/json'].schema.properties ?? {}
    const record = data && fields.inside(data)
    const name = record?.name
      ? ` <span class="type">${data?.type === 'array' ? 'list of ' : ''}${escaped(record.name)}</span>`
      : ''
    return part(
      'Answer',
      `<p><span class="status good">${status}</span> ${data ? `<code>data</code>${name}` : escaped(answer.description)}, with <a href="/docs#paging"><code>meta</code></a>.</p>
${record ? `<details class="inner"><summary>Fields of ${escaped(record.name ?? 'data')}</summary>${fields.list(record.schema)}</details>` : ''}`,
    )
  }

  function failures(call: Call): string {
    const rows = Object.entries(call.responses)
      .filter(([status]) => !status.startsWith('2') && !status.endsWith('XX'))
      .flatMap(([status, { content }]) =>
        Object.entries(content['application/json'].examples ?? {}).map(([name, { value }]) => {
          const { message } = (value as { error: { message: string } }).error
          return `<tr><td><span class="status bad">${status}</span></td><td><a href="/docs#${name}"><code class="whole">${name}</code></a></td><td><q>${escaped(message)}</q></td></tr>`
        }),
      )
    const table = `<table><thead><tr><th>Status</th><th>Code</th><th>For example</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
    return `<details class="inner errors"><summary>Errors</summary>${rows.length > 0 ? table : ''}<p>Also the <a href="/docs#errors">errors of every call</a>.</p></details>`
  }

  function left(call: Call): string {
    const description = call.description.replace(/\n\nScope: .*/, '')
    return `${prose(description)}
${facts(call)}
${listed(call, 'path', 'Path')}${listed(call, 'query', 'Query')}
${call.requestBody ? part('Body', fields.list(call.requestBody.content['application/json'].schema, 0, true)) : ''}
${answers(call)}${failures(call)}`
  }

  function right(call: Call): string {
    const variables = variablesOf(call)
    const graphql = `${code(call['x-graphql'], 'graphql')}${Object.keys(variables).length > 0 ? `<p class="over">Variables</p>${json(variables)}` : ''}`
    const request: Panel[] = [
      { title: 'curl', html: code(curl(call), 'shell') },
      { title: 'JavaScript', html: code(javascript(call), 'javascript') },
      { title: 'GraphQL', html: graphql },
    ]
    const { status, answer } = successOf(call)
    const [kind] = call['x-graphql'].split(' ')
    const same = `In GraphQL: <code>${kind} ${call.operationId}</code> <a class="graphiql" href="${escaped(graphiqlLink(call))}">Open in GraphiQL</a>`
    return `${tabs(`${call.operationId}-request`, 'Request', request, same)}
<div class="try" data-operation="${call.operationId}"></div>
${tabs(`${call.operationId}-answer`, 'Answer', [{ title: `${status} ${answer.description.length < 12 ? answer.description : 'Done'}`, html: json(answer.content['application/json'].example) }])}`
  }

  return (
    call: Call,
  ): string => `<section class="operation" id="${call.operationId}" aria-labelledby="${call.operationId}-title">
<header><h2 id="${call.operationId}-title"><a href="${placeOf(call)}">${escaped(call.summary)}</a></h2>
<p class="address"><span class="method ${call.method.toLowerCase()}">${call.method}</span> <code>${escaped(call.path).replace(/\{\w+\}/g, '<i>$&</i>')}</code>${call['x-extension'] ? ' <span class="badge">extension</span>' : ''}${call.deprecated ? ' <span class="badge bad">deprecated</span>' : ''}</p></header>
<div class="told">${left(call)}</div>
<div class="shown">${right(call)}</div>
</section>`
}

/** What one has to know of a call besides what it does. */
function facts(call: Call): string {
  const takes = (name: string) => call.parameters.some((each) => each.name === name)
  const scopes = call['x-scopes'] ?? []
  const scope =
    scopes.length > 0
      ? scopes.map((each) => `<code>${escaped(each)}</code>`).join(' or ')
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
