import { readOpenApi } from '../support/openapi.ts'
import type { GeneratorContext } from './generator-context.ts'
import { createHostileText, createHostileValue } from './hostile-values.ts'
import { toJson, toText } from './literal.ts'
import { cursorNamePattern, getKindByTypeName } from './names.ts'
import type { AnyKind } from './records.ts'
import {
  brokenEncodings,
  createBrokenBody,
  createCommonHeaders,
  createHeaderValue,
  encodeText,
  type Operation,
  type Request,
} from './request.ts'
import type { Shape } from './shape.ts'
import { createValueGenerator } from './values.ts'

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

const openApi = readOpenApi<{
  paths: Record<string, Record<string, Route>>
  components: { schemas: Record<string, Shape> }
}>()

const { generateValue } = createValueGenerator(openApi.components.schemas)

/** The REST operations: every path and method in `openapi.json`. */
export const routeOperations: Operation[] = Object.entries(openApi.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, route]): Operation => {
      const isWrite = method !== 'get'
      const name = `${method.toUpperCase()} ${path}`
      return {
        name,
        isWrite,
        generate: (context) =>
          createRequest(context, {
            name,
            isWrite,
            method: method.toUpperCase(),
            path,
            route,
          }),
      }
    }),
)

function createRequest(
  context: GeneratorContext,
  {
    name,
    isWrite,
    method,
    path,
    route,
  }: { name: string; isWrite: boolean; method: string; path: string; route: Route },
): Request {
  const { random, invalidity } = context
  const segments = path.split('/').slice(2)
  const typeKind = getKindByTypeName(path.includes('/merges/') ? 'merges/' : (segments[0] ?? ''))
  const requestPath = path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    generatePathValue(
      context,
      parameter,
      parameter === 'id' ? getKindByTypeName(segments[0] ?? '') : typeKind,
      route,
    ),
  )
  const query = route.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => generateQuery(context, parameter, typeKind))
  if (random.chance(invalidity / 6))
    query.push(
      `${random.pick(['limit', 'cursor', 'where', '__proto__', 'unknown'])}=${random.pick([...brokenEncodings, encodeText(createHostileText(random))])}`,
    )
  if (query.length > 0 && random.chance(invalidity / 8)) query.push(random.pick(query))
  const body = generateBody(context, route, typeKind)
  const headers = createCommonHeaders(context, {
    hasBody: body !== undefined,
    canHaveKey: isWrite && method !== 'DELETE',
  })
  if (route.parameters.some((parameter) => parameter.name === 'If-Match') && random.chance(0.1))
    headers.push([
      'If-Match',
      random.chance(invalidity)
        ? createHeaderValue(random)
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
    path: `${requestPath}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(0, 12_000),
    headers,
    ...(body && { body }),
  }
}

function generatePathValue(
  context: GeneratorContext,
  name: string,
  typeKind: AnyKind | undefined,
  route: Route,
): string {
  const { random, invalidity } = context
  if (random.chance(invalidity / 5))
    return random.pick([
      ...brokenEncodings,
      encodeText(createHostileText(random)),
      `person_${encodeText(createHostileText(random))}`,
    ])
  const schema = route.parameters.find((parameter) => parameter.name === name)?.schema ?? {}
  return encodeText(
    toText(generateValue({ ...context, invalidity: invalidity / 3 }, schema, name, typeKind)),
  )
}

function generateQuery(
  context: GeneratorContext,
  { name, required, schema, content }: Parameter,
  typeKind: AnyKind | undefined,
): string[] {
  const { random, invalidity } = context
  if (!(required ? random.chance(1 - invalidity / 8) : random.chance(0.22))) return []
  if (
    cursorNamePattern.test(name) &&
    context.cursors.sameOperation.length === 0 &&
    invalidity === 0
  )
    return []
  const filterSchema = content?.['application/json'].schema
  if (filterSchema)
    return [
      `${name}=${random.chance(invalidity / 4) ? encodeText(random.pick(['{', 'null', '[]', '{"and":[{}]}', toText(createHostileValue(random))])) : encodeText(toJson(generateValue(context, filterSchema, name, typeKind)))}`,
    ]
  const generatedValue = generateValue(context, schema ?? {}, name, typeKind)
  const parameterText = Array.isArray(generatedValue)
    ? generatedValue.map(toText).join(',')
    : toText(generatedValue)
  return [
    `${name}=${random.chance(invalidity / 6) ? random.pick(brokenEncodings) : encodeText(parameterText)}`,
  ]
}

function generateBody(
  context: GeneratorContext,
  { requestBody }: Route,
  typeKind: AnyKind | undefined,
): Buffer | undefined {
  const { random, invalidity } = context
  const schema = requestBody?.content['application/json'].schema
  if (!schema)
    return random.chance(invalidity / 8)
      ? Buffer.from(toJson(createHostileValue(random)))
      : undefined
  const bodyJson = toJson(
    generateValue({ ...context, invalidity: invalidity * 0.7 }, schema, 'body', typeKind),
  )
  return random.chance(invalidity / 6) ? createBrokenBody(random, bodyJson) : Buffer.from(bodyJson)
}
