import { readOpenApi } from '../support/openapi.ts'
import { createHostileText, createHostileValue } from './hostile-values.ts'
import { toJson, toText } from './literal.ts'
import { cursorNamePattern, getKindOfType } from './names.ts'
import type { Pool } from './pool.ts'
import type { AnyKind } from './records.ts'
import {
  brokenEncodings,
  createBrokenBody,
  createCommonHeaders,
  encodeText,
  formatHeader,
  type Operation,
  type Request,
} from './request.ts'
import type { Shape } from './shape.ts'
import { getValues } from './values.ts'

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

const { value } = getValues(contract.components.schemas)

/** The operations of `openapi.json`: every path and method. */
export const routes: Operation[] = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, route]): Operation => {
    const isWrite = method !== 'get'
    const name = `${method.toUpperCase()} ${path}`
    return {
      name,
      isWrite: isWrite,
      generate: (pool) =>
        requestFor(pool, { name, writes: isWrite, method: method.toUpperCase(), path, route }),
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
  const { random, invalidity } = pool
  const segments = path.split('/').slice(2)
  const typeKind = getKindOfType(path.includes('/merges/') ? 'merges/' : (segments[0] ?? ''))
  const address = path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    generatePathValue(
      pool,
      parameter,
      parameter === 'id' ? getKindOfType(segments[0] ?? '') : typeKind,
      route,
    ),
  )
  const query = route.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => generateQuery(pool, parameter, typeKind))
  if (random.chance(invalidity / 6))
    query.push(
      `${random.pick(['limit', 'cursor', 'where', '__proto__', 'unknown'])}=${random.pick([...brokenEncodings, encodeText(createHostileText(random))])}`,
    )
  if (query.length > 0 && random.chance(invalidity / 8)) query.push(random.pick(query))
  const body = generateBody(pool, route, typeKind)
  const headers = createCommonHeaders(pool, {
    body: body !== undefined,
    key: writes && method !== 'DELETE',
  })
  if (route.parameters.some((parameter) => parameter.name === 'If-Match') && random.chance(0.1))
    headers.push([
      'If-Match',
      random.chance(invalidity)
        ? formatHeader(random)
        : random.pick(['"1"', '"2"', '"3"', '*', 'W/"1"']),
    ])
  const sentMethod = random.chance(invalidity / 12)
    ? random.pick(['GET', 'PUT', 'PATCH', 'DELETE', 'POST', 'HEAD', 'QUERY', 'TRACE'])
    : method
  return {
    operation: name,
    interface: 'rest',
    isWrite: !['GET', 'HEAD', 'QUERY', 'TRACE'].includes(sentMethod),
    method: sentMethod,
    path: `${address}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(0, 12_000),
    headers,
    ...(body && { body }),
  }
}

function generatePathValue(
  pool: Pool,
  name: string,
  typeKind: AnyKind | undefined,
  route: Route,
): string {
  const { random, invalidity } = pool
  if (random.chance(invalidity / 5))
    return random.pick([
      ...brokenEncodings,
      encodeText(createHostileText(random)),
      `person_${encodeText(createHostileText(random))}`,
    ])
  const schema = route.parameters.find((parameter) => parameter.name === name)?.schema ?? {}
  return encodeText(toText(value({ ...pool, invalidity: invalidity / 3 }, schema, name, typeKind)))
}

function generateQuery(
  pool: Pool,
  { name, required, schema, content }: Parameter,
  typeKind: AnyKind | undefined,
): string[] {
  const { random, invalidity } = pool
  if (!(required ? random.chance(1 - invalidity / 8) : random.chance(0.22))) return []
  if (cursorNamePattern.test(name) && pool.cursors.sameOperation.length === 0 && invalidity === 0)
    return []
  const filterSchema = content?.['application/json'].schema
  if (filterSchema)
    return [
      `${name}=${random.chance(invalidity / 4) ? encodeText(random.pick(['{', 'null', '[]', '{"and":[{}]}', toText(createHostileValue(random))])) : encodeText(toJson(value(pool, filterSchema, name, typeKind)))}`,
    ]
  const generatedValue = value(pool, schema ?? {}, name, typeKind)
  const text = Array.isArray(generatedValue)
    ? generatedValue.map(toText).join(',')
    : toText(generatedValue)
  return [
    `${name}=${random.chance(invalidity / 6) ? random.pick(brokenEncodings) : encodeText(text)}`,
  ]
}

function generateBody(
  pool: Pool,
  { requestBody }: Route,
  typeKind: AnyKind | undefined,
): Buffer | undefined {
  const { random, invalidity } = pool
  const schema = requestBody?.content['application/json'].schema
  if (!schema)
    return random.chance(invalidity / 8)
      ? Buffer.from(toJson(createHostileValue(random)))
      : undefined
  const text = toJson(value({ ...pool, invalidity: invalidity * 0.7 }, schema, 'body', typeKind))
  return random.chance(invalidity / 6) ? createBrokenBody(random, text) : Buffer.from(text)
}
