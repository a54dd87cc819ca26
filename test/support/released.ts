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
 * The files with the REST and GraphQL contracts of the last release, without descriptions. `node
 * test/support/released.ts` stores the contracts of a new release. A released element must not
 * change incompatibly before its sunset.
 */
const contractFiles = { schema: 'test/released/schema.graphql', rest: 'test/released/rest.json' }

type Json = Record<string, unknown>

/**
 * The type of a value, or the types of its members by name; the items of a list form a member named
 * `[]`. The name of a deprecated member includes its sunset date: `title until 2027-02-01`.
 */
type Shape = string | { [part: string]: Shape }

/** The inputs and the response of each route. `!` follows the name of a required input. */
type Routes = Record<string, { inputs: string[]; response: Shape }>

const addSunset = (name: string, part: Json) =>
  part['x-sunset'] ? `${name} until ${String(part['x-sunset'])}` : name
const getJsonSchema = (part: unknown) =>
  ((part as Json | undefined)?.['content'] as Record<string, Json> | undefined)?.[
    'application/json'
  ]?.['schema'] as Json

/** Reads the routes of an OpenAPI document. */
function readRoutes(document: Json): Routes {
  const schemas = ((document['components'] as Json | undefined)?.['schemas'] ?? {}) as Record<
    string,
    Json
  >
  const routes = Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const responses = operation['responses'] as Record<string, Json>
        return [
          addSunset(`${method} ${path}`, operation),
          {
            inputs: getInputs(operation),
            response: getShape(getJsonSchema(responses['201'] ?? responses['200']), schemas),
          },
        ] as const
      }),
  )
  return Object.fromEntries(routes)
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

/**
 * Converts a JSON schema to a shape. @param schemas the component schemas by name, to resolve
 * `$ref`
 */
function getShape(schema: Json, schemas: Record<string, Json>): Shape {
  const variants = [schema, ...((schema['anyOf'] as Json[] | undefined) ?? [])].map(
    (variant) => schemas[String(variant['$ref']).split('/').at(-1) ?? ''] ?? variant,
  )
  const items = variants.find((variant) => variant['items'])?.['items'] as Json | undefined
  if (items) return { '[]': getShape(items, schemas) }
  const properties = variants.find((variant) => variant['properties'])?.['properties'] as
    | Record<string, Json>
    | undefined
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        addSunset(name, property),
        getShape(property, schemas),
      ]),
    )
  const types = variants.flatMap(
    (variant) => (variant['type'] as string | string[] | undefined) ?? [],
  )
  return types.some((type) => type !== 'null') ? types.join() : 'any'
}

/** Returns the name without its sunset date, or undefined if that date has been reached. */
function removeSunset(name: string, today: string): string | undefined {
  const [plainName, sunset] = name.split(' until ')
  return sunset !== undefined && sunset <= today ? undefined : plainName
}

/** Selects the entries whose sunset is after today, and removes the dates from their names. */
const selectUnexpired = <T>(entries: Record<string, T>, today: string): Record<string, T> =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, value]) =>
      removeSunset(name, today) ? [[removeSunset(name, today), value]] : [],
    ),
  )

function findBreakingRouteChanges(
  releasedRoutes: Routes,
  currentRoutes: Routes,
  today: string,
): string[] {
  const unexpiredRoutes = selectUnexpired(currentRoutes, '')
  return Object.entries(selectUnexpired(releasedRoutes, today)).flatMap(([name, releasedRoute]) => {
    const currentRoute = unexpiredRoutes[name]
    if (!currentRoute) return [`${name} was removed`]
    const listNames = (inputs: string[], date: string) =>
      inputs.flatMap((input) => removeSunset(input, date) ?? [])
    const [currentInputs, releasedInputs] = [
      listNames(currentRoute.inputs, ''),
      listNames(releasedRoute.inputs, today),
    ]
    const includesInput = (list: string[], input: string) =>
      list.some((item) => item.replace('!', '') === input.replace('!', ''))
    return [
      ...releasedInputs
        .filter((releasedInput) => !includesInput(currentInputs, releasedInput))
        .map((releasedInput) => `${name} no longer accepts \`${releasedInput.replace('!', '')}\``),
      ...currentInputs
        .filter(
          (currentInput) =>
            currentInput.endsWith('!') &&
            !listNames(releasedRoute.inputs, '').includes(currentInput),
        )
        .map((currentInput) => `${name} newly requires \`${currentInput.replace('!', '')}\``),
      ...findChangedMembers(releasedRoute.response, currentRoute.response, today).map(
        (change) => `${name} no longer returns ${change}`,
      ),
    ]
  })
}

const isSameOrNonNull = (released: Shape, currentShape: Shape): boolean =>
  released === currentShape || released === `${String(currentShape)},null`

/** Finds the members of a released response that are missing or have another type. */
function findChangedMembers(
  releasedShape: Shape,
  currentShape: Shape,
  today: string,
  path: string[] = [],
): string[] {
  if (typeof releasedShape === 'string' || typeof currentShape === 'string')
    return isSameOrNonNull(releasedShape, currentShape)
      ? []
      : [`\`${path.join('.')}\` with the same type`]
  const currentMembers = selectUnexpired(currentShape, '')
  return Object.entries(selectUnexpired(releasedShape, today)).flatMap(([name, member]) => {
    const currentMember = currentMembers[name]
    return currentMember === undefined
      ? [`\`${[...path, name].join('.')}\``]
      : findChangedMembers(member, currentMember, today, [...path, name])
  })
}

/** Builds the released schema without elements whose sunset has been reached. */
function buildReleasedSchema(sdl: string, today: string): GraphQLSchema {
  const removeExpired = (node: ASTNode) => {
    const [reason = ''] = ((node as { directives?: DirectiveNode[] }).directives ?? [])
      .filter(({ name }) => name.value === 'deprecated')
      .map(print)
    const sunset = /may be removed from (\S+) on/.exec(reason)?.[1]
    return sunset !== undefined && sunset <= today ? null : undefined
  }
  const deprecatableKinds = [
    Kind.FIELD_DEFINITION,
    Kind.INPUT_VALUE_DEFINITION,
    Kind.ENUM_VALUE_DEFINITION,
  ]
  const config = buildASTSchema(
    visit(parse(sdl), Object.fromEntries(deprecatableKinds.map((kind) => [kind, removeExpired]))),
  ).toConfig()
  // Omits types to which no element refers, but keeps types that implement interfaces.
  return new GraphQLSchema({
    ...config,
    types: config.types.filter((type) => isObjectType(type) && type.getInterfaces().length > 0),
  })
}

/** Formats the contracts for storage, without descriptions. */
export const formatContracts = (version: string, schema: string, document: object) => ({
  schema: `# Released as ${version}\n\n${print(visit(parse(schema), { leave: (node) => ('description' in node ? { ...node, description: undefined } : undefined) }))}\n`,
  rest: `{\n${Object.entries(readRoutes(document as Json))
    .map((call) => ` ${call.map((item) => JSON.stringify(item)).join(': ')}`)
    .join(',\n')}\n}\n`,
})

export const readRelease = () => ({
  schema: readFileSync(contractFiles.schema, 'utf8'),
  rest: readFileSync(contractFiles.rest, 'utf8'),
})

/**
 * Finds the breaking changes to the schema and the OpenAPI document since a release. @param today a
 * date such as 2027-02-01
 */
export function findBreakingContractChanges(
  currentContracts: { schema: GraphQLSchema; document: object },
  release: ReturnType<typeof readRelease>,
  today: string,
): string[] {
  return [
    ...findBreakingChanges(buildReleasedSchema(release.schema, today), currentContracts.schema).map(
      ({ description }) => description,
    ),
    ...findBreakingRouteChanges(
      JSON.parse(release.rest) as Routes,
      readRoutes(currentContracts.document as Json),
      today,
    ),
  ]
}

if (import.meta.main) {
  const readText = (file: string) => readFileSync(file, 'utf8')
  const { version } = JSON.parse(readText('package.json')) as { version: string }
  const contracts = formatContracts(version, readText('schema.graphql'), readOpenApi())
  writeFileSync(contractFiles.schema, contracts.schema)
  writeFileSync(contractFiles.rest, contracts.rest)
}
