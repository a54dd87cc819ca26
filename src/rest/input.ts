/** Reads the path, query and body of a request as the variables of its route's document. */
import { type GraphQLInputType, isInputObjectType, isListType, isNonNullType } from 'graphql'
import { ApiError, badRequest, type Detail, invalid } from '../errors.ts'
import type { CheckedInput } from '../graphql/plugins/context.ts'
import { findProblems, separateRowProblems } from '../graphql/plugins/inputs.ts'
import { formatInputPath, type InputPath } from '../graphql/values.ts'
import { parseJson } from '../http/body.ts'
import type { Body } from '../http/request-context.ts'
import { findConflicts, toObjects } from './alternatives.ts'
import {
  getRestName,
  isFilter,
  isOneObject,
  type PreparedRoute,
  type RouteInput,
  unwrapType,
} from './prepare.ts'
import { lastVariable } from './route-document.ts'

interface RequestParts {
  path: Record<string, string | undefined>
  search: string
  body: Body | undefined
  ifMatch: string | undefined
}

/** @throws BAD_REQUEST, or VALIDATION_ERROR with a detail for each invalid value */
export function readInputs(route: PreparedRoute, request: RequestParts): CheckedInput {
  const query = new URLSearchParams(request.search)
  const body = readBodyObject(request.body)
  const details: Detail[] = []
  const values: Record<string, unknown> = {}
  if (route.isMutation && !route.acceptsIfMatch) parseIfMatch(request.ifMatch, false)
  const alternative = chooseAlternative(route, query)
  for (const input of route.inputs) {
    const { name, source } = input
    if (source === 'path') values[name] = request.path[name]
    else if (source === 'header') values[name] = parseIfMatch(request.ifMatch, true)
    else if (source === 'body') {
      const key = listNames(route, name).find((candidate) => Object.hasOwn(body, candidate))
      const value = key && omitUnknown(body[key], input.type, listRowAliases(route, name))
      if (key) values[name] = isOneObject(input) && value !== null ? [value] : value
    } else if (!route.requireOneOf?.includes(name) || name === alternative)
      readQuery(route, input, query, values, details)
  }
  const variables = nestAlternatives(route, values)
  const isParameterMissing = details.some(({ code }) => code === 'REQUIRED_FIELD')
  const { otherProblems, ...checked } = separateRowProblems(
    findProblems(route.operation, variables, true),
    variables,
  )
  const faultyParameters = new Set(details.map(({ field }) => field))
  for (const { path, code, message } of otherProblems.slice(0, 200)) {
    const field = toWirePath(route, path)
    if (!faultyParameters.has(field)) details.push({ field, code, message })
  }
  details.push(...findMissingFields(route, variables, details))
  if (isParameterMissing) throw badRequest('A required parameter is missing', details)
  if (details.length === 0) details.push(...findConflicts(route.alternatives, variables))
  if (details.length > 0) throw invalid(details.slice(0, 100))
  return variables['beforeCursor'] === undefined
    ? checked
    : { variables: { ...variables, limit: undefined, [lastVariable]: variables['limit'] ?? 10 } }
}

/** Puts the values of alternatives into the objects that the document uses. */
function nestAlternatives({ alternatives }: PreparedRoute, values: Record<string, unknown>) {
  if (alternatives.length === 0) return values
  const names = new Set(alternatives.flatMap(({ fields }) => [...fields.keys()]))
  const unknownInputs = Object.entries(values).filter(([name]) => !names.has(name))
  return { ...Object.fromEntries(unknownInputs), ...toObjects(alternatives, values) }
}

/** Returns the body as an object, empty without a body. @throws BAD_REQUEST */
function readBodyObject(body: Body | undefined): Record<string, unknown> {
  if (!body) return {}
  if (body.value === null || typeof body.value !== 'object' || Array.isArray(body.value))
    throw badRequest('The body must be a JSON object')
  return body.value as Record<string, unknown>
}

/** Parses `If-Match`; returns undefined for `*`, which matches any version. @throws BAD_REQUEST */
function parseIfMatch(ifMatch: string | undefined, isAccepted: boolean): number | undefined {
  if (ifMatch === undefined) return undefined
  if (!isAccepted)
    throw badRequest('If-Match is supported only by operations that change one record: omit it')
  if (ifMatch.trim() === '*') return undefined
  const version = /^"([1-9]\d{0,8})"$/.exec(ifMatch.trim())?.[1]
  if (!version)
    throw badRequest('If-Match must be the ETag of the record, such as "3", including the quotes')
  return Number(version)
}

/**
 * Returns the first parameter of `requireOneOf` that the query has.
 * @throws BAD_REQUEST if the query has none of them
 */
function chooseAlternative(route: PreparedRoute, query: URLSearchParams): string | undefined {
  const { requireOneOf } = route
  if (!requireOneOf) return undefined
  const alternative = requireOneOf.find((name) =>
    listNames(route, name).some((item) => query.getAll(item).some((value) => value.trim() !== '')),
  )
  if (alternative) return alternative
  const alternatives = requireOneOf.join(', ')
  throw badRequest(`One of ${alternatives} is required`, [
    { field: requireOneOf[0] as string, code: 'REQUIRED_FIELD', message: 'is required' },
  ])
}

/** Returns the names under which an input is accepted, in order of precedence. */
const listNames = (route: PreparedRoute, name: string): string[] => [
  name,
  ...(route.aliases?.[name] ?? []),
]

type Aliases = Readonly<Record<string, readonly string[]>>

const listRowAliases = (route: PreparedRoute, input: string): Aliases =>
  Object.fromEntries(
    Object.entries(route.aliases ?? {}).flatMap(([name, aliases]) =>
      name.startsWith(`${input}.`) ? [[name.slice(input.length + 1), aliases]] : [],
    ),
  )

/** Reads a query parameter; an empty search term or required id counts as absent. */
function readQuery(
  route: PreparedRoute,
  input: RouteInput,
  query: URLSearchParams,
  variables: Record<string, unknown>,
  details: Detail[],
): void {
  const { name, isRequired } = input
  const mayBeEmpty = !isRequired && !route.requireOneOf?.includes(name)
  const [text, secondText] =
    listNames(route, name)
      .map((item) => query.getAll(item))
      .find((values) => values.some((value) => mayBeEmpty || value.trim() !== '')) ?? []
  if (secondText !== undefined)
    details.push({ field: name, code: 'INVALID_FORMAT', message: 'must not be repeated' })
  else if (text !== undefined) readParameter(input, text, variables, details)
  else if (isRequired) details.push({ field: name, code: 'REQUIRED_FIELD', message: 'is required' })
}

function readParameter(
  { name, type }: RouteInput,
  text: string,
  variables: Record<string, unknown>,
  details: Detail[],
): void {
  const { namedType, isList } = unwrapType(type)
  const refuse = (message: string) =>
    void details.push({ field: name, code: 'INVALID_FORMAT', message })
  if (isInputObjectType(namedType)) {
    let value: unknown
    try {
      value = parseJson(text)
    } catch (error) {
      return refuse(error instanceof ApiError ? error.message : 'must be JSON')
    }
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      return refuse('must be a JSON object')
    variables[name] = isList ? [value] : value
  } else if (isList) variables[name] = text.split(',').map((item) => item.trim())
  else if (namedType.name === 'Int') {
    if (!/^(0|-?[1-9]\d{0,8})$/.test(text)) return refuse('must be a whole number')
    variables[name] = Number(text)
  } else if (namedType.name === 'Boolean') {
    if (text !== 'true' && text !== 'false') return refuse('must be true or false')
    variables[name] = text === 'true'
  } else variables[name] = text
}

/**
 * Omits unknown fields of a body, also in nested objects, since REST ignores them. Those of a
 * filter are kept and rejected: without them, the filter would match more records than intended.
 */
function omitUnknown(value: unknown, type: GraphQLInputType, aliases: Aliases = {}): unknown {
  if (isNonNullType(type)) return omitUnknown(value, type.ofType, aliases)
  if (isListType(type))
    return Array.isArray(value)
      ? value.map((item) => omitUnknown(item, type.ofType, aliases))
      : value
  if (!isInputObjectType(type) || isFilter(type)) return value
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const object = value as Record<string, unknown>
  return Object.fromEntries(
    Object.values(type.getFields()).flatMap((field) => {
      const key = [getRestName(field), ...(aliases[field.name] ?? [])].find((name) =>
        Object.hasOwn(object, name),
      )
      return key === undefined ? [] : [[field.name, omitUnknown(object[key], field.type)]]
    }),
  )
}

/** Returns details for missing fields that the route requires although the operation does not. */
const findMissingFields = (
  { inputs }: PreparedRoute,
  variables: Record<string, unknown>,
  details: Detail[],
): Detail[] =>
  inputs
    .filter(
      ({ name, source, isRequired }) =>
        source === 'body' &&
        isRequired &&
        !(name in variables) &&
        !details.some(({ field }) => field === name),
    )
    .map(({ name }) => ({ field: name, code: 'REQUIRED_FIELD', message: 'is required' }))

/** Converts a path in the arguments to its name in REST: `pricing` for `input.price`. */
export function toWirePath(route: PreparedRoute, path: InputPath): string {
  for (let length = path.length; length > 0; length--) {
    const argumentPath = path.slice(0, length).join('.')
    const input = route.inputs.find((candidate) => candidate.argumentPath === argumentPath)
    if (input)
      return formatInputPath([input.name, ...path.slice(isOneObject(input) ? length + 1 : length)])
  }
  return formatInputPath(path)
}

/** Converts the field of an operation's error to its name in REST, such as `peopleIds[2]`. */
export function toWireField({ inputs }: PreparedRoute, field: string): string {
  if (field === 'input') return 'body'
  const findInput = (...paths: string[]) =>
    inputs.find(({ argumentPath }) => paths.includes(argumentPath))
  const path = field.replace(/\[(\d+)\]$/, '.$1')
  const exactInput = findInput(path, `input.${path}`)
  if (exactInput) return exactInput.name
  const [head = ''] = /^\w+/.exec(field) ?? []
  const input = findInput(`input.${head}`, head)
  return input ? input.name + field.slice(head.length) : field
}
