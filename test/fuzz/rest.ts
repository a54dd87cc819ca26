import { readOpenApi } from '../support/openapi.ts'
import { hostile, hostileText } from './hostile.ts'
import { isCursor, kindAbout } from './names.ts'
import type { Pool } from './pool.ts'
import type { AnyKind } from './records.ts'
import {
  brokenBody,
  brokenEncodings,
  commonHeaders,
  encoded,
  headerText,
  type Operation,
  type Request,
} from './request.ts'
import type { Shape } from './shape.ts'
import { toJson, toText } from './value.ts'
import { valuesOf } from './values.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema?: Shape
  content?: { 'application/json': { schema: Shape } }
}

interface Route {
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { schema: Shape } } }
}

const contract = readOpenApi<{
  paths: Record<string, Record<string, Route>>
  components: { schemas: Record<string, Shape> }
}>()

const { value } = valuesOf(contract.components.schemas)

/** Every path and method of `openapi.json`. */
export const routes: Operation[] = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, route]): Operation => {
    const writes = method !== 'get'
    const name = `${method.toUpperCase()} ${path}`
    return {
      name,
      writes,
      make: (pool) => requestFor(pool, { name, writes, method: method.toUpperCase(), path, route }),
    }
  }),
)

function requestFor(
  pool: Pool,
  {
    name,
    writes,
    method,
    path,
    route,
  }: { name: string; writes: boolean; method: string; path: string; route: Route },
): Request {
  const { dice, wildness } = pool
  const segments = path.split('/').slice(2)
  const about = kindAbout(path.includes('/merges/') ? 'merges/' : (segments[0] ?? ''))
  const address = path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    inPath(pool, parameter, parameter === 'id' ? kindAbout(segments[0] ?? '') : about, route),
  )
  const query = route.parameters
    .filter((each) => each.in === 'query')
    .flatMap((each) => inQuery(pool, each, about))
  if (dice.chance(wildness / 6))
    query.push(
      `${dice.pick(['limit', 'cursor', 'where', '__proto__', 'unknown'])}=${dice.pick([...brokenEncodings, encoded(hostileText(dice))])}`,
    )
  if (query.length > 0 && dice.chance(wildness / 8)) query.push(dice.pick(query))
  const body = bodyOf(pool, route, about)
  const headers = commonHeaders(pool, {
    body: body !== undefined,
    key: writes && method !== 'DELETE',
  })
  if (route.parameters.some((each) => each.name === 'If-Match') && dice.chance(0.1))
    headers.push([
      'If-Match',
      dice.chance(wildness) ? headerText(dice) : dice.pick(['"1"', '"2"', '"3"', '*', 'W/"1"']),
    ])
  const sent = dice.chance(wildness / 12)
    ? dice.pick(['GET', 'PUT', 'PATCH', 'DELETE', 'POST', 'HEAD', 'QUERY', 'TRACE'])
    : method
  return {
    operation: name,
    door: 'rest',
    writes: !['GET', 'HEAD', 'QUERY', 'TRACE'].includes(sent),
    method: sent,
    path: `${address}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(0, 12_000),
    headers,
    ...(body && { body }),
  }
}

function inPath(pool: Pool, name: string, about: AnyKind | undefined, route: Route): string {
  const { dice, wildness } = pool
  if (dice.chance(wildness / 5))
    return dice.pick([
      ...brokenEncodings,
      encoded(hostileText(dice)),
      `person_${encoded(hostileText(dice))}`,
    ])
  const schema = route.parameters.find((each) => each.name === name)?.schema ?? {}
  return encoded(toText(value({ ...pool, wildness: wildness / 3 }, schema, name, about)))
}

function inQuery(
  pool: Pool,
  { name, required, schema, content }: Parameter,
  about: AnyKind | undefined,
): string[] {
  const { dice, wildness } = pool
  if (!(required ? dice.chance(1 - wildness / 8) : dice.chance(0.22))) return []
  if (isCursor.test(name) && pool.cursors.own.length === 0 && wildness === 0) return []
  const where = content?.['application/json'].schema
  if (where)
    return [
      `${name}=${dice.chance(wildness / 4) ? encoded(dice.pick(['{', 'null', '[]', '{"and":[{}]}', toText(hostile(dice))])) : encoded(toJson(value(pool, where, name, about)))}`,
    ]
  const made = value(pool, schema ?? {}, name, about)
  const text = Array.isArray(made) ? made.map(toText).join(',') : toText(made)
  return [`${name}=${dice.chance(wildness / 6) ? dice.pick(brokenEncodings) : encoded(text)}`]
}

function bodyOf(
  pool: Pool,
  { requestBody }: Route,
  about: AnyKind | undefined,
): Buffer | undefined {
  const { dice, wildness } = pool
  const schema = requestBody?.content['application/json'].schema
  if (!schema) return dice.chance(wildness / 8) ? Buffer.from(toJson(hostile(dice))) : undefined
  const text = toJson(value({ ...pool, wildness: wildness * 0.7 }, schema, 'body', about))
  return dice.chance(wildness / 6) ? brokenBody(dice, text) : Buffer.from(text)
}
