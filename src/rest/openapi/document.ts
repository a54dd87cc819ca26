import { parse, print } from 'graphql'
import { requiredScopes } from '../../graphql/operation.ts'
import { deprecationReason } from '../../lib/deprecation.ts'
import type { PreparedRoute } from '../prepare.ts'
import { named, referredTo } from './components.ts'
import { error, headers, meta } from './envelope.ts'
import { errorDescriptions } from './errors.ts'
import type { Examples } from './example.ts'
import { parametersOf, requestBodyOf } from './requests.ts'
import { responsesOf, rootField } from './responses.ts'
import { deprecationKeywords, listedField, typeSchemas } from './schemas.ts'
import { tagsOf } from './tags.ts'
import { webhookEvent, webhooksOf } from './webhooks.ts'

export const noExamples: Examples = { calls: {}, errors: {}, events: {} }

/**
 * The REST contract as OpenAPI 3.1, derived from the routes; beside each call, the GraphQL
 * operation that it is.
 */
export function createOpenApiDocument(routes: PreparedRoute[], examples = noExamples): object {
  const byPath: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    byPath[route.path] ??= {}
    Object.assign(byPath[route.path] as object, { [route.method]: operation(route, examples) })
  }
  const { paths, schemas } = named(byPath)
  const webhooks = webhooksOf(examples)
  const all = {
    ...(routes[0] && typeSchemas(routes[0].operation.schema)),
    ...schemas,
    Meta: meta,
    Error: error,
    WebhookEvent: webhookEvent,
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dealgraph REST API',
      version: '1.0.0',
      description:
        'People, deals, tasks and activities of a sales office. Each call is a GraphQL operation with an address; `x-graphql` shows which. What is deprecated says so in the headers Deprecation, Sunset and Link, and stays for at least 12 months.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    security: [{ apiKey: [] }],
    tags: tagsOf(routes),
    paths,
    webhooks,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
      schemas: referredTo({ paths, webhooks }, all),
      headers,
      examples: Object.fromEntries(
        Object.entries(examples.errors).map(([code, value]) => [
          code,
          { summary: errorDescriptions[code as keyof typeof errorDescriptions], value },
        ]),
      ),
    },
  }
}

function operation(route: PreparedRoute, examples: Examples): object {
  const root = rootField(route)
  const { description } = listedField(route, root) ?? root
  const scopes = requiredScopes(root)
  const [resource = ''] = route.path.split('/').slice(2)
  const example = examples.calls[route.name]
  const needs = scopes.length
    ? `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`
    : ''
  return {
    operationId: route.name,
    summary: route.summary,
    description: [description ?? '', needs, route.deprecated && deprecationReason(route.deprecated)]
      .filter((each, index) => each || index === 0)
      .join('\n\n'),
    ...deprecationKeywords(route.deprecated),
    tags: [resource],
    ...(route.extension && { 'x-extension': true }),
    ...(scopes.length && { 'x-scopes': scopes }),
    parameters: parametersOf(route, example),
    ...requestBodyOf(route, example),
    responses: responsesOf(route, scopes.length > 0, examples),
    'x-graphql': print(parse(route.document)),
    ...(example && { 'x-graphql-variables': example.variables }),
  }
}
