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
import { rehearse } from './dump.ts'
import type { Kind } from './visibility-model.ts'
import type { World } from './world.ts'

/** An operation on one of the two interfaces, called with the arguments of its GraphQL field. */
export interface ApiCall {
  /** `deleteTask`, or `DELETE /v1/tasks/{id}`. */
  name: string
  field: string
  /** Whether the interface accepts these arguments. */
  accepts(values: object): boolean
  call(client: Client, values: object): Promise<CallResult>
}

export interface CallResult {
  /** An `Outcome` of the table, or another code. */
  outcome: string
  status: number
  message: string
  /** The ids of a returned list. */
  ids: string[]
}

export const fieldsOf = (type: 'Query' | 'Mutation'): GraphQLField<unknown, unknown>[] => {
  const found = type === 'Query' ? schema.getQueryType() : schema.getMutationType()
  return Object.values(found?.getFields() ?? {})
}

const outcomeOf = (error: { code: string; message: string } | undefined, data: unknown): string => {
  if (error)
    return error.code === 'FORBIDDEN' && error.message.includes('scope') ? 'SCOPE' : error.code
  const row = (data as { results?: { error: { code: string } | null }[] } | null)?.results?.[0]
    ?.error
  if (row) return row.code
  return data === null || (Array.isArray(data) && data[0] === null) ? 'null' : 'ok'
}

function graphqlCall(
  field: GraphQLField<unknown, unknown>,
  operation: 'query' | 'mutation',
): ApiCall {
  const type = getNamedType(field.type)
  const inner =
    isListType(isNonNullType(field.type) ? field.type.ofType : field.type) || isInterfaceType(type)
      ? 'id'
      : '__typename'
  const selection =
    isObjectType(type) && type.name.endsWith('Connection')
      ? 'nodes { id }'
      : isObjectType(type) && type.getFields()['results']
        ? 'results { error { code } }'
        : inner
  return {
    name: field.name,
    field: field.name,
    accepts: () => true,
    async call(client, values) {
      const paged = field.args.some((argument) => argument.name === 'first')
        ? { first: 100, ...values }
        : values
      const given = field.args.filter((argument) => argument.name in paged)
      const definitions = given.length
        ? `(${given.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ')})`
        : ''
      const passed = given.length
        ? `(${given.map(({ name }) => `${name}: $${name}`).join(', ')})`
        : ''
      const { status, body } = await client.gql(
        `${operation} ${definitions} { ${field.name}${passed} { ${selection} } }`,
        paged as Record<string, unknown>,
      )
      const error = body.errors?.[0]
      const data = body.data?.[field.name]
      return {
        outcome: outcomeOf(error && { code: error.extensions.code, message: error.message }, data),
        status,
        message: error?.message ?? '',
        ids: idsIn(data?.nodes),
      }
    },
  }
}

const idsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.map((each: { id: string }) => each.id) : []

function restCall(route: Route): ApiCall {
  const definition = parse(route.document).definitions[0]
  const root =
    definition?.kind === Node.OPERATION_DEFINITION
      ? definition.selectionSet.selections[0]
      : undefined
  if (definition?.kind !== Node.OPERATION_DEFINITION || root?.kind !== Node.FIELD)
    throw new Error(route.document)
  const variables = definition.variableDefinitions ?? []
  const required = variables
    .filter(({ type }) => type.kind === Node.NON_NULL_TYPE)
    .map(({ variable }) => variable.name.value)
  const known = variables.map(({ variable }) => variable.name.value)
  /** The names of the route's inputs by argument. */
  const variableOf = new Map(
    (root.arguments ?? []).flatMap(({ name, value }) =>
      value.kind === Node.VARIABLE ? [[name.value, value.name.value]] : [],
    ),
  )
  const named = (values: object) => {
    const given = Object.fromEntries(
      Object.entries(flat(values)).map(([name, value]) => [variableOf.get(name) ?? name, value]),
    )
    const single = known.find(
      (name) => Array.isArray(given[`${name}s`]) && !known.includes(`${name}s`),
    )
    if (!single) return given
    const { [`${single}s`]: list, ...others } = given
    return { ...others, [single]: (list as unknown[])[0] }
  }
  return {
    name: `${route.method.toUpperCase()} ${route.path}`,
    field: root.name.value,
    accepts(values) {
      const given = Object.keys(named(values))
      return (
        required.every((name) => given.includes(name)) &&
        given.every((name) => known.includes(name))
      )
    },
    async call(client, values) {
      const inputs = named(values)
      const rest = Object.fromEntries(
        Object.entries(inputs).filter(([name]) => !route.path.includes(`{${name}}`)),
      ) as Record<string, string>
      const inQuery = route.method === 'get' || route.method === 'delete'
      const search = new URLSearchParams({
        ...(inQuery && rest),
        ...(known.includes('limit') && { limit: '100' }),
      })
      const path = `${route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(inputs[name] ?? ''))}${search.size ? `?${search}` : ''}`
      const { status, body }: Reply = await client.rest(
        route.method.toUpperCase(),
        path,
        inQuery || Object.keys(rest).length === 0 ? undefined : rest,
      )
      return {
        outcome: outcomeOf(body.error, body.data ?? ''),
        status,
        message: body.error?.message ?? '',
        ids: idsIn(body.data),
      }
    },
  }
}

/** Arguments in the form of REST: input and filters flat, and the name of the role. */
function flat(values: object): Record<string, unknown> {
  const { input, where, ...rest } = values as { input?: object; where?: object }
  if (Array.isArray(input)) return { ...rest, input }
  const { roleName, ...found } = { ...rest, ...input, ...where } as Record<string, unknown>
  return roleName ? { ...found, role: roleName } : found
}

/** Every operation on each of its interfaces. */
export const apiCalls: ApiCall[] = [
  ...fieldsOf('Query').map((field) => graphqlCall(field, 'query')),
  ...fieldsOf('Mutation').map((field) => graphqlCall(field, 'mutation')),
  ...routes.map(restCall),
]

/** Calls every operation on one record as the Owner in GraphQL, and rolls each back. */
export async function callEachOperation(
  world: World,
  made: Records,
  done: (name: string) => unknown,
): Promise<void> {
  const one = (kinds: Kind[]) =>
    made.records.find(
      ({ kind, company, trashed }) => kinds.includes(kind) && company === 'acme' && !trashed,
    )
  for (const apiCall of apiCalls.filter(({ name }) => !name.includes(' ')))
    for (const testCase of operations[apiCall.field] ?? []) {
      const record = testCase.on && one(testCase.on)
      if (!record) continue
      world.statements()
      await rehearse(world, () =>
        apiCall.call(
          world.as('owner'),
          testCase.with?.(record, made.homes.acme) ?? { id: record.id },
        ),
      )
      await done(apiCall.name)
    }
}
