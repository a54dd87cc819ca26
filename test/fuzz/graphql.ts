import { schema } from '../../src/resources/index.ts'
import type { GeneratorContext } from './generator-context.ts'
import { createHostileText, createHostileValue } from './hostile-values.ts'
import { toJson, toLiteral, type Value } from './literal.ts'
import {
  createBrokenBody,
  createCommonHeaders,
  encodeText,
  type Operation,
  type Request,
} from './request.ts'
import { type Document, type Field, generateField } from './selection.ts'

const rootTypes = {
  query: schema.getQueryType(),
  mutation: schema.getMutationType(),
  subscription: schema.getSubscriptionType(),
}
type OperationKind = keyof typeof rootTypes

const listFields = (kind: OperationKind) => Object.values(rootTypes[kind]?.getFields() ?? {})

/** One operation for each root field of the schema. */
export const rootFieldOperations: Operation[] = (Object.keys(rootTypes) as OperationKind[]).flatMap(
  (kind) =>
    listFields(kind).map((field) => ({
      name: `${kind} ${field.name}`,
      isWrite: kind === 'mutation',
      generate: (context) => createRequest(context, kind, field),
    })),
)

function createRequest(context: GeneratorContext, kind: OperationKind, field: Field): Request {
  const { random, invalidity } = context
  const document: Document = { context, schema, variables: [], fragments: [], aliasCount: 0 }
  const unrelatedFields = random.chance(invalidity / 3) ? random.subset(listFields(kind), 0.05) : []
  const depth = kind === 'mutation' ? 4 : random.pick([2, 3, 4, 6])
  const fields = [field, ...unrelatedFields].map(
    (rootField, index) =>
      `${index > 0 ? `r${index}: ` : ''}${generateField(document, rootField, depth, true).replace(/^a\d+: /, '')}`,
  )
  let documentText = assembleDocument(document, kind, fields)
  if (random.chance(invalidity / 6)) documentText = breakDocument(context, documentText)
  const variables: Value = {
    fields: document.variables
      .filter(({ isOmitted }) => !isOmitted)
      .map(({ name, value }): [string, Value] => [name, value]),
  }
  return createHttpRequest(context, kind, field, documentText, variables)
}

function assembleDocument(
  { variables, fragments, context }: Document,
  kind: OperationKind,
  fields: string[],
): string {
  const variableDefinitions = variables.map(
    ({ name, type, value, isDefault }) =>
      `$${name}: ${type}${isDefault ? ` = ${toLiteral(value)}` : ''}`,
  )
  const name = context.random.chance(0.3) ? ' Named' : ''
  return `${kind}${name}${variableDefinitions.length > 0 ? `(${variableDefinitions.join(', ')})` : ''} { ${fields.join(' ')} } ${fragments.join(' ')}`
}

function breakDocument({ random }: GeneratorContext, text: string): string {
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

function createHttpRequest(
  context: GeneratorContext,
  kind: OperationKind,
  field: Field,
  query: string,
  variables: Value,
): Request {
  const { random, invalidity } = context
  const operation = {
    operation: `${kind} ${field.name}`,
    interface: 'graphql',
    isWrite: query.startsWith('mutation'),
  } as const
  const streamHeaders: [string, string][] =
    kind === 'subscription' && random.chance(0.8) ? [['Accept', 'text/event-stream']] : []
  if (kind === 'subscription' && context.cursors.all.length > 0 && random.chance(0.2))
    streamHeaders.push(['Last-Event-ID', random.pick(context.cursors.all)])
  if (kind !== 'mutation' ? random.chance(0.1) : random.chance(invalidity / 20)) {
    const path = `/graphql?query=${encodeText(query)}&variables=${encodeText(toJson(variables))}`
    if (path.length < 12_000)
      return {
        ...operation,
        method: 'GET',
        path,
        headers: [
          ...createCommonHeaders(context, { hasBody: false, canHaveKey: false }),
          ...streamHeaders,
        ],
      }
  }
  const fields: [string, Value][] = [
    ['query', query],
    ['variables', random.chance(invalidity / 12) ? createHostileValue(random) : variables],
  ]
  if (random.chance(invalidity / 10))
    fields.push(['operationName', random.pick<Value>(['Named', 'Other', null, 7, '__proto__'])])
  if (random.chance(invalidity / 10)) fields.push(['extensions', createHostileValue(random)])
  const bodyJson = toJson({ fields })
  const acceptHeaders: [string, string][] = random.chance(0.1)
    ? [['Accept', 'application/graphql-response+json']]
    : []
  return {
    ...operation,
    method: 'POST',
    path: '/graphql',
    headers: [
      ...createCommonHeaders(context, { hasBody: true, canHaveKey: kind === 'mutation' }),
      ...(streamHeaders.length > 0 ? streamHeaders : acceptHeaders),
    ],
    body: random.chance(invalidity / 12)
      ? createBrokenBody(random, bodyJson)
      : Buffer.from(bodyJson),
  }
}
