import { type GraphQLInputType, isInputObjectType, isListType, isNonNullType } from 'graphql'
import { ApiError, badRequest, type Detail, invalid } from '../errors.ts'
import { formatInputPath, type InputPath } from '../graphql/check-values.ts'
import type { Variables } from '../graphql/operation.ts'
import type { CheckedInput } from '../graphql/plugins/context.ts'
import { findProblems, separateRowProblems } from '../graphql/plugins/inputs.ts'
import { parseJson } from '../http/body.ts'
import type { Body } from '../http/request-context.ts'
import { isFilter } from './openapi/schemas.ts'
import { lastVariable } from './pagination.ts'
import { isFilterParameter, type PreparedRoute, type RouteInput, shapeOf } from './prepare.ts'
import { readIfMatch } from './versions.ts'

/** A request's path, query and body as the variables of its route's document. */
export interface Given {
  path: Record<string, string | undefined>
  search: string
  body: Body | undefined
  ifMatch: string | undefined
}

/**
 * @throws BAD_REQUEST for a missing query parameter or a body that is no object, VALIDATION_ERROR
 * for bad values; all that can be seen without the database at once, one detail each
 */
export function readInputs(route: PreparedRoute, given: Given): CheckedInput {
  const query = new URLSearchParams(given.search)
  const details: Detail[] = []
  let missing = false
  const variables: Record<string, unknown> = {}
  const body = bodyOf(given.body)
  if (route.mutation && !route.inputs.some(({ from }) => from === 'header'))
    readIfMatch(given.ifMatch, false)
  const present = route.requireOneOf && firstPresent(route, query)
  if (route.requireOneOf && !present) {
    const field = route.requireOneOf[0] as string
    throw badRequest(`One of ${route.requireOneOf.join(', ')} is required`, [
      { field, code: 'REQUIRED_FIELD', message: `give ${route.requireOneOf.join(', ')}` },
    ])
  }
  for (const input of route.inputs) {
    const { name, from } = input
    if (from === 'path') variables[name] = given.path[name]
    else if (from === 'header') variables[name] = readIfMatch(given.ifMatch, true)
    else if (from === 'body') {
      const called = namesOf(route, name).find((each) => Object.hasOwn(body, each))
      if (called) variables[name] = onlyKnown(body[called], input.type, aliasesIn(route, name))
    } else {
      if (route.requireOneOf?.includes(name) && name !== present) continue
      const values =
        namesOf(route, name)
          .map((each) => query.getAll(each))
          .find((each) => each.some((value) => value.trim() !== '' || !isTerm(route, input))) ?? []
      if (values.length > 1)
        details.push({ field: name, code: 'INVALID_FORMAT', message: 'must be given once' })
      else if (values.length === 1) readParameter(input, values[0] as string, variables, details)
      else if (input.required) {
        missing = true
        details.push({ field: name, code: 'REQUIRED_FIELD', message: 'is required' })
        variables[name] = undefined
      }
    }
  }
  const seen = new Set(details.map((detail) => detail.field))
  const { others, ...admitted } = separateRowProblems(
    findProblems(route.operation, variables, true),
    variables,
  )
  for (const problem of others.slice(0, 200)) {
    const field = wirePlaceName(route, problem.path)
    if (!seen.has(field)) details.push({ field, code: problem.code, message: problem.message })
  }
  details.push(...lacking(route, variables, details))
  if (missing) throw badRequest('A required parameter is missing', details)
  if (details.length > 0) throw invalid(details.slice(0, 100))
  return variables['beforeCursor'] === undefined
    ? admitted
    : { variables: { ...variables, limit: undefined, [lastVariable]: variables['limit'] ?? 10 } }
}

/** What a route requires of its body although the operation does not. */
function lacking(route: PreparedRoute, variables: Variables, known: Detail[]): Detail[] {
  const absent = route.inputs.filter(
    ({ name, from, required }) => from === 'body' && required && !(name in variables),
  )
  return absent.flatMap(({ name }) =>
    known.some(({ field }) => field === name)
      ? []
      : [{ field: name, code: 'REQUIRED_FIELD', message: 'is required' }],
  )
}

/** The names under which an input is accepted; the first that is given counts. */
const namesOf = (route: PreparedRoute, name: string): string[] => [
  name,
  ...(route.aliases?.[name] ?? []),
]

type Aliases = Readonly<Record<string, readonly string[]>>

/** Aliases of the fields of an input's rows, by field name. */
const aliasesIn = (route: PreparedRoute, input: string): Aliases =>
  Object.fromEntries(
    Object.entries(route.aliases ?? {}).flatMap(([name, aliases]) =>
      name.startsWith(`${input}.`) ? [[name.slice(input.length + 1), aliases]] : [],
    ),
  )

/**
 * Search terms and required ids count as absent when they are empty; other parameters must then be
 * left out.
 */
const isTerm = (route: PreparedRoute, input: RouteInput) =>
  input.required || (route.requireOneOf?.includes(input.name) ?? false)

function firstPresent(route: PreparedRoute, query: URLSearchParams): string | undefined {
  return route.requireOneOf?.find((name) =>
    namesOf(route, name).some((each) => query.getAll(each).some((value) => value.trim() !== '')),
  )
}

function bodyOf(body: Body | undefined): Record<string, unknown> {
  if (!body) return {}
  if (body.value === null || typeof body.value !== 'object' || Array.isArray(body.value))
    throw badRequest('The body must be a JSON object')
  return body.value as Record<string, unknown>
}

function readParameter(
  { name, type }: RouteInput,
  text: string,
  variables: Record<string, unknown>,
  details: Detail[],
): void {
  const { named, isList } = shapeOf(type)
  const wrong = (message: string) =>
    void details.push({ field: name, code: 'INVALID_FORMAT', message })
  if (isInputObjectType(named)) {
    let value: unknown
    try {
      value = parseJson(text)
    } catch (error) {
      return wrong(error instanceof ApiError ? error.message : 'must be JSON')
    }
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      return wrong('must be a JSON object')
    variables[name] = isList ? [value] : value
    return
  }
  if (isList) {
    variables[name] = text.split(',').map((each) => each.trim())
    return
  }
  if (named.name === 'Int') {
    if (!/^(0|-?[1-9]\d{0,8})$/.test(text)) return wrong('must be a whole number')
    variables[name] = Number(text)
  } else if (named.name === 'Boolean') {
    if (text !== 'true' && text !== 'false') return wrong('must be true or false')
    variables[name] = text === 'true'
  } else variables[name] = text
}

/**
 * Unknown fields of a body are ignored, nested ones too; not those of a filter, which would find
 * more than was meant.
 */
function onlyKnown(value: unknown, type: GraphQLInputType, aliases: Aliases = {}): unknown {
  if (isNonNullType(type)) return onlyKnown(value, type.ofType, aliases)
  if (isListType(type))
    return Array.isArray(value) ? value.map((each) => onlyKnown(each, type.ofType, aliases)) : value
  if (
    !isInputObjectType(type) ||
    isFilter(type) ||
    value === null ||
    typeof value !== 'object' ||
    Array.isArray(value)
  )
    return value
  const given = value as Record<string, unknown>
  return Object.fromEntries(
    Object.values(type.getFields()).flatMap((field) => {
      const names = [field.name, ...(aliases[field.name] ?? [])]
      const name = names.find((each) => Object.hasOwn(given, each))
      return name === undefined ? [] : [[field.name, onlyKnown(given[name], field.type)]]
    }),
  )
}

/**
 * A place in the arguments under the name that the route gives it: `input.price` is `pricing` on
 * the wire.
 */
export function wirePlaceName(route: PreparedRoute, place: InputPath): string {
  for (let length = place.length; length > 0; length--) {
    const feeding = route.inputs.find((input) => input.place === place.slice(0, length).join('.'))
    if (feeding)
      return formatInputPath([
        feeding.name,
        ...place.slice(isFilterParameter(feeding) ? length + 1 : length),
      ])
  }
  return formatInputPath(place)
}

/**
 * An error's field, as an operation named it (`price`, `peopleIds[2]`), under its name on the wire.
 */
export function wireFieldName(route: PreparedRoute, field: string): string {
  if (field === 'input') return 'body'
  const element = route.inputs.find((input) => input.place === field.replace(/\[(\d+)\]$/, '.$1'))
  if (element) return element.name
  const [head = ''] = /^\w+/.exec(field) ?? []
  const feeding = route.inputs.find(
    (input) => input.place === `input.${head}` || input.place === head,
  )
  return feeding ? feeding.name + field.slice(head.length) : field
}
