import { parse, print } from 'graphql'
import { inlineReferences } from '../rest/openapi/inline.ts'

/** The part of `openapi.json` that the reference is made of. */
export interface Schema {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: (string | null)[]
  const?: unknown
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  description?: string
  examples?: unknown[]
  $ref?: string
}

interface Content {
  'application/json': {
    schema: Schema
    example?: unknown
    examples?: Record<string, { summary: string; value: unknown }>
  }
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema?: Schema
  content?: { 'application/json': { schema: Schema; example?: unknown } }
  example?: unknown
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  deprecated?: boolean
  tags: [string]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<
    string,
    { description: string; headers?: Record<string, unknown>; content: Content }
  >
  'x-extension'?: true
  'x-scopes'?: string[]
  'x-graphql': string
}

export interface Contract {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    examples: Record<string, { summary: string; value: unknown }>
  }
}

/** Reads `openapi.json`. */
export const readContract = (json: string): Contract =>
  inlineReferences(JSON.parse(json) as Contract)

/** A call with its address. */
export interface Call extends Operation {
  method: string
  path: string
}

/** The calls of a resource: on all of its records, on one of them, then what hangs on those. */
export const callsOf = (contract: Contract, tag?: string): Call[] =>
  Object.entries(contract.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        tag === undefined || operation.tags[0] === tag
          ? [
              {
                ...operation,
                'x-graphql': print(parse(operation['x-graphql'])),
                method: method.toUpperCase(),
                path,
              },
            ]
          : [],
      ),
    )
    .sort((one, other) => placeIn(one) - placeIn(other))

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const placeIn = ({ path, method, tags }: Call) => {
  const rest = path.slice(`/v1/${tags[0]}`.length)
  const depth = rest === '' ? 0 : rest === '/{id}' ? 1 : path.split('/').length
  return depth * 10 + methods.indexOf(method)
}

/** The status and response of a successful call. */
export function successOf(call: Call): { status: string; answer: Call['responses'][string] } {
  const statuses = Object.keys(call.responses).filter((status) => status.startsWith('2'))
  const example =
    statuses.find(
      (status) => call.responses[status]?.content['application/json'].example !== undefined,
    ) ??
    statuses[0] ??
    '200'
  return { status: example, answer: call.responses[example] as Call['responses'][string] }
}

/** The variables with which the GraphQL operation does the same as the example of the call. */
export function variablesOf(call: Call): Record<string, unknown> {
  const body = call.requestBody?.content['application/json'].example as object | undefined
  const values: Record<string, unknown> = {
    ...Object.fromEntries(call.parameters.map((each) => [each.name, exampleOf(each)])),
    ...body,
  }
  const declared = [...call['x-graphql'].matchAll(/\$(\w+): (\[?)/g)]
  return Object.fromEntries(
    declared.flatMap(([, name = '', list]) => {
      const value = values[name]
      return value === undefined ? [] : [[name, list && !Array.isArray(value) ? [value] : value]]
    }),
  )
}

/** A parameter's example, wherever it stands. */
export const exampleOf = (parameter: Parameter): unknown =>
  parameter.example ?? parameter.content?.['application/json'].example

const titles: Record<string, string> = {
  me: 'Me',
  'api-keys': 'API keys',
  'audit-log': 'Audit log',
}

/** `webhook-endpoints` as a heading. */
export const titleOf = (tag: string): string =>
  titles[tag] ?? (tag.charAt(0).toUpperCase() + tag.slice(1)).replaceAll('-', ' ')

/** Where a call is in the reference. */
export const placeOf = (call: Pick<Operation, 'tags' | 'operationId'>): string =>
  `/docs/${call.tags[0]}#${call.operationId}`

/** A chapter about all calls. */
export interface Chapter {
  id: string
  title: string
  /** HTML of the left column. */
  renderText: (contract: Contract) => string
  /** HTML of the right column. */
  renderExample?: (contract: Contract) => string
}
