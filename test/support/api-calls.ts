import {
  type GraphQLField,
  getNamedType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind as Node,
  parse,
} from 'graphql'
import { routes, schema } from '../../src/resources/index.ts'
import type { Route } from '../../src/rest/route.ts'
import type { Records } from './access-records.ts'
import { operations } from './access-table.ts'
import type { Client, Reply } from './client.ts'
import { withRollback } from './dump.ts'
import type { Kind } from './visibility-model.ts'
import type { World } from './world.ts'

/** A REST or GraphQL operation that is called with the arguments of its GraphQL field. */
export interface ApiCall {
  /** The operation's name, such as `deleteTask` or `DELETE /v1/tasks/{id}`. */
  name: string
  field: string
  /** Returns whether the operation accepts these arguments; some arguments have no REST input. */
  accepts(values: object): boolean
  call(client: Client, values: object): Promise<CallResult>
}

export interface CallResult {
  /** An `Outcome` of the permission table, or another error code. */
  outcome: string
  status: number
  message: string
  /** The error details as `field CODE`. */
  details: string[]
  /** The ids of the records in a returned list. */
  ids: string[]
}

export const listFields = (type: 'Query' | 'Mutation'): GraphQLField<unknown, unknown>[] => {
  const rootType = type === 'Query' ? schema.getQueryType() : schema.getMutationType()
  return Object.values(rootType?.getFields() ?? {})
}

interface CallError {
  code: string
  message?: string
  details?: { field: string; code: string }[]
}

/** Returns the error of the first row of a bulk result, if any. */
const getRowError = (data: unknown): CallError | null | undefined =>
  (data as { results?: { error: CallError | null }[] } | null)?.results?.[0]?.error

const getOutcome = (error: CallError | undefined, data: unknown): string => {
  if (error)
    return error.code === 'FORBIDDEN' && error.message?.includes('scope') ? 'SCOPE' : error.code
  const rowError = getRowError(data)
  if (rowError) return rowError.code
  return data === null || (Array.isArray(data) && data[0] === null) ? 'null' : 'ok'
}

const formatDetails = (error: CallError | null | undefined): string[] =>
  (error?.details ?? []).map(({ field, code }) => `${field} ${code}`)

function createGraphqlCall(
  field: GraphQLField<unknown, unknown>,
  operation: 'query' | 'mutation',
): ApiCall {
  const type = getNamedType(field.type)
  const defaultSelection =
    isListType(isNonNullType(field.type) ? field.type.ofType : field.type) || isInterfaceType(type)
      ? 'id'
      : '__typename'
  const selection =
    isObjectType(type) && type.name.endsWith('Connection')
      ? 'nodes { id }'
      : isObjectType(type) && type.getFields()['results']
        ? 'results { error { code details { field code } } }'
        : defaultSelection
  return {
    name: field.name,
    field: field.name,
    accepts: () => true,
    async call(client, values) {
      const argumentValues = field.args.some((argument) => argument.name === 'first')
        ? { first: 100, ...values }
        : values
      const usedArguments = field.args.filter((argument) => argument.name in argumentValues)
      const variableDefinitions = usedArguments.length
        ? `(${usedArguments.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ')})`
        : ''
      const argumentList = usedArguments.length
        ? `(${usedArguments.map(({ name }) => `${name}: $${name}`).join(', ')})`
        : ''
      const { status, body } = await client.gql(
        `${operation} ${variableDefinitions} { ${field.name}${argumentList} { ${selection} } }`,
        argumentValues as Record<string, unknown>,
      )
      const [firstError] = body.errors ?? []
      const error: CallError | undefined = firstError && {
        message: firstError.message,
        ...firstError.extensions,
      }
      const fieldResult = body.data?.[field.name]
      return {
        outcome: getOutcome(error, fieldResult),
        status,
        message: error?.message ?? '',
        details: formatDetails(error ?? getRowError(fieldResult)),
        ids: readIds(fieldResult?.nodes),
      }
    },
  }
}

const readIds = (list: unknown): string[] =>
  Array.isArray(list) ? list.map((item: { id: string }) => item.id) : []

function createRestCall(route: Route): ApiCall {
  const definition = parse(route.document).definitions[0]
  const rootField =
    definition?.kind === Node.OPERATION_DEFINITION
      ? definition.selectionSet.selections[0]
      : undefined
  if (definition?.kind !== Node.OPERATION_DEFINITION || rootField?.kind !== Node.FIELD)
    throw new Error(route.document)
  const variables = definition.variableDefinitions ?? []
  const requiredInputs = variables
    .filter(({ type }) => type.kind === Node.NON_NULL_TYPE)
    .map(({ variable }) => variable.name.value)
  const inputNames = variables.map(({ variable }) => variable.name.value)
  /** The REST input name of each GraphQL argument. */
  const variableNames = new Map(
    (rootField.arguments ?? []).flatMap(({ name, value }) =>
      value.kind === Node.VARIABLE ? [[name.value, value.name.value]] : [],
    ),
  )
  const toRestInputs = (values: object) => {
    const restArguments = Object.fromEntries(
      Object.entries(flattenArguments(values)).map(([name, value]) => [
        variableNames.get(name) ?? name,
        value,
      ]),
    )
    const singularName = inputNames.find(
      (name) => Array.isArray(restArguments[`${name}s`]) && !inputNames.includes(`${name}s`),
    )
    if (!singularName) return restArguments
    const { [`${singularName}s`]: list, ...otherArguments } = restArguments
    return { ...otherArguments, [singularName]: (list as unknown[])[0] }
  }
  return {
    name: `${route.method.toUpperCase()} ${route.path}`,
    field: rootField.name.value,
    accepts(values) {
      const suppliedNames = Object.keys(toRestInputs(values))
      return (
        requiredInputs.every((name) => suppliedNames.includes(name)) &&
        suppliedNames.every((name) => inputNames.includes(name))
      )
    },
    async call(client, values) {
      const inputs = toRestInputs(values)
      const remainingInputs = Object.fromEntries(
        Object.entries(inputs).filter(([name]) => !route.path.includes(`{${name}}`)),
      ) as Record<string, string>
      const usesQueryParameters = route.method === 'get' || route.method === 'delete'
      const queryParameters = new URLSearchParams({
        ...(usesQueryParameters && remainingInputs),
        ...(inputNames.includes('limit') && { limit: '100' }),
      })
      const path = `${route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(inputs[name] ?? ''))}${queryParameters.size ? `?${queryParameters}` : ''}`
      const { status, body }: Reply = await client.rest(
        route.method.toUpperCase(),
        path,
        usesQueryParameters || Object.keys(remainingInputs).length === 0
          ? undefined
          : remainingInputs,
      )
      return {
        outcome: getOutcome(body.error, body.data ?? ''),
        status,
        message: body.error?.message ?? '',
        details: formatDetails(body.error ?? getRowError(body.data)),
        ids: readIds(body.data),
      }
    },
  }
}

/**
 * Converts GraphQL arguments to REST inputs: flattens filters, `by`, `replacement` and an `input`
 * object, and renames `roleName` to `role`.
 */
function flattenArguments(values: object): Record<string, unknown> {
  const { input, where, by, replacement, ...rest } = values as Record<string, object | undefined>
  if (Array.isArray(input)) return { ...rest, input }
  const filters = Object.entries((where ?? {}) as Record<string, { eq: unknown }>).map(
    ([name, { eq }]) => [name, eq],
  )
  const flatArguments = { ...rest, ...input, ...by, ...replacement, ...Object.fromEntries(filters) }
  const { roleName, ...flatValues } = flatArguments
  return roleName ? { ...flatValues, role: roleName } : flatValues
}

/** All GraphQL and REST operations. */
export const apiCalls: ApiCall[] = [
  ...listFields('Query').map((field) => createGraphqlCall(field, 'query')),
  ...listFields('Mutation').map((field) => createGraphqlCall(field, 'mutation')),
  ...routes.map(createRestCall),
]

/**
 * Calls every GraphQL operation that requires a record on one record as the Owner, and rolls back
 * each call.
 */
export async function callEachOperation(
  world: World,
  records: Records,
  onCall: (name: string) => unknown,
): Promise<void> {
  const findRecord = (kinds: Kind[]) =>
    records.records.find(
      ({ kind, company, trashed }) => kinds.includes(kind) && company === 'acme' && !trashed,
    )
  for (const apiCall of apiCalls.filter(({ name }) => !name.includes(' ')))
    for (const testCase of operations[apiCall.field] ?? []) {
      const record = testCase.recordKinds && findRecord(testCase.recordKinds)
      if (!record) continue
      world.statements()
      await withRollback(world, () =>
        apiCall.call(
          world.as('owner'),
          testCase.createValues?.(record, records.companyRecords.acme) ?? { id: record.id },
        ),
      )
      await onCall(apiCall.name)
    }
}
