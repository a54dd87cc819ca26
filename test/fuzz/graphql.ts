import { schema } from '../../src/resources/index.ts'
import { createHostileText, createHostileValue } from './hostile-values.ts'
import { toJson, toLiteral, type Value } from './literal.ts'
import type { Pool } from './pool.ts'
import {
  createBrokenBody,
  createCommonHeaders,
  encodeText,
  type Operation,
  type Request,
} from './request.ts'
import { type Document, type Field, getField } from './selection.ts'

const kinds = {
  query: schema.getQueryType(),
  mutation: schema.getMutationType(),
  subscription: schema.getSubscriptionType(),
}
type Kind = keyof typeof kinds

const listFields = (kind: Kind) => Object.values(kinds[kind]?.getFields() ?? {})

/** Every root field of the schema. */
export const rootFields: Operation[] = (Object.keys(kinds) as Kind[]).flatMap((kind) =>
  listFields(kind).map((field) => ({
    name: `${kind} ${field.name}`,
    isWrite: kind === 'mutation',
    generate: (pool) => requestFor(pool, kind, field),
  })),
)

function requestFor(pool: Pool, kind: Kind, field: Field): Request {
  const { random, invalidity } = pool
  const document: Document = { pool, schema, variables: [], fragments: [], aliases: 0 }
  const unrelatedFields = random.chance(invalidity / 3) ? random.subset(listFields(kind), 0.05) : []
  const depth = kind === 'mutation' ? 4 : random.pick([2, 3, 4, 6])
  const fields = [field, ...unrelatedFields].map(
    (rootField, index) =>
      `${index > 0 ? `r${index}: ` : ''}${getField(document, rootField, depth, true).replace(/^a\d+: /, '')}`,
  )
  let text = assembleDocument(document, kind, fields)
  if (random.chance(invalidity / 6)) text = breakDocument(pool, text)
  const variables: Value = {
    fields: document.variables
      .filter(({ isOmitted }) => !isOmitted)
      .map(({ name, value }): [string, Value] => [name, value]),
  }
  return toHttpRequest(pool, kind, field, text, variables)
}

function assembleDocument(
  { variables, fragments, pool }: Document,
  kind: Kind,
  fields: string[],
): string {
  const definitions = variables.map(
    ({ name, type, value, isDefault }) =>
      `$${name}: ${type}${isDefault ? ` = ${toLiteral(value)}` : ''}`,
  )
  const name = pool.random.chance(0.3) ? ' Named' : ''
  return `${kind}${name}${definitions.length > 0 ? `(${definitions.join(', ')})` : ''} { ${fields.join(' ')} } ${fragments.join(' ')}`
}

function breakDocument({ random }: Pool, text: string): string {
  const position = random.integer(0, text.length)
  return random.pick([
    () => text.slice(0, position) + text.slice(position + 1),
    () => text.slice(0, position) + createHostileText(random).slice(0, 200) + text.slice(position),
    () => text.slice(0, position),
    () => `${text} ${text}`,
    () => `${text} fragment Loop on Query { ...Loop }`,
    () =>
      `${text} query Other { ...A } fragment A on Query { ...B } fragment B on Query { ...A me { id } }`,
    () =>
      `query { ${Array.from({ length: random.pick([21, 31, 300]) }, (_, index) => `a${index}: me { id }`).join(' ')} }`,
    () =>
      `query { people { nodes ${'{ deals { nodes { people '.repeat(random.pick([4, 40]))} { id } ${'} } }'.repeat(40)} } }`,
    () =>
      `query { people(where: ${'{ not: '.repeat(random.pick([8, 60]))}{}${'}'.repeat(60)}) { nodes { id } } }`,
    () => '{ __schema { types { fields { type { ofType { ofType { ofType { name } } } } } } } }',
    () => `{ people(first: 100) { nodes { deals(first: 100) { nodes { people { id } } } } } }`,
    () => `#${text}`,
    () => `${text} `.repeat(40),
    () => 'type Query { me: String }',
    () => '',
  ])()
}

function toHttpRequest(
  pool: Pool,
  kind: Kind,
  field: Field,
  query: string,
  variables: Value,
): Request {
  const { random, invalidity } = pool
  const operation = {
    operation: `${kind} ${field.name}`,
    interface: 'graphql',
    isWrite: query.startsWith('mutation'),
  } as const
  const stream: [string, string][] =
    kind === 'subscription' && random.chance(0.8) ? [['Accept', 'text/event-stream']] : []
  if (kind === 'subscription' && pool.cursors.all.length > 0 && random.chance(0.2))
    stream.push(['Last-Event-ID', random.pick(pool.cursors.all)])
  if (kind !== 'mutation' ? random.chance(0.1) : random.chance(invalidity / 20)) {
    const path = `/graphql?query=${encodeText(query)}&variables=${encodeText(toJson(variables))}`
    if (path.length < 12_000)
      return {
        ...operation,
        method: 'GET',
        path,
        headers: [...createCommonHeaders(pool, { body: false, key: false }), ...stream],
      }
  }
  const fields: [string, Value][] = [
    ['query', query],
    ['variables', random.chance(invalidity / 12) ? createHostileValue(random) : variables],
  ]
  if (random.chance(invalidity / 10))
    fields.push(['operationName', random.pick<Value>(['Named', 'Other', null, 7, '__proto__'])])
  if (random.chance(invalidity / 10)) fields.push(['extensions', createHostileValue(random)])
  const text = toJson({ fields })
  const accept: [string, string][] = random.chance(0.1)
    ? [['Accept', 'application/graphql-response+json']]
    : []
  return {
    ...operation,
    method: 'POST',
    path: '/graphql',
    headers: [
      ...createCommonHeaders(pool, { body: true, key: kind === 'mutation' }),
      ...(stream.length > 0 ? stream : accept),
    ],
    body: random.chance(invalidity / 12) ? createBrokenBody(random, text) : Buffer.from(text),
  }
}
