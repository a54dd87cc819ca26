/** Prepares `openapi.json` for reference pages and tests: resolves references and adds examples. */
import { isObject, type Schema } from './schemas.ts'

interface Operation {
  requestBody?: Body
  responses: Record<string, Body>
}
interface Body {
  /** The message, if the response is a confirmation. */
  description?: string
  content?: Record<string, { schema: Schema; example?: unknown }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, Schema>>
}

/**
 * Replaces references with their targets, except those to objects and enums inside bodies, which
 * keep their names. Bodies get an example from the examples of their schemas.
 */
export function inlineReferences<T extends object>(document: T): T {
  const { components } = document as unknown as Document
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (!isObject(value)) return value
    const { $ref, ...rest } = Object.fromEntries(
      Object.entries(value).map(([key, nested]) => [key, resolve(nested)]),
    )
    const [, , kind = '', name = ''] = String($ref ?? '').split('/')
    const target = components[kind]?.[name]
    if (!target || (kind === 'schemas' && isNamedType(target)))
      return $ref === undefined ? rest : { $ref, ...rest }
    return { ...(resolve(target) as object), ...rest }
  }
  const inlinedDocument = resolve(document) as Document
  const { schemas = {} } = inlinedDocument.components
  for (const { requestBody, responses } of listOperations(inlinedDocument)) {
    for (const body of [requestBody, ...Object.values(responses)])
      for (const media of Object.values(body?.content ?? {})) {
        const example = findExample(media.schema, schemas)
        if (isObject(example) && !('examples' in media))
          media.example =
            'message' in example ? { ...example, message: body?.description } : example
        media.schema = schemas[parseRef(media.schema)] ?? media.schema
      }
  }
  return inlinedDocument as T
}

const parseRef = (schema: Schema) => String(schema['$ref'] ?? '').replace(/^.*\//, '')

const isNamedType = (schema: Schema) => 'properties' in schema || 'enum' in schema

const listOperations = ({ paths }: Document) =>
  Object.values(paths).flatMap(Object.values<Operation>)

/** Returns a value that fits a schema, from the examples of schemas up to two levels below. */
function findExample(schema: Schema, schemas: Record<string, Schema>, depth = 0): unknown {
  const target = schemas[parseRef(schema)] ?? schema
  if (Array.isArray(target['examples'])) return target['examples'][0]
  if ('const' in target) return target['const']
  if (depth > 2) return undefined
  if (target['type'] === 'array') {
    const item = findExample(target['items'] as Schema, schemas, depth + 1)
    return item === undefined ? undefined : [item]
  }
  if (!isObject(target['properties'])) return undefined
  const { meta, ...properties } = target['properties'] as Record<string, Schema>
  const examples = Object.entries(properties).map(([name, each]) => [
    name,
    findExample(each, schemas, depth + 1),
  ])
  if (examples.some(([, example]) => example === undefined)) return undefined
  const [record, list] = (schemas['Meta']?.['examples'] as unknown[] | undefined) ?? []
  const isList = properties['data']?.['type'] === 'array'
  return { ...Object.fromEntries(examples), ...(meta && { meta: isList ? list : record }) }
}
