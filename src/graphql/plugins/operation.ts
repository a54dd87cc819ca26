/** Parses a request's document, or takes it from the cache, and selects the operation to run. */
import { type DocumentNode, type GraphQLSchema, Kind } from 'graphql'
import { badRequest, methodNotAllowed } from '../../errors.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { createCache } from '../../lib/cache.ts'
import { type PreparedOperation, prepareOperation } from '../operation.ts'
import type { GraphqlPlugin } from './context.ts'

/** Maximum characters of the cached documents; each takes a hundred bytes and more when parsed. */
const maxCharacters = 250_000

export const createDocumentCache = () =>
  createCache<string, { document: DocumentNode; characters: number }>({
    name: 'documents',
    bound: { maxBytes: maxCharacters, bytesOf: ({ characters }) => characters },
  })

export const useOperation = (schema: GraphQLSchema): GraphqlPlugin => {
  const documents = createDocumentCache()
  return {
    onParse({ params, context, extendContext, setParsedDocument }) {
      const text: string = params.source
      const cached = documents.get(text)
      if (cached) setParsedDocument(cached.document)
      return ({ result }) => {
        if (!result || result instanceof Error) return
        const document: DocumentNode = result
        if (!cached) documents.set(text, { document, characters: text.length })
        const { operationName } = context.params
        extendContext({ operation: selectOperation(schema, document, operationName) })
      }
    },
    onContextBuilding({ context: { http, operation } }) {
      labelOperation(http, operation)
      requireMethod(http, operation)
    },
  }
}

/** @throws BAD_REQUEST if the name does not determine one operation */
export function selectOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  name: string | null | undefined,
): PreparedOperation {
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  const named = name ? operations.filter((each) => each.name?.value === name) : operations
  if (named.length === 1 && named[0]) return prepareOperation(schema, document, named[0])
  throw badRequest(
    name
      ? `The document has no operation named ${name}`
      : 'operationName is required: the document has several operations, or none',
  )
}

/** Labels metrics with names from the schema only; the client's name goes to the log. */
function labelOperation(http: RequestContext, operation: PreparedOperation): void {
  const names = operation.rootFieldNames
  http.logName = operation.name ?? 'anonymous'
  http.operation = names.length > 1 ? 'several' : (names[0] ?? 'introspection')
  for (const name of names) http.deps.meters.rootFields.add(1, operation.type, name)
}

/** @throws METHOD_NOT_ALLOWED for a mutation without POST, and a subscription by HEAD */
function requireMethod({ method }: RequestContext, { type }: PreparedOperation): void {
  const allowed = type === 'mutation' ? ['POST'] : ['GET', 'POST']
  if (!allowed.includes(method === 'HEAD' && type === 'query' ? 'GET' : method))
    throw methodNotAllowed(allowed)
}
