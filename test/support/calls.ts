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
import type { Client, Reply } from './client.ts'

/** An operation at one of the two doors, called with the arguments of its GraphQL field. */
export interface Door {
  /** `deleteTask`, or `DELETE /v1/tasks/{id}`. */
  name: string
  field: string
  /** Whether these arguments can be given here. */
  takes(values: object): boolean
  call(client: Client, values: object): Promise<Called>
}

export interface Called {
  /** An `Outcome` of the table, or another code. */
  outcome: string
  status: number
  message: string
  /** What a list has in it. */
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

function overGraphQL(field: GraphQLField<unknown, unknown>, operation: 'query' | 'mutation'): Door {
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
    takes: () => true,
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

function overRest(route: Route): Door {
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
  /**
   * Under the names that the route has for them; where it takes one by itself of what the operation
   * takes a list of.
   */
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
    takes(values) {
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

/**
 * As REST takes them: input and filters among the other values, the role by its name on the wire.
 */
function flat(values: object): Record<string, unknown> {
  const { input, where, ...rest } = values as { input?: object; where?: object }
  if (Array.isArray(input)) return { ...rest, input }
  const { roleName, ...found } = { ...rest, ...input, ...where } as Record<string, unknown>
  return roleName ? { ...found, role: roleName } : found
}

/** Every operation that there is, at each of its doors. */
export const doors: Door[] = [
  ...fieldsOf('Query').map((field) => overGraphQL(field, 'query')),
  ...fieldsOf('Mutation').map((field) => overGraphQL(field, 'mutation')),
  ...routes.map(overRest),
]
