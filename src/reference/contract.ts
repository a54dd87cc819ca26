/** Reads the parts of `openapi.json` that the REST reference renders. */
import { parse, print } from 'graphql'
import { inlineReferences } from '../rest/openapi/components.ts'

export interface Schema {
  type?: string | string[] | undefined
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

type Response = { description: string; content: Content }

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
  method: string
  path: string
  operationId: string
  summary: string
  description: string
  deprecated?: boolean
  tags: [string]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
  'x-extension'?: true
  'x-scopes'?: string[]
  'x-graphql': string
}

export interface Contract {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
  components: {
    schemas: Record<string, Schema>
    examples: Record<string, { summary: string; value: unknown }>
  }
}

/** Reads a contract, and formats its GraphQL operations. */
export function readContract(json: string): Contract {
  const contract = inlineReferences(JSON.parse(json) as Contract)
  for (const methods of Object.values(contract.paths))
    for (const operation of Object.values(methods))
      operation['x-graphql'] = print(parse(operation['x-graphql']))
  return contract
}

/** Lists operations in order: on all records, on one record, then on related records. */
export const listOperations = (contract: Contract, tag?: string): Operation[] =>
  Object.entries(contract.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
      })),
    )
    .filter(({ tags }) => tag === undefined || tags[0] === tag)
    .sort((a, b) => getSortRank(a) - getSortRank(b))

const methodOrder = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function getSortRank({ path, method, tags }: Operation): number {
  const subpath = path.slice(`/v1/${tags[0]}`.length)
  const depth = subpath === '' ? 0 : subpath === '/{id}' ? 1 : path.split('/').length
  return depth * 10 + methodOrder.indexOf(method)
}

/** Returns the response to a successful request. A response with an example takes precedence. */
export function findSuccess({ responses }: Operation): { status: string; response: Response } {
  const successEntries = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const [status, response] =
    successEntries.find(([, { content }]) => content['application/json'].example !== undefined) ??
    (successEntries[0] as [string, Response])
  return { status, response }
}

export const getParameterExample = (parameter: Parameter): unknown =>
  parameter.example ?? parameter.content?.['application/json'].example

export const getBodyExample = ({ requestBody }: Operation): unknown =>
  requestBody?.content['application/json'].example

export function getExampleVariables(operation: Operation): Record<string, unknown> {
  const exampleValues: Record<string, unknown> = {
    ...Object.fromEntries(
      operation.parameters.map((parameter) => [parameter.name, getParameterExample(parameter)]),
    ),
    ...(getBodyExample(operation) as object | undefined),
  }
  const variables = listVariables(operation).filter(([name]) => exampleValues[name] !== undefined)
  return Object.fromEntries(
    variables.map(([name, type]) => {
      const value = exampleValues[name]
      return [name, type.startsWith('[') && !Array.isArray(value) ? [value] : value]
    }),
  )
}

/** Lists the GraphQL operation's variables with their types. A list type begins with `[`. */
export const listVariables = (operation: Operation): [name: string, type: string][] =>
  [...operation['x-graphql'].matchAll(/\$(\w+): (\[?\w+)/g)].map(([, name = '', type = '']) => [
    name,
    type,
  ])

const resourceTitles: Record<string, string> = {
  me: 'Me',
  'api-keys': 'API keys',
  'audit-log': 'Audit log',
}

export const toResourceTitle = (tag: string): string =>
  resourceTitles[tag] ?? (tag.charAt(0).toUpperCase() + tag.slice(1)).replaceAll('-', ' ')

export const toOperationUrl = ({ tags, operationId }: Operation): string =>
  `/docs/${tags[0]}#${operationId}`
