/** Creates the OpenAPI 3.1 document from the REST routes and their GraphQL documents. */
import { getNamedType } from 'graphql'
import { getRequiredScopes } from '../../graphql/operation.ts'
import { formatDeprecationReason } from '../../lib/deprecation.ts'
import { printDocument } from '../alternatives.ts'
import type { PreparedRoute } from '../prepare.ts'
import { findSchemas, type Operation, shareParts, shareProperties } from './components.ts'
import {
  createErrorResponses,
  errorComponents,
  errorDescriptions,
  errorSchema,
  metaSchema,
} from './errors.ts'
import { addExamples, type Examples, nameBodies, nameTypes, noExamples } from './names.ts'
import { createParameters, createRequestBody } from './requests.ts'
import { createSuccessResponses, deprecationHeaders, headerComponents } from './responses.ts'
import { createTypeSchemas, getDeprecationKeywords, type Schema } from './schemas.ts'
import { createWebhookEventSchema, webhookParameters, webhooks } from './webhooks.ts'

const description = `People, deals, tasks and activities of a sales team.

Each operation runs a GraphQL operation, which \`x-graphql\` shows. \`x-extension\` marks operations that are not in the contract's first version.

**Versions.** Records have an \`ETag\`. A change with \`If-Match\` fails with 412 if the record has changed since that version.

**Retries.** POST, PUT and PATCH accept an \`Idempotency-Key\`: a repeated request with the same key returns the first response and changes nothing.

**Cost.** Each request costs one rate limit unit. Response headers state the number of units left.

**Bodies.** Unknown fields of a request body are ignored. New fields can be added to responses at any time.

**Deprecation.** Responses of deprecated operations have the headers \`Deprecation\`, \`Sunset\` and \`Link\`. A deprecated operation remains available for at least 12 months.`

const bearerScheme = { type: 'http', scheme: 'bearer', description: 'An API key or access token.' }

export function createOpenApiDocument(routes: PreparedRoute[], examples = noExamples): object {
  const { value: operations, schemas: types } = nameTypes(
    routes.map((route) => createOperation(route, examples)),
  )
  const ordered = sortForExamples(routes, operations)
  const schemas = createSchemas(routes, ordered, { ...types, ...nameBodies(operations) }, examples)
  const sharedParts = shareParts(ordered)
  const paths: Record<string, Record<string, object>> = {}
  for (const [index, { path, method }] of routes.entries())
    paths[path] = { ...paths[path], [method]: operations[index] as Operation }
  const parameters = { ...sharedParts.parameters, ...webhookParameters }
  const responses = { ...sharedParts.responses, ...errorComponents }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dealgraph REST API',
      version: '1.0.0',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that returned this document.' }],
    security: [{ apiKey: [] }],
    tags: listTags(routes),
    paths,
    webhooks,
    components: {
      securitySchemes: { apiKey: bearerScheme },
      parameters,
      responses,
      headers: {
        ...headerComponents,
        ...(routes.some(({ deprecated }) => deprecated) && deprecationHeaders),
      },
      examples: describeErrorExamples(examples),
      schemas: findSchemas({ paths, webhooks, parameters, responses }, shareProperties(schemas)),
    },
  }
}

function createSchemas(
  routes: PreparedRoute[],
  operations: Operation[],
  types: Record<string, Schema>,
  examples: Examples,
): Record<string, Schema> {
  const schemas = {
    ...(routes[0] && createTypeSchemas(routes[0].operation.schema)),
    ...types,
    Meta: { ...metaSchema },
    Error: errorSchema,
    WebhookEvent: createWebhookEventSchema(examples),
  }
  addExamples(operations, schemas, (name) => examples.operations[name]?.response)
  return schemas
}

/** Sorts reads of one record first, mutations last: shared examples then come from reads. */
function sortForExamples(routes: PreparedRoute[], operations: Operation[]): Operation[] {
  const ranks = routes.map(({ isMutation, reply, path }) =>
    isMutation ? 2 : reply.kind === 'record' && path.endsWith('/{id}') ? 0 : 1,
  )
  return [0, 1, 2].flatMap((rank) => operations.filter((_, index) => ranks[index] === rank))
}

const describeErrorExamples = ({ errors }: Examples) =>
  Object.fromEntries(
    Object.entries(errors).map(([code, value]) => [
      code,
      { summary: errorDescriptions[code as keyof typeof errorDescriptions], value },
    ]),
  )

function createOperation(route: PreparedRoute, examples: Examples): Operation {
  const root = route.rootField
  const { description } = route.isMutation ? root : route.result.field
  const scopes = getRequiredScopes(root)
  const example = examples.operations[route.name]
  return {
    operationId: route.name,
    summary: route.summary,
    description: `${description}${route.deprecated ? `\n\n${formatDeprecationReason(route.deprecated)}` : ''}`,
    ...getDeprecationKeywords(route.deprecated),
    tags: [getTag(route)],
    ...(!route.contract && { 'x-extension': true }),
    ...(scopes.length && { 'x-scopes': scopes }),
    parameters: createParameters(route, example),
    ...createRequestBody(route, example),
    responses: {
      ...createSuccessResponses(route),
      ...createErrorResponses(route, scopes.length > 0),
    },
    'x-graphql': printDocument(
      route.operation.schema,
      route.document,
      (input) => input in { ...example?.parameters, ...(example?.body as object | undefined) },
    ).replace(/\s+/g, ' '),
  } as Operation
}

/** Descriptions of OpenAPI tags; all other tags have the description of their GraphQL type. */
const tagDescriptions: Record<string, string> = {
  me: 'The authenticated user.',
  people:
    'Contacts with names, email addresses, phone numbers, assignee, stage and tags. Contacts can be searched by parts of a name or by a phone number in any format, merged if they are duplicates, and restored from Trash after deletion.',
  deals: 'Deals with their price and contacts. A deal has a position in a stage of a pipeline.',
  pipelines: "Pipelines with their stages, and the board, which shows a pipeline's deals by stage.",
  tasks: 'Tasks with an assignee, a due date and a contact.',
  appointments: 'Meetings with a start, an end, a time zone, contacts, users and an outcome.',
  activities: 'The log of calls, emails, notes, meetings and messages with a contact.',
  stages:
    'The lifecycle stages of contacts, such as Lead, Client or Trash. Deal stages are part of pipelines.',
  tags: 'Labels for contacts. A tag is created when it is first used.',
  'smart-lists':
    'Saved filters for contacts, private or shared. A list contains only contacts that the caller can view.',
  'custom-fields': 'Custom fields that a company adds to contacts and deals.',
  users:
    "The company's users and their roles. Users can be invited, suspended and reactivated, and their records reassigned.",
  teams: 'Teams with leaders and members. Leaders can view the records assigned to members.',
  'api-keys': 'API keys with scopes and an expiry time. Keys can be rotated and revoked.',
  identities: 'Subjects of an OpenID provider, each bound to a user.',
  sessions: 'Browser sessions of users, which can be revoked.',
  'webhook-endpoints': 'URLs that receive signed events.',
  'webhook-deliveries': 'Event deliveries with their attempts. Deliveries can be replayed.',
  events: 'Changes to records, oldest first, for programs that keep a copy of the data up to date.',
  'audit-log': 'All changes with the actor and the old and new values, for an Owner or Admin.',
}

/** Returns the tags of all operations, which are the resource names in the paths. */
function listTags(routes: PreparedRoute[]): { name: string; description: string }[] {
  const usedTags = new Set(routes.map(getTag))
  return [...new Set([...Object.keys(tagDescriptions), ...usedTags])]
    .filter((name) => usedTags.has(name))
    .map((name) => ({ name, description: tagDescriptions[name] ?? describeRecord(routes, name) }))
}

function describeRecord(routes: PreparedRoute[], tag: string): string {
  const readRoute = routes.find((route) => getTag(route) === tag && route.reply.kind === 'record')
  return (readRoute && getNamedType(readRoute.rootField.type).description) ?? ''
}

const getTag = ({ path }: PreparedRoute): string => path.split('/')[2] ?? ''
