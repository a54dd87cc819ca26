import type { PreparedRoute } from '../rest/prepare.ts'
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
