import { readFileSync, writeFileSync } from 'node:fs'
import {
  type ASTNode,
  buildASTSchema,
  type DirectiveNode,
  findBreakingChanges,
  GraphQLSchema,
  isObjectType,
  Kind,
  parse,
  print,
  visit,
} from 'graphql'
import { readOpenApi } from './openapi.ts'

/**
 * The two contracts of the last release without descriptions, written by
 * `node test/support/released.ts` as part of each release. Nothing in them may break before its sunset.
 */
const files = { schema: 'test/released/schema.graphql', rest: 'test/released/rest.json' }

type Json = Record<string, unknown>

/** The type of a value, or of its parts. A deprecated part is named `name until 2027-02-01`. */
type Shape = string | { [part: string]: Shape }

/** The inputs of a route (with `!` if required) and its response. */
type Calls = Record<string, { takes: string[]; answers: Shape }>

const until = (name: string, part: Json) =>
  part['x-sunset'] ? `${name} until ${String(part['x-sunset'])}` : name
const inContent = (part: unknown) =>
  ((part as Json | undefined)?.['content'] as Record<string, Json> | undefined)?.[
    'application/json'
  ]?.['schema'] as Json

/** The routes of an OpenAPI document. */
function callsIn(document: Json): Calls {
  const schemas = ((document['components'] as Json | undefined)?.['schemas'] ?? {}) as Record<
    string,
    Json
  >
  const calls = Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const responses = operation['responses'] as Record<string, Json>
        return [
          until(`${method} ${path}`, operation),
          {
            takes: inputsOf(operation),
            answers: shapeOf(inContent(responses['201'] ?? responses['200']), schemas),
          },
        ] as const
      }),
  )
  return Object.fromEntries(calls)
}

function inputsOf(operation: Json): string[] {
  const body = inContent(operation['requestBody']) ?? {}
  const required = (body['required'] as string[] | undefined) ?? []
  const fields = Object.entries((body['properties'] as Record<string, Json> | undefined) ?? {}).map(
    ([name, field]) => ({
      ...field,
      name,
      required: required.includes(name),
    }),
  )
  return [...(operation['parameters'] as Json[]), ...fields].map((each) =>
    until(`${String(each['name'])}${each['required'] ? '!' : ''}`, each),
  )
}

/** @param named the schemas that a schema can refer to */
function shapeOf(schema: Json, named: Record<string, Json>): Shape {
  const forms = [schema, ...((schema['anyOf'] as Json[] | undefined) ?? [])].map(
    (form) => named[String(form['$ref']).split('/').at(-1) ?? ''] ?? form,
  )
  const items = forms.find((form) => form['items'])?.['items'] as Json | undefined
  if (items) return { '[]': shapeOf(items, named) }
  const properties = forms.find((form) => form['properties'])?.['properties'] as
    | Record<string, Json>
    | undefined
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [until(name, each), shapeOf(each, named)]),
    )
  const types = forms.flatMap((form) => (form['type'] as string | string[] | undefined) ?? [])
  return types.some((type) => type !== 'null') ? types.join() : 'any'
}

/** The name without its sunset date; undefined from that date on. */
function binding(name: string, today: string): string | undefined {
  const [plain, sunset] = name.split(' until ')
  return sunset !== undefined && sunset <= today ? undefined : plain
}

/** The entries of an object whose sunset has not passed. */
const bindingIn = <T>(of: Record<string, T>, today: string): Record<string, T> =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, value]) =>
      binding(name, today) ? [[binding(name, today), value]] : [],
    ),
  )

function brokenIn(readRelease: Calls, current: Calls, today: string): string[] {
  const now = bindingIn(current, '')
  return Object.entries(bindingIn(readRelease, today)).flatMap(([name, call]) => {
    const there = now[name]
    if (!there) return [`${name} is gone`]
    const names = (takes: string[], by: string) => takes.flatMap((each) => binding(each, by) ?? [])
    const [takes, before] = [names(there.takes, ''), names(call.takes, today)]
    const knows = (list: string[], input: string) =>
      list.some((each) => each.replace('!', '') === input.replace('!', ''))
    return [
      ...before
        .filter((each) => !knows(takes, each))
        .map((each) => `${name} does not take ${each.replace('!', '')}`),
      ...takes
        .filter((each) => each.endsWith('!') && !names(call.takes, '').includes(each))
        .map((each) => `${name} requires ${each.replace('!', '')}`),
      ...missing(call.answers, there.answers, `${name} answers`, today),
    ]
  })
}

function missing(promised: Shape, current: Shape, at: string, today: string): string[] {
  if (typeof promised === 'string' || typeof current === 'string')
    return promised === current ? [] : [`${at} something else`]
  const now = bindingIn(current, '')
  return Object.entries(bindingIn(promised, today)).flatMap(([part, shape]) => {
    const there = now[part]
    return there === undefined
      ? [`${at} no ${part}`]
      : missing(shape, there, `${at} ${part}`, today)
  })
}

/** The released schema without elements whose sunset has passed. */
function schemaOf(sdl: string, today: string): GraphQLSchema {
  const drop = (node: ASTNode) => {
    const [reason = ''] = ((node as { directives?: DirectiveNode[] }).directives ?? [])
      .filter(({ name }) => name.value === 'deprecated')
      .map(print)
    const sunset = /may be removed from (\S+) on/.exec(reason)?.[1]
    return sunset !== undefined && sunset <= today ? null : undefined
  }
  const parts = [Kind.FIELD_DEFINITION, Kind.INPUT_VALUE_DEFINITION, Kind.ENUM_VALUE_DEFINITION]
  const config = buildASTSchema(
    visit(parse(sdl), Object.fromEntries(parts.map((kind) => [kind, drop]))),
  ).toConfig()
  // Drops types that are no longer referenced, but keeps the types of interfaces.
  return new GraphQLSchema({
    ...config,
    types: config.types.filter((type) => isObjectType(type) && type.getInterfaces().length > 0),
  })
}

/** The contracts in their stored form. */
export const withoutDescriptions = (version: string, schema: string, document: object) => ({
  schema: `# Released as ${version}\n\n${print(visit(parse(schema), { leave: (node) => ('description' in node ? { ...node, description: undefined } : undefined) }))}\n`,
  rest: `{\n${Object.entries(callsIn(document as Json))
    .map((call) => ` ${call.map((each) => JSON.stringify(each)).join(': ')}`)
    .join(',\n')}\n}\n`,
})

export const promised = () => ({
  schema: readFileSync(files.schema, 'utf8'),
  rest: readFileSync(files.rest, 'utf8'),
})

/**
 * Finds the breaking changes of a schema and an OpenAPI document. @param today such as 2027-02-01
 */
export function findBreakages(
  current: { schema: GraphQLSchema; document: object },
  before: ReturnType<typeof promised>,
  today: string,
): string[] {
  return [
    ...findBreakingChanges(schemaOf(before.schema, today), current.schema).map(
      ({ description }) => description,
    ),
    ...brokenIn(JSON.parse(before.rest) as Calls, callsIn(current.document as Json), today),
  ]
}

if (import.meta.main) {
  const read = (file: string) => readFileSync(file, 'utf8')
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const now = withoutDescriptions(version, read('schema.graphql'), readOpenApi())
  writeFileSync(files.schema, now.schema)
  writeFileSync(files.rest, now.rest)
}
