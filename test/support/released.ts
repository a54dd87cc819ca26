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
 * The two contracts of the last release without descriptions; each release writes them with
 * `node test/support/released.ts`. Nothing in them may break before its sunset.
 */
const files = { schema: 'test/released/schema.graphql', rest: 'test/released/rest.json' }

type Json = Record<string, unknown>

/**
 * The type of a value, or the types of its members. A deprecated member is named
 * `name until 2027-02-01`.
 */
type Shape = string | { [part: string]: Shape }

/** The inputs of a route (with `!` if required), and its response. */
type Calls = Record<string, { takes: string[]; answers: Shape }>

const addSunset = (name: string, part: Json) =>
  part['x-sunset'] ? `${name} until ${String(part['x-sunset'])}` : name
const getJsonSchema = (part: unknown) =>
  ((part as Json | undefined)?.['content'] as Record<string, Json> | undefined)?.[
    'application/json'
  ]?.['schema'] as Json

/** Reads the routes of an OpenAPI document. */
function readCalls(document: Json): Calls {
  const schemas = ((document['components'] as Json | undefined)?.['schemas'] ?? {}) as Record<
    string,
    Json
  >
  const calls = Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const responses = operation['responses'] as Record<string, Json>
        return [
          addSunset(`${method} ${path}`, operation),
          {
            takes: getInputs(operation),
            answers: getShape(getJsonSchema(responses['201'] ?? responses['200']), schemas),
          },
        ] as const
      }),
  )
  return Object.fromEntries(calls)
}

function getInputs(operation: Json): string[] {
  const body = getJsonSchema(operation['requestBody']) ?? {}
  const requiredFields = (body['required'] as string[] | undefined) ?? []
  const fields = Object.entries((body['properties'] as Record<string, Json> | undefined) ?? {}).map(
    ([name, field]) => ({
      ...field,
      name,
      required: requiredFields.includes(name),
    }),
  )
  return [...(operation['parameters'] as Json[]), ...fields].map((parameter) =>
    addSunset(`${String(parameter['name'])}${parameter['required'] ? '!' : ''}`, parameter),
  )
}

/** @param schemas the component schemas by name, to resolve `$ref` */
function getShape(schema: Json, schemas: Record<string, Json>): Shape {
  const variants = [schema, ...((schema['anyOf'] as Json[] | undefined) ?? [])].map(
    (form) => schemas[String(form['$ref']).split('/').at(-1) ?? ''] ?? form,
  )
  const items = variants.find((form) => form['items'])?.['items'] as Json | undefined
  if (items) return { '[]': getShape(items, schemas) }
  const properties = variants.find((form) => form['properties'])?.['properties'] as
    | Record<string, Json>
    | undefined
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        addSunset(name, property),
        getShape(property, schemas),
      ]),
    )
  const types = variants.flatMap((form) => (form['type'] as string | string[] | undefined) ?? [])
  return types.some((type) => type !== 'null') ? types.join() : 'any'
}

/** Returns the name without its sunset date, or undefined from that date on. */
function getBindingName(name: string, today: string): string | undefined {
  const [plainName, sunset] = name.split(' until ')
  return sunset !== undefined && sunset <= today ? undefined : plainName
}

/** Selects the entries of an object whose sunset has not passed. */
const selectBinding = <T>(entries: Record<string, T>, today: string): Record<string, T> =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, value]) =>
      getBindingName(name, today) ? [[getBindingName(name, today), value]] : [],
    ),
  )

function findBrokenCalls(releasedCalls: Calls, currentCalls: Calls, today: string): string[] {
  const now = selectBinding(currentCalls, '')
  return Object.entries(selectBinding(releasedCalls, today)).flatMap(([name, call]) => {
    const currentCall = now[name]
    if (!currentCall) return [`${name} is gone`]
    const listNames = (inputs: string[], date: string) =>
      inputs.flatMap((input) => getBindingName(input, date) ?? [])
    const [currentInputs, releasedInputs] = [
      listNames(currentCall.takes, ''),
      listNames(call.takes, today),
    ]
    const includesInput = (list: string[], input: string) =>
      list.some((item) => item.replace('!', '') === input.replace('!', ''))
    return [
      ...releasedInputs
        .filter((releasedInput) => !includesInput(currentInputs, releasedInput))
        .map((releasedInput) => `${name} does not take ${releasedInput.replace('!', '')}`),
      ...currentInputs
        .filter(
          (currentInput) =>
            currentInput.endsWith('!') && !listNames(call.takes, '').includes(currentInput),
        )
        .map((currentInput) => `${name} requires ${currentInput.replace('!', '')}`),
      ...findMissing(call.answers, currentCall.answers, `${name} answers`, today),
    ]
  })
}

const isSameOrNonNull = (released: Shape, currentShape: Shape): boolean =>
  released === currentShape || released === `${String(currentShape)},null`

function findMissing(released: Shape, currentShape: Shape, place: string, today: string): string[] {
  if (typeof released === 'string' || typeof currentShape === 'string')
    return isSameOrNonNull(released, currentShape) ? [] : [`${place} something else`]
  const now = selectBinding(currentShape, '')
  return Object.entries(selectBinding(released, today)).flatMap(([part, shape]) => {
    const currentPart = now[part]
    return currentPart === undefined
      ? [`${place} no ${part}`]
      : findMissing(shape, currentPart, `${place} ${part}`, today)
  })
}

/** Builds the released schema without elements whose sunset has passed. */
function getSchema(sdl: string, today: string): GraphQLSchema {
  const removeDescription = (node: ASTNode) => {
    const [reason = ''] = ((node as { directives?: DirectiveNode[] }).directives ?? [])
      .filter(({ name }) => name.value === 'deprecated')
      .map(print)
    const sunset = /may be removed from (\S+) on/.exec(reason)?.[1]
    return sunset !== undefined && sunset <= today ? null : undefined
  }
  const parentKinds = [
    Kind.FIELD_DEFINITION,
    Kind.INPUT_VALUE_DEFINITION,
    Kind.ENUM_VALUE_DEFINITION,
  ]
  const config = buildASTSchema(
    visit(parse(sdl), Object.fromEntries(parentKinds.map((kind) => [kind, removeDescription]))),
  ).toConfig()
  // Drops types that are no longer referenced, but keeps types that implement interfaces.
  return new GraphQLSchema({
    ...config,
    types: config.types.filter((type) => isObjectType(type) && type.getInterfaces().length > 0),
  })
}

/** Formats the contracts as they are stored. */
export const withoutDescriptions = (version: string, schema: string, document: object) => ({
  schema: `# Released as ${version}\n\n${print(visit(parse(schema), { leave: (node) => ('description' in node ? { ...node, description: undefined } : undefined) }))}\n`,
  rest: `{\n${Object.entries(readCalls(document as Json))
    .map((call) => ` ${call.map((item) => JSON.stringify(item)).join(': ')}`)
    .join(',\n')}\n}\n`,
})

export const readRelease = () => ({
  schema: readFileSync(files.schema, 'utf8'),
  rest: readFileSync(files.rest, 'utf8'),
})

/**
 * Finds the breaking changes of a schema and an OpenAPI document. @param today a date such as
 * 2027-02-01
 */
export function findBreakages(
  currentContracts: { schema: GraphQLSchema; document: object },
  release: ReturnType<typeof readRelease>,
  today: string,
): string[] {
  return [
    ...findBreakingChanges(getSchema(release.schema, today), currentContracts.schema).map(
      ({ description }) => description,
    ),
    ...findBrokenCalls(
      JSON.parse(release.rest) as Calls,
      readCalls(currentContracts.document as Json),
      today,
    ),
  ]
}

if (import.meta.main) {
  const read = (file: string) => readFileSync(file, 'utf8')
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const now = withoutDescriptions(version, read('schema.graphql'), readOpenApi())
  writeFileSync(files.schema, now.schema)
  writeFileSync(files.rest, now.rest)
}
