/** The REST contract as OpenAPI 3.1, derived from the routes and their GraphQL documents. */
import { parse, print } from 'graphql'
import { requiredScopes } from '../../graphql/operation.ts'
import { deprecationReason } from '../../lib/deprecation.ts'
import type { PreparedRoute } from '../prepare.ts'
import { type Operation, shareParts, shareProperties, usedSchemas } from './components.ts'
import {
  errorComponents,
  errorDescriptions,
  errorResponses,
  errorSchema,
  metaSchema,
} from './errors.ts'
import { type Examples, noExamples } from './example.ts'
import { addExamples, nameBodies, nameTypes } from './names.ts'
import { parametersOf, requestBodyOf } from './requests.ts'
import { deprecationHeaders, headerComponents, rootField, successResponses } from './responses.ts'
import { deprecationKeywords, listField, typeSchemas } from './schemas.ts'
import { tagOf, tagsOf } from './tags.ts'
import { webhookEventSchema, webhookParameters, webhooks } from './webhooks.ts'

const description = `People, deals, tasks and activities of a sales team.

Each operation runs a GraphQL operation, which \`x-graphql\` shows. \`x-extension\` marks operations beyond the contract.

**Versions.** Records have an \`ETag\`. A change with \`If-Match\` fails with 412 if the record has changed since.

**Retries.** POST, PUT and PATCH accept an \`Idempotency-Key\`: a repeated request returns the first response and changes nothing.

**Cost.** Each request costs one unit. Every response states the units left.

**Bodies.** Unknown fields of a request body are ignored. Responses may gain fields at any time.

**Deprecation.** Responses of deprecated operations have the headers \`Deprecation\`, \`Sunset\` and \`Link\`. Operations stay for at least 12 months after their deprecation.`

/** Each kind of component once, in the order of names where names are many. */
export function createOpenApiDocument(routes: PreparedRoute[], examples = noExamples): object {
  const { value: operations, schemas: types } = nameTypes(
    routes.map((route) => operationOf(route, examples)),
  )
  const schemas = {
    ...(routes[0] && typeSchemas(routes[0].operation.schema)),
    ...types,
    ...nameBodies(operations),
    Meta: { ...metaSchema },
    Error: errorSchema,
    WebhookEvent: webhookEventSchema(examples),
  }
  // Shared examples are those of reads, which any copy of the demo company can answer.
  const order = new Map(routes.map((route) => [route.name, exampleOrder(route)]))
  const ordered = operations.toSorted(
    (one, other) => (order.get(one.operationId) ?? 0) - (order.get(other.operationId) ?? 0),
  )
  addExamples(ordered, schemas, (name) => examples.operations[name]?.response)
  const shared = shareParts(ordered)
  const paths: Record<string, Record<string, object>> = {}
  for (const [index, { path, method }] of routes.entries()) {
    paths[path] ??= {}
    Object.assign(paths[path] as object, { [method]: operations[index] })
  }
  const parameters = { ...shared.parameters, ...webhookParameters }
  const responses = { ...shared.responses, ...errorComponents }
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
    tags: tagsOf(routes),
    paths,
    webhooks,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
      parameters,
      responses,
      headers: routes.some(({ deprecated }) => deprecated)
        ? { ...headerComponents, ...deprecationHeaders }
        : headerComponents,
      examples: Object.fromEntries(
        Object.entries(examples.errors).map(([code, value]) => [
          code,
          { summary: errorDescriptions[code as keyof typeof errorDescriptions], value },
        ]),
      ),
      schemas: usedSchemas({ paths, webhooks, parameters, responses }, shareProperties(schemas)),
    },
  }
}

/** Reads of one record first, then other reads, then mutations. */
function exampleOrder({ mutation, reply, path }: PreparedRoute): number {
  if (mutation) return 2
  return reply.kind === 'record' && path.endsWith('/{id}') ? 0 : 1
}

function operationOf(route: PreparedRoute, examples: Examples): Operation {
  const root = rootField(route)
  const { description } = listField(route, root) ?? root
  const scopes = requiredScopes(root)
  const example = examples.operations[route.name]
  const scope = scopes.length > 0 && `Scope: ${scopes.map((each) => `\`${each}\``).join(' or ')}.`
  return {
    operationId: route.name,
    summary: route.summary,
    description: [description ?? '', scope, route.deprecated && deprecationReason(route.deprecated)]
      .filter((each, index) => each || index === 0)
      .join('\n\n'),
    ...deprecationKeywords(route.deprecated),
    tags: [tagOf(route)],
    ...(route.extension && { 'x-extension': true }),
    ...(scopes.length && { 'x-scopes': scopes }),
    parameters: parametersOf(route, example),
    ...requestBodyOf(route, example),
    responses: { ...successResponses(route), ...errorResponses(route, scopes.length > 0) },
    'x-graphql': print(parse(route.document)).replace(/\s+/g, ' '),
  } as Operation
}
