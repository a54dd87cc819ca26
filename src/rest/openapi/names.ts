/** Names the schemas of requests and responses, and adds examples to the schemas. */
import type { GraphQLObjectType } from 'graphql'
import type { ErrorCode } from '../../errors.ts'
import { type Body, type Operation, parseRef, type Reference, toReference } from './components.ts'
import { getSchemaType } from './responses.ts'
import { isObject, type Schema } from './schemas.ts'

/** The names of partial selections that several operations share, by type and selected fields. */
const partialTypes: Record<string, Record<string, string>> = {
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

const bulkDescription = 'The results of a bulk operation, row by row.'
const issuedKey = ['IssuedApiKey', 'An API key with its new secret.'] as const
const issuedEndpoint = ['IssuedWebhookEndpoint', 'A webhook endpoint with its new secret.'] as const
const bulkDeals = ['BulkDealsResult', bulkDescription] as const
const bulkPeople = ['BulkPeopleResult', bulkDescription] as const

/** The names and descriptions of payloads in `openapi.json` and in clients generated from it. */
const payloads: Record<string, readonly [name: string, description: string]> = {
  CreateApiKeyPayload: issuedKey,
  RotateApiKeyPayload: issuedKey,
  CreateWebhookEndpointPayload: issuedEndpoint,
  RotateWebhookSecretPayload: issuedEndpoint,
  CreateDealsPayload: bulkDeals,
  UpdateDealsPayload: bulkDeals,
  CreatePeoplePayload: bulkPeople,
  TagPeoplePayload: bulkPeople,
  UpdatePeoplePayload: bulkPeople,
  ReplayWebhookDeliveriesPayload: [
    'ReplayedWebhookDeliveries',
    'The result of replaying deliveries.',
  ],
}

/** The changes whose results are named after the mutation, such as `InviteUserResult`. */
const changesByPayload: Record<string, string> = {
  AddPersonTagsPayload: 'adding tags to a person',
  DeletePersonPayload: 'deleting a person',
  InviteUserPayload: 'inviting a user',
  InviteUserToSignInPayload: 'inviting a user to sign in',
  ReassignRecordsPayload: "reassigning a user's records",
  SuspendUserPayload: 'suspending a user',
  UnmergePeoplePayload: 'undoing a merge',
}

function describeType({ name, description }: GraphQLObjectType): readonly [string, string] {
  const change = changesByPayload[name]
  if (change) return [name.replace(/Payload$/, 'Result'), `The result of ${change}.`]
  return payloads[name] ?? [name, description ?? '']
}

const getFieldNames = (schema: Schema) => Object.keys(schema['properties'] as object)

/**
 * Replaces objects in responses with references. The selection with the most fields is named after
 * its GraphQL type; other selections are named in `partialTypes` or remain inline.
 */
export function nameTypes<T>(value: T): { value: T; schemas: Record<string, Schema> } {
  const maxFields = new Map<string, number>()
  visitTypes(value, (schema, name) => {
    maxFields.set(name, Math.max(maxFields.get(name) ?? 0, getFieldNames(schema).length))
  })
  const schemas: Record<string, Schema> = {}
  const replace = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(replace)
    if (!isObject(part)) return part
    const replacedPart = Object.fromEntries(
      Object.entries(part).map(([key, nested]) => [key, replace(nested)]),
    )
    const type = getSchemaType(part)
    if (!type) return replacedPart
    const [typeName, typeDescription] = describeType(type)
    const name =
      partialTypes[typeName]?.[getFieldNames(part).join(' ')] ??
      (getFieldNames(part).length === maxFields.get(typeName) ? typeName : undefined)
    if (!name) return replacedPart
    const { description, deprecated, 'x-sunset': sunset, ...shape } = replacedPart
    defineSchema(schemas, name, { ...shape, description: typeDescription })
    return {
      ...toReference('schemas', name),
      ...(deprecated !== undefined && { deprecated, 'x-sunset': sunset }),
      ...(description !== undefined && { description }),
    }
  }
  return { value: replace(value) as T, schemas }
}

function defineSchema(schemas: Record<string, Schema>, name: string, schema: Schema): void {
  schemas[name] ??= schema
  if (JSON.stringify(schemas[name]) !== JSON.stringify(schema))
    throw new Error(`Two different schemas are named ${name}`)
}

function visitTypes(value: unknown, visit: (schema: Schema, name: string) => void): void {
  if (Array.isArray(value)) for (const item of value) visitTypes(item, visit)
  if (!isObject(value)) return
  const type = getSchemaType(value)
  if (type) visit(value, describeType(type)[0])
  for (const item of Object.values(value)) visitTypes(item, visit)
}

/**
 * Names the bodies of requests and responses, so that generated clients have a type for each:
 * `CreateTaskRequest`, `TaskResponse`, `TaskListResponse`, or `CreateTaskResponse` for an operation
 * with its own selection. Identical bodies share a schema.
 */
export function nameBodies(operations: Operation[]): Record<string, Schema> {
  const schemas: Record<string, Schema> = {}
  const names = new Map<string, string>()
  const replace = (body: Body | Reference | undefined, listNames: (schema: Schema) => string[]) => {
    if (!body || '$ref' in body) return
    const media = body.content['application/json']
    const json = JSON.stringify(media.schema)
    const name = names.get(json) ?? listNames(media.schema).find((candidate) => !schemas[candidate])
    if (!name) throw new Error(`Two different bodies have the same name: ${json}`)
    names.set(json, name)
    schemas[name] = media.schema
    media.schema = toReference('schemas', name) as unknown as Schema
  }
  for (const { operationId, requestBody, responses } of operations) {
    replace(requestBody, () => [`${operationId}Request`])
    for (const response of Object.values(responses))
      replace(response, (schema) => [...listResponseNames(schema), `${operationId}Response`])
  }
  return schemas
}

/** Returns possible names of a response schema, by the type of its `data`. */
function listResponseNames(schema: Schema): string[] {
  const { data, success } = schema['properties'] as Record<string, Schema | undefined>
  if (!data) return ['ConfirmationResponse']
  const [record, records] = [parseRef(data), parseRef(data['items'])]
  if (records) return [`${records}ListResponse`]
  return record ? [success ? `${record}ConfirmationResponse` : `${record}Response`] : []
}

/** Adds the first response or record as an example to each schema of responses or records. */
export function addExamples(
  operations: Operation[],
  schemas: Record<string, Schema>,
  getResponse: (operationId: string) => unknown,
): void {
  const addExample = (schema: Schema | undefined, value: unknown): void => {
    const type = schema && schemas[parseRef(schema) ?? '']
    if (type && value !== undefined) type['examples'] ??= [value]
  }
  for (const { operationId, responses } of operations) {
    const body = getResponse(operationId) as { data?: unknown; meta: object } | undefined
    if (body) addMetaExample(schemas['Meta'] as Schema, body.meta)
    for (const response of Object.values(responses)) {
      if (!body || '$ref' in response) continue
      const { schema } = response.content['application/json']
      const properties = schemas[parseRef(schema) ?? '']?.['properties'] as Record<string, Schema>
      const { data, success } = properties
      const items = data?.['items'] as Schema | undefined
      if (!data || success) addExample(schema, body)
      else if (parseRef(data)) addExample(data, body.data)
      else if (parseRef(items)) addExample(items, (body.data as unknown[])[0])
      else addExample(schema, body)
    }
  }
}

/** Sets two examples of `meta`: the first of a record, the second of a list with a next page. */
function addMetaExample(schema: Schema, meta: object): void {
  const [recordMeta, listMeta] = (schema['examples'] as object[] | undefined) ?? []
  if (!recordMeta && !('count' in meta)) schema['examples'] = [meta]
  if (recordMeta && !listMeta && 'nextCursor' in meta) schema['examples'] = [recordMeta, meta]
}

/** An example request to an operation, and the response. Secrets are masked. */
export interface Example {
  /** The values of path and query parameters, by parameter name. */
  parameters: Record<string, unknown>
  body?: unknown
  status: number
  response: unknown
}

export interface Examples {
  /** Examples by operation name. */
  operations: Record<string, Example>
  errors: Partial<Record<ErrorCode, unknown>>
  /** Webhook payloads by event type. */
  events: Record<string, unknown>
}

export const noExamples: Examples = { operations: {}, errors: {}, events: {} }
