/** Moves repeated parts of an OpenAPI document to components; inlines them for reference pages. */
import { isObject, type Schema } from './schemas.ts'

export interface Components {
  schemas: Record<string, Schema>
  parameters: Record<string, object>
  responses: Record<string, object>
}

export type Body = { content: { 'application/json': { schema: Schema } } }
type Parameter = { name: string; in: string; example?: unknown }

export interface Operation {
  operationId: string
  tags: string[]
  parameters: (Parameter | Reference)[]
  requestBody?: Body | Reference
  responses: Record<string, Body | Reference>
}
export type Reference = { $ref: string }

export const toReference = (kind: keyof Components, name: string): Reference => ({
  $ref: `#/components/${kind}/${name}`,
})

export const parseRef = (schema: unknown): string | undefined =>
  (schema as Partial<Reference> | undefined)?.$ref?.split('/').at(-1)

/**
 * Moves parameters and responses that several operations share into components. If the path
 * parameters of a tag differ only in their examples, they share a component with the first example.
 */
export function shareParts(operations: Operation[]): Pick<Components, 'parameters' | 'responses'> {
  const parameters: Part[] = []
  const responses: Part[] = []
  const examples = new Map<string, unknown>()
  for (const operation of operations) {
    const { operationId, tags } = operation
    for (const [index, value] of operation.parameters.entries()) {
      if ('in' in value && value.in === 'path') shareExample(examples, value, tags)
      const names = listComponentNames(value as Parameter, tags[0] ?? '', operationId)
      parameters.push({ container: operation.parameters, key: index, names })
    }
    for (const [status, value] of Object.entries(operation.responses))
      responses.push({
        container: operation.responses,
        key: status,
        names: [getBodyName(value), operationId],
      })
  }
  return {
    parameters: shareRepeated('parameters', parameters),
    responses: shareRepeated('responses', responses),
  }
}

function shareExample(examples: Map<string, unknown>, part: Parameter, tags: string[]): void {
  const { example, ...otherKeys } = part
  const key = JSON.stringify([tags, otherKeys])
  if (!examples.has(key)) examples.set(key, example)
  part.example = examples.get(key)
}

/** Returns possible component names of a parameter, such as `TaskId` for a task's id in a path. */
function listComponentNames(parameter: Parameter, tag: string, operationId: string): string[] {
  const name = toPascalCase(parameter.name?.replace(/^X-/, '') ?? '')
  const specificName = `${operationId}${name}`
  if (name === 'Id') return [`${toSingular(toPascalCase(tag))}Id`, specificName]
  return [name, `${toPascalCase(tag)}${name}`, specificName]
}

const toPascalCase = (name: string) =>
  name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())

const toSingular = (name: string) =>
  name === 'People' ? 'Person' : name.replace(/ies$/, 'y').replace(/s$/, '')

const getBodyName = (part: Body | Reference) =>
  '$ref' in part
    ? ''
    : (parseRef(part.content['application/json'].schema) ?? '').replace(/Response$/, '')

/** A value in a document, with the possible names of its component. */
type Part = { container: object; key: string | number; names: string[] }

/**
 * Replaces repeated values with references. Returns the values by name, most used first.
 * @param components existing components, whose names are not available
 * @param minSavedLength minimum characters of JSON that sharing a value must save
 */
function shareRepeated(
  kind: keyof Components,
  parts: Part[],
  components: object = {},
  minSavedLength = 0,
): Record<string, object> {
  const read = ({ container, key }: Part) => (container as Record<string, object>)[key] as object
  const uses = parts.filter((part) => !('$ref' in read(part)))
  const repeatedGroups = [...Map.groupBy(uses, (part) => JSON.stringify(read(part)))]
    .filter(([text, { length }]) => (length - 1) * (text.length - 50) > minSavedLength)
    .map(([, group]) => group)
    .sort((a, b) => b.length - a.length)
  const sharedValues: Record<string, object> = {}
  for (const group of repeatedGroups) {
    const [firstPart] = group as [Part]
    const name = firstPart.names.find(
      (candidate) => candidate && !(candidate in sharedValues) && !(candidate in components),
    )
    if (!name) continue
    sharedValues[name] = read(firstPart)
    for (const { container, key } of group)
      Object.assign(container, { [key]: toReference(kind, name) })
  }
  return sharedValues
}

/** Moves repeated property schemas into components that are named after the property. */
export function shareProperties(schemas: Record<string, Schema>): Record<string, Schema> {
  const parts: Part[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (!isObject(value)) return
    const container = isObject(value['properties']) ? value['properties'] : {}
    for (const key of Object.keys(container)) {
      const name = toPascalCase(key)
      parts.push({ container, key, names: [name, `${name}Input`] })
    }
    for (const [key, nested] of Object.entries(value)) if (key !== 'examples') visit(nested)
  }
  visit(schemas)
  return { ...schemas, ...(shareRepeated('schemas', parts, schemas, 250) as typeof schemas) }
}

/** Returns the schemas to which a document refers, directly or indirectly, sorted by name. */
export function findSchemas(
  document: unknown,
  schemas: Record<string, Schema>,
): Record<string, Schema> {
  const usedSchemas = new Map<string, Schema>()
  const collect = (part: unknown): void => {
    const references = JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)
    for (const [, name = ''] of references) {
      const schema = schemas[name]
      if (!schema || usedSchemas.has(name)) continue
      usedSchemas.set(name, schema)
      collect(schema)
    }
  }
  collect(document)
  return Object.fromEntries([...usedSchemas].sort(([a], [b]) => (a < b ? -1 : 1)))
}

interface InlinedBody {
  /** The description of a response; for a confirmation, its message, such as `Task updated`. */
  description?: string
  content?: Record<string, { schema: Schema; example?: unknown }>
}
interface InlinedDocument {
  paths: Record<string, Record<string, { requestBody?: InlinedBody; responses: object }>>
  components: Record<string, Record<string, Schema>>
}

/**
 * Replaces references with their targets, except references to objects and enums inside bodies, so
 * that these types keep their names. Adds an example to each body, from the examples of its schema.
 */
export function inlineReferences<T extends object>(document: T): T {
  const { components } = document as unknown as InlinedDocument
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
  const inlinedDocument = resolve(document) as InlinedDocument
  const { schemas = {} } = inlinedDocument.components
  const operations = Object.values(inlinedDocument.paths).flatMap(Object.values)
  for (const { requestBody, responses } of operations)
    for (const body of [requestBody, ...Object.values(responses)] as (InlinedBody | undefined)[])
      for (const media of Object.values(body?.content ?? {})) {
        const example = findExample(media.schema, schemas)
        if (isObject(example) && !('examples' in media))
          media.example =
            'message' in example ? { ...example, message: body?.description } : example
        media.schema = schemas[parseRef(media.schema) ?? ''] ?? media.schema
      }
  return inlinedDocument as T
}

const isNamedType = (schema: Schema) => 'properties' in schema || 'enum' in schema

/** Returns an example of a schema, or combines the examples of schemas up to three levels below. */
function findExample(schema: Schema, schemas: Record<string, Schema>, depth = 0): unknown {
  const target = schemas[parseRef(schema) ?? ''] ?? schema
  if (Array.isArray(target['examples'])) return target['examples'][0]
  if ('const' in target) return target['const']
  if (depth > 2) return undefined
  if (target['type'] === 'array') {
    const element = findExample(target['items'] as Schema, schemas, depth + 1)
    return element === undefined ? undefined : [element]
  }
  if (!isObject(target['properties'])) return undefined
  const { meta, ...properties } = target['properties'] as Record<string, Schema>
  const examples = Object.entries(properties).map(([name, property]) => [
    name,
    findExample(property, schemas, depth + 1),
  ])
  if (examples.some(([, example]) => example === undefined)) return undefined
  const [recordMeta, listMeta] = (schemas['Meta']?.['examples'] as unknown[] | undefined) ?? []
  const isList = properties['data']?.['type'] === 'array'
  return { ...Object.fromEntries(examples), ...(meta && { meta: isList ? listMeta : recordMeta }) }
}
