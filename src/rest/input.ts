/** Converts a request's path, query and body into the variables of its route's document. */
import { type GraphQLInputType, isInputObjectType, isListType, isNonNullType } from 'graphql'
import { ApiError, badRequest, type Detail, invalid, maxDetails } from '../errors.ts'
import { findProblems, separateRowProblems } from '../graphql/plugins/inputs.ts'
import type { CheckedInput } from '../graphql/plugins/pipeline-context.ts'
import { defaultPageSize } from '../graphql/schema/paging.ts'
import { formatInputPath, type InputPath } from '../graphql/values.ts'
import { parseJson } from '../http/body.ts'
import type { RequestBody } from '../http/request-context.ts'
import { createOneOfObjects, findConflicts } from './alternatives.ts'
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
  body: RequestBody | undefined
  ifMatch: string | undefined
}

/** @throws BAD_REQUEST, or VALIDATION_ERROR with up to `maxDetails` error details */
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
      const key = listInputNames(route, name).find((candidate) => Object.hasOwn(body, candidate))
      const value = key && omitUnknownFields(body[key], input.type, listRowAliases(route, name))
      if (key) values[name] = isOneObject(input) && value !== null ? [value] : value
    } else if (!route.requiredAlternatives?.includes(name) || name === alternative)
      readQueryInput(route, input, query, values, details)
  }
  const variables = nestAlternatives(route, values)
  const isParameterMissing = details.some(({ code }) => code === 'REQUIRED_FIELD')
  const { otherProblems, ...checkedInput } = separateRowProblems(
    findProblems(route.operation, variables, true),
    variables,
  )
  const invalidParameters = new Set(details.map(({ field }) => field))
  // Problems of parameters reported above are skipped, so more than `maxDetails` are read.
  for (const { path, code, message } of otherProblems.slice(0, 2 * maxDetails)) {
    const field = toRestPath(route, path)
    if (!invalidParameters.has(field)) details.push({ field, code, message })
  }
  details.push(...findMissingFields(route, variables, details))
  if (isParameterMissing) throw badRequest('A required parameter is missing', details)
  if (details.length === 0 && route.alternatives.length > 0)
    details.push(...findConflicts(route.alternatives, variables))
  if (details.length > 0) throw invalid(details)
  if (variables['beforeCursor'] === undefined) return checkedInput
  const last = variables['limit'] ?? defaultPageSize
  return { variables: { ...variables, limit: undefined, [lastVariable]: last } }
}

/** Moves the values of alternative inputs into the `@oneOf` objects of the document. */
function nestAlternatives({ alternatives }: PreparedRoute, values: Record<string, unknown>) {
  if (alternatives.length === 0) return values
  const names = new Set(alternatives.flatMap(({ fields }) => [...fields.keys()]))
  const plainInputs = Object.entries(values).filter(([name]) => !names.has(name))
  return { ...Object.fromEntries(plainInputs), ...createOneOfObjects(alternatives, values) }
}

/** Returns the JSON object in the body, or an empty object without a body. @throws BAD_REQUEST */
function readBodyObject(body: RequestBody | undefined): Record<string, unknown> {
  if (!body) return {}
  if (body.value === null || typeof body.value !== 'object' || Array.isArray(body.value))
    throw badRequest('The body must be a JSON object')
  return body.value as Record<string, unknown>
}

/** Parses `If-Match`; returns undefined for `*`, which matches any version. @throws BAD_REQUEST */
function parseIfMatch(ifMatch: string | undefined, isAccepted: boolean): number | undefined {
  if (ifMatch === undefined) return undefined
  if (!isAccepted)
    throw badRequest('Only operations that change one record support `If-Match`: omit the header')
  if (ifMatch.trim() === '*') return undefined
  const version = /^"([1-9]\d{0,8})"$/.exec(ifMatch.trim())?.[1]
  if (!version)
    throw badRequest('`If-Match` must be the `ETag` of the record with its quotes, such as "3"')
  return Number(version)
}

/** Returns the first required alternative with a value in the query string. @throws BAD_REQUEST */
function chooseAlternative(route: PreparedRoute, query: URLSearchParams): string | undefined {
  const { requiredAlternatives: names } = route
  if (!names) return undefined
  const alternative = names.find((name) =>
    listInputNames(route, name).some((key) => query.getAll(key).some((text) => text.trim() !== '')),
  )
  if (alternative) return alternative
  throw badRequest(`One of \`${names.join('`, `')}\` is required`, [
    { field: names[0] as string, code: 'REQUIRED_FIELD', message: 'is required' },
  ])
}

/** Returns the names under which an input is accepted, in order of precedence. */
const listInputNames = (route: PreparedRoute, name: string): string[] => [
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

/** Reads an input from the query string. Blank values of required inputs are treated as absent. */
function readQueryInput(
  route: PreparedRoute,
  input: RouteInput,
  query: URLSearchParams,
  variables: Record<string, unknown>,
  details: Detail[],
): void {
  const { name, isRequired } = input
  const mayBeEmpty = !isRequired && !route.requiredAlternatives?.includes(name)
  const [text, secondText] =
    listInputNames(route, name)
      .map((key) => query.getAll(key))
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
  const reject = (message: string) =>
    void details.push({ field: name, code: 'INVALID_FORMAT', message })
  if (isInputObjectType(namedType)) {
    let value: unknown
    try {
      value = parseJson(text)
    } catch (error) {
      return reject(error instanceof ApiError ? error.message : 'must be valid JSON')
    }
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      return reject('must be a JSON object')
    variables[name] = isList ? [value] : value
  } else if (isList) variables[name] = text.split(',').map((element) => element.trim())
  else if (namedType.name === 'Int') {
    if (!/^(0|-?[1-9]\d{0,8})$/.test(text)) return reject('must be a whole number')
    variables[name] = Number(text)
  } else if (namedType.name === 'Boolean') {
    if (text !== 'true' && text !== 'false') return reject('must be true or false')
    variables[name] = text === 'true'
  } else variables[name] = text
}

/**
 * Omits unknown fields, also in nested objects, because REST ignores unknown fields. A filter keeps
 * its unknown fields, which are rejected later: ignoring a condition would match more records.
 */
function omitUnknownFields(value: unknown, type: GraphQLInputType, aliases: Aliases = {}): unknown {
  if (isNonNullType(type)) return omitUnknownFields(value, type.ofType, aliases)
  if (isListType(type))
    return Array.isArray(value)
      ? value.map((element) => omitUnknownFields(element, type.ofType, aliases))
      : value
  if (!isInputObjectType(type) || isFilter(type)) return value
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const object = value as Record<string, unknown>
  return Object.fromEntries(
    Object.values(type.getFields()).flatMap((field) => {
      const key = [getRestName(field), ...(aliases[field.name] ?? [])].find((name) =>
        Object.hasOwn(object, name),
      )
      return key === undefined ? [] : [[field.name, omitUnknownFields(object[key], field.type)]]
    }),
  )
}

/** Returns error details for missing fields that the route requires but the operation does not. */
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

/** Converts an argument path such as `input.price` to the REST name, such as `pricing`. */
function toRestPath(route: PreparedRoute, path: InputPath): string {
  for (let length = path.length; length > 0; length--) {
    const argumentPath = path.slice(0, length).join('.')
    const input = route.inputs.find((candidate) => candidate.argumentPath === argumentPath)
    if (input)
      return formatInputPath([input.name, ...path.slice(isOneObject(input) ? length + 1 : length)])
  }
  return formatInputPath(path)
}

/** Converts the field of an operation's error detail to the REST name, such as `peopleIds[2]`. */
export function toRestField({ inputs }: PreparedRoute, field: string): string {
  if (field === 'input') return 'body'
  const findInput = (...paths: string[]) =>
    inputs.find(({ argumentPath }) => paths.includes(argumentPath))
  const path = field.replace(/\[(\d+)\]$/, '.$1')
  const exactInput = findInput(path, `input.${path}`)
  if (exactInput) return exactInput.name
  const [firstName = ''] = /^\w+/.exec(field) ?? []
  const input = findInput(`input.${firstName}`, firstName)
  return input ? input.name + field.slice(firstName.length) : field
}
