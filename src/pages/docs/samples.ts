import { type Call, exampleOf, variablesOf } from './contract.ts'

/** What stands in examples for the address of the server; the page puts its own in. */
export const origin = 'http://127.0.0.1:4000'

const written = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** The address of the example, with its parameters. */
function addressOf(call: Call): string {
  const values = new Map(call.parameters.map((each) => [each.name, exampleOf(each)]))
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(written(values.get(name) ?? `{${name}}`)),
  )
  const query = call.parameters.flatMap((each) =>
    each.in === 'query' && values.get(each.name) !== undefined
      ? [`${each.name}=${encodeURIComponent(written(values.get(each.name)))}`]
      : [],
  )
  return `${origin}${path}${query.length > 0 ? `?${query.join('&').replaceAll('%2C', ',')}` : ''}`
}

export const bodyOf = (call: Call): unknown => call.requestBody?.content['application/json'].example

export function curl(call: Call): string {
  const body = bodyOf(call)
  const keyed = call.parameters.some(({ name }) => name === 'Idempotency-Key')
  const lines = [
    `curl ${call.method === 'GET' || (call.method === 'POST' && body !== undefined) ? '' : `-X ${call.method} `}"${addressOf(call)}"`,
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

export function javascript(call: Call): string {
  const body = bodyOf(call)
  const headers = [
    'Authorization: `Bearer $' + '{key}`',
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ]
  const options = [
    ...(call.method === 'GET' ? [] : [`method: '${call.method}',`]),
    `headers: { ${headers.join(', ')} },`,
    ...(body === undefined
      ? []
      : [`body: JSON.stringify(${literal(body).replaceAll('\n', '\n  ')}),`]),
  ]
  const takes = 'data' in (resultOf(call) ?? {}) ? '{ data, meta }' : '{ message }'
  return `const response = await fetch('${addressOf(call)}', {\n  ${options.join('\n  ')}\n})\nconst ${takes} = await response.json()`
}

const resultOf = (call: Call) =>
  Object.values(call.responses)[0]?.content['application/json'].schema.properties

/** A value as JavaScript writes it. */
const literal = (value: unknown): string => {
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
