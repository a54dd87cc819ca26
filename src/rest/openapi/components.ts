/** Moves repeated parts of an OpenAPI document into its components. */
import { isObject, type Schema } from './schemas.ts'

export interface Components {
  schemas: Record<string, Schema>
  parameters: Record<string, object>
  responses: Record<string, object>
}

export interface Body {
  content: { 'application/json': { schema: Schema } }
}
interface Parameter {
  name: string
  in: string
  example?: unknown
}

export interface Operation {
  operationId: string
  tags: string[]
  parameters: (Parameter | Reference)[]
  requestBody?: Body | Reference
  responses: Record<string, Body | Reference>
}
export interface Reference {
  $ref: string
}

export const reference = (kind: keyof Components, name: string): Reference => ({
  $ref: `#/components/${kind}/${name}`,
})

export const parseRef = (schema: unknown): string | undefined =>
  (schema as Partial<Reference> | undefined)?.$ref?.split('/').at(-1)

/**
 * Moves parameters and responses that several operations have into components. Path parameters that
 * differ only in their example share the parameter of the first operation.
 */
export function shareParts(operations: Operation[]): Pick<Components, 'parameters' | 'responses'> {
  const parameters = new SharedParts('parameters')
  const responses = new SharedParts('responses')
  const examples = new Map<string, unknown>()
  for (const operation of operations) {
    const { operationId, tags } = operation
    for (const [index, part] of operation.parameters.entries()) {
      if ('in' in part && part.in === 'path') shareExample(examples, part, tags)
      const names = listNames(part as Parameter, tags[0] ?? '', operationId)
      parameters.add(part, names, (shared) => {
        operation.parameters[index] = shared
      })
    }
    for (const [status, part] of Object.entries(operation.responses))
      responses.add(part, [getBodyName(part), operationId], (shared) => {
        operation.responses[status] = shared
      })
  }
  return { parameters: parameters.toComponents(), responses: responses.toComponents() }
}

function shareExample(examples: Map<string, unknown>, part: Parameter, tags: string[]): void {
  const { example, ...otherKeys } = part
  const key = JSON.stringify([tags, otherKeys])
  if (!examples.has(key)) examples.set(key, example)
  part.example = examples.get(key)
}

/** Returns possible names: `TaskId` for the id in a task's path, otherwise the original name. */
function listNames(parameter: Parameter, tag: string, operationId: string): string[] {
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

/** Parts of one kind, with the names that they may have and the places that use them. */
class SharedParts {
  readonly #parts = new Map<
    string,
    { part: object; names: string[]; replace: ((shared: Reference) => void)[] }
  >()
  readonly #kind: keyof Components
  readonly #components: object
  readonly #minSavedLength: number

  /** @param components existing components, whose names are taken */
  constructor(kind: keyof Components, components: object = {}, minSavedLength = 0) {
    this.#kind = kind
    this.#components = components
    this.#minSavedLength = minSavedLength
  }

  add(part: object, names: string[], replace: (shared: Reference) => void): void {
    if ('$ref' in part) return
    const text = JSON.stringify(part)
    const existingPart = this.#parts.get(text)
    if (existingPart) existingPart.replace.push(replace)
    else this.#parts.set(text, { part, names, replace: [replace] })
  }

  /** Replaces repeated parts with references; returns them by name, the most used first. */
  toComponents(): Record<string, object> {
    const components: Record<string, object> = {}
    const repeatedParts = [...this.#parts]
      .filter(
        ([text, { replace }]) => (replace.length - 1) * (text.length - 50) > this.#minSavedLength,
      )
      .map(([, part]) => part)
      .sort((a, b) => b.replace.length - a.replace.length)
    for (const { part, names, replace } of repeatedParts) {
      const name = names.find(
        (candidate) => candidate && !(candidate in components) && !(candidate in this.#components),
      )
      if (!name) continue
      components[name] = part
      for (const replacePart of replace) replacePart(reference(this.#kind, name))
    }
    return components
  }
}

/** Minimum characters of JSON that sharing the schema of a property must save. */
const minSavedLength = 250

/** Moves repeated schemas of properties into schemas named after the property. */
export function shareProperties(schemas: Record<string, Schema>): Record<string, Schema> {
  const shared = new SharedParts('schemas', schemas, minSavedLength)
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (!isObject(value)) return
    const properties = isObject(value['properties']) ? value['properties'] : {}
    for (const [name, schema] of Object.entries(properties)) {
      const names = [toPascalCase(name), `${toPascalCase(name)}Input`]
      shared.add(schema as object, names, (reference) => {
        properties[name] = reference
      })
    }
    for (const [key, nested] of Object.entries(value)) if (key !== 'examples') visit(nested)
  }
  visit(schemas)
  return { ...schemas, ...(shared.toComponents() as Record<string, Schema>) }
}

/** Returns the schemas that a document refers to, directly or through others, sorted by name. */
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
