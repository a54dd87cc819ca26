import { type Schema, shows } from './schemas.ts'

interface Shown {
  name: string
  description?: string | null | undefined
}

/**
 * What is answered of a record in place of all of it, where several calls answer the same: by the
 * type and the fields.
 */
const parts: Record<string, Record<string, string>> = {
  Person: {
    'id firstName lastName fullName createdAt emails phones assignedAgentId assignedAgentName stageId stageName source tags price':
      'PersonInList',
    'id collaborators': 'PersonCollaborators',
  },
  User: {
    'id firstName lastName email role avatarUrl teams': 'UserInList',
    'id fullName': 'UserName',
  },
  Team: { 'id name': 'TeamName' },
  WebhookDelivery: {
    'id endpointId eventId eventSequence type status attemptCount nextAttemptAt deliveredAt createdAt':
      'WebhookDeliverySummary',
  },
}

const fieldsOf = (schema: Schema) => Object.keys(schema['properties'] as object)
const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const shownBy = (schema: Schema) => (schema as { [shows]?: Shown })[shows]

/**
 * Gives the objects that are answered the name of their type, once in the document instead of at
 * each call: the widest shape of a type has its name, the `parts` theirs; what else there is of a
 * type stays where it is.
 */
export function named<T>(paths: T): { paths: T; schemas: Record<string, Schema> } {
  const widest = new Map<string, number>()
  visit(
    paths,
    (schema, { name }) =>
      void widest.set(name, Math.max(widest.get(name) ?? 0, fieldsOf(schema).length)),
  )
  const schemas: Record<string, Schema> = {}
  const nameFor = (schema: Schema, { name }: Shown) =>
    parts[name]?.[fieldsOf(schema).join(' ')] ??
    (fieldsOf(schema).length === widest.get(name) ? name : undefined)
  const put = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(put)
    if (!isObject(value)) return value
    const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, put(each)]))
    const type = shownBy(value)
    const name = type && nameFor(value, type)
    if (!name) return inner
    const { description, deprecated, 'x-sunset': sunset, ...shape } = inner
    const schema = { ...shape, description: type.description ?? '' }
    schemas[name] ??= schema
    if (JSON.stringify(schemas[name]) !== JSON.stringify(schema))
      throw new Error(`Two shapes of ${type.name} want to be called ${name}`)
    return {
      $ref: `#/components/schemas/${name}`,
      ...(deprecated !== undefined && { deprecated, 'x-sunset': sunset }),
      ...(description !== undefined && { description }),
    }
  }
  return { paths: put(paths) as T, schemas }
}

function visit(value: unknown, see: (schema: Schema, type: Shown) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, see)
  if (!isObject(value)) return
  const type = shownBy(value)
  if (type) see(value, type)
  for (const each of Object.values(value)) visit(each, see)
}

/** Of the schemas that there may be, those that something refers to, by their names. */
export function referredTo(document: unknown, all: Record<string, Schema>): Record<string, Schema> {
  const found = new Map<string, Schema>()
  const look = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = all[name]
      if (!schema || found.has(name)) continue
      found.set(name, schema)
      look(JSON.stringify(schema))
    }
  }
  look(JSON.stringify(document))
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}
