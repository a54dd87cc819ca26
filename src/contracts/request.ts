import type { PreparedRoute } from '../rest/prepare.ts'
import { shapeOf } from '../rest/prepare.ts'
import type { Request } from './company.ts'

/** What a call is sent: parameters by name, lists and filters as they are, and a body. */
export interface Sent {
  parameters: Record<string, unknown>
  body?: unknown
}

const written = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** A call as it goes over the wire. */
export function requestOf(route: PreparedRoute, { parameters, body }: Sent): Request {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(written(parameters[name])),
  )
  const query = new URLSearchParams(
    route.inputs.flatMap(({ name, from }): [string, string][] =>
      from === 'query' && parameters[name] !== undefined ? [[name, written(parameters[name])]] : [],
    ),
  )
  return {
    method: route.method.toUpperCase(),
    path: query.size > 0 ? `${path}?${query}` : path,
    ...(body !== undefined && { body }),
  }
}

/** The same as variables of the GraphQL operation that the call is. */
export function variablesOf(
  route: PreparedRoute,
  { parameters, body }: Sent,
): Record<string, unknown> {
  const given = { ...parameters, ...(body as object | undefined) } as Record<string, unknown>
  const declared = new Set([...route.document.matchAll(/\$(\w+):/g)].map(([, name]) => name))
  return Object.fromEntries(
    route.inputs.flatMap((input): [string, unknown][] => {
      const value = given[input.name]
      if (value === undefined || !declared.has(input.name)) return []
      return [[input.name, shapeOf(input.type).isList && !Array.isArray(value) ? [value] : value]]
    }),
  )
}

/**
 * The call with something in it that no server can accept; nothing for a call that takes nothing.
 */
export function spoilt(route: PreparedRoute, { parameters, body }: Sent): Sent | undefined {
  const inBody = route.inputs.filter(({ from }) => from === 'body')
  const required = inBody.filter((input) => input.required)
  if (required.length > 0) return { parameters, body: {} }
  const [first] = inBody
  if (first) return { parameters, body: { ...(body as object), [first.name]: { wrong: true } } }
  if (route.inputs.some(({ name }) => name === 'limit'))
    return { parameters: { ...parameters, limit: 0 } }
  const [inPath] = route.inputs.filter(({ from }) => from === 'path')
  return inPath && { parameters: { ...parameters, [inPath.name]: 'no' }, body }
}

/** The call about a record that does not exist. */
export function astray(route: PreparedRoute, { parameters, body }: Sent): Sent | undefined {
  const input = route.inputs.find(
    ({ from, name, required }) =>
      from === 'path' || (from === 'query' && required && name !== 'otherIds'),
  )
  if (!input) return undefined
  const prefix = String(parameters[input.name]).replace(/_[^_]*$/, '')
  return {
    parameters: { ...parameters, [input.name]: `${prefix}_00000000000000000000000000` },
    body,
  }
}
