import { schema } from '../../src/resources/index.ts'
import { hostile, hostileText } from './hostile.ts'
import type { Pool } from './pool.ts'
import { brokenBody, commonHeaders, encoded, type Operation, type Request } from './request.ts'
import { type Document, type Field, fieldOf } from './selection.ts'
import { toJson, toLiteral, type Value } from './value.ts'

const kinds = {
  query: schema.getQueryType(),
  mutation: schema.getMutationType(),
  subscription: schema.getSubscriptionType(),
}
type Kind = keyof typeof kinds

const fieldsOf = (kind: Kind) => Object.values(kinds[kind]?.getFields() ?? {})

/** Every root field of the schema. */
export const rootFields: Operation[] = (Object.keys(kinds) as Kind[]).flatMap((kind) =>
  fieldsOf(kind).map((field) => ({
    name: `${kind} ${field.name}`,
    writes: kind === 'mutation',
    make: (pool) => requestFor(pool, kind, field),
  })),
)

function requestFor(pool: Pool, kind: Kind, field: Field): Request {
  const { dice, wildness } = pool
  const document: Document = { pool, schema, variables: [], fragments: [], aliases: 0 }
  const others = dice.chance(wildness / 3) ? dice.some(fieldsOf(kind), 0.05) : []
  const depth = kind === 'mutation' ? 3 : dice.pick([2, 3, 4, 6])
  const fields = [field, ...others].map(
    (each, index) =>
      `${index > 0 ? `r${index}: ` : ''}${fieldOf(document, each, depth, true).replace(/^a\d+: /, '')}`,
  )
  let text = assembleDocument(document, kind, fields)
  if (dice.chance(wildness / 6)) text = brokenDocument(pool, text)
  const variables: Value = {
    fields: document.variables
      .filter(({ absent }) => !absent)
      .map(({ name, value }): [string, Value] => [name, value]),
  }
  return overHttp(pool, kind, field, text, variables)
}

function assembleDocument(
  { variables, fragments, pool }: Document,
  kind: Kind,
  fields: string[],
): string {
  const definitions = variables.map(
    ({ name, type, value, fallback }) =>
      `$${name}: ${type}${fallback ? ` = ${toLiteral(value)}` : ''}`,
  )
  const name = pool.dice.chance(0.3) ? ' Named' : ''
  return `${kind}${name}${definitions.length > 0 ? `(${definitions.join(', ')})` : ''} { ${fields.join(' ')} } ${fragments.join(' ')}`
}

function brokenDocument({ dice }: Pool, text: string): string {
  const at = dice.int(0, text.length)
  return dice.pick([
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(0, at) + hostileText(dice).slice(0, 200) + text.slice(at),
    () => text.slice(0, at),
    () => `${text} ${text}`,
    () => `${text} fragment Loop on Query { ...Loop }`,
    () =>
      `${text} query Other { ...A } fragment A on Query { ...B } fragment B on Query { ...A me { id } }`,
    () =>
      `query { ${Array.from({ length: dice.pick([21, 31, 300]) }, (_, index) => `a${index}: me { id }`).join(' ')} }`,
    () =>
      `query { people { nodes ${'{ deals { nodes { people '.repeat(dice.pick([4, 40]))} { id } ${'} } }'.repeat(40)} } }`,
    () =>
      `query { people(where: ${'{ not: '.repeat(dice.pick([8, 60]))}{}${'}'.repeat(60)}) { nodes { id } } }`,
    () => '{ __schema { types { fields { type { ofType { ofType { ofType { name } } } } } } } }',
    () => `{ people(first: 100) { nodes { deals(first: 100) { nodes { people { id } } } } } }`,
    () => `#${text}`,
    () => `${text} `.repeat(40),
    () => 'type Query { me: String }',
    () => '',
  ])()
}

function overHttp(pool: Pool, kind: Kind, field: Field, query: string, variables: Value): Request {
  const { dice, wildness } = pool
  const operation = {
    operation: `${kind} ${field.name}`,
    door: 'graphql',
    writes: query.startsWith('mutation'),
  } as const
  const stream: [string, string][] =
    kind === 'subscription' && dice.chance(0.8) ? [['Accept', 'text/event-stream']] : []
  if (kind === 'subscription' && pool.cursors.all.length > 0 && dice.chance(0.2))
    stream.push(['Last-Event-ID', dice.pick(pool.cursors.all)])
  if (kind !== 'mutation' ? dice.chance(0.1) : dice.chance(wildness / 20)) {
    const path = `/graphql?query=${encoded(query)}&variables=${encoded(toJson(variables))}`
    if (path.length < 12_000)
      return {
        ...operation,
        method: 'GET',
        path,
        headers: [...commonHeaders(pool, { body: false, key: false }), ...stream],
      }
  }
  const fields: [string, Value][] = [
    ['query', query],
    ['variables', dice.chance(wildness / 12) ? hostile(dice) : variables],
  ]
  if (dice.chance(wildness / 10))
    fields.push(['operationName', dice.pick<Value>(['Named', 'Other', null, 7, '__proto__'])])
  if (dice.chance(wildness / 10)) fields.push(['extensions', hostile(dice)])
  const text = toJson({ fields })
  const accept: [string, string][] = dice.chance(0.1)
    ? [['Accept', 'application/graphql-response+json']]
    : []
  return {
    ...operation,
    method: 'POST',
    path: '/graphql',
    headers: [
      ...commonHeaders(pool, { body: true, key: kind === 'mutation' }),
      ...(stream.length > 0 ? stream : accept),
    ],
    body: dice.chance(wildness / 12) ? brokenBody(dice, text) : Buffer.from(text),
  }
}
