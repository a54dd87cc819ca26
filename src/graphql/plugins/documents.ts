/** Parses, validates and caches documents, and selects the operation to run. */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  specifiedRules,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql'
import { badRequest, methodNotAllowed } from '../../errors.ts'
import { type RequestContext, requireViewer } from '../../http/request-context.ts'
import { createCache } from '../../lib/cache.ts'
import type { Settings } from '../../settings.ts'
import { parseDocument } from '../document-limits.ts'
import { checkScopes, PreparedOperation } from '../operation.ts'
import type { GraphqlPlugin, PipelineContext } from './context.ts'
import { checkInputs } from './inputs.ts'

export const useDocuments = (schema: GraphQLSchema, settings: Settings): GraphqlPlugin => {
  const documents = createDocumentCache()
  return {
    onParse({ params, context, extendContext, setParsedDocument, setParseFn }) {
      const text: string = params.source
      const cachedDocument = documents.get(text)
      if (cachedDocument) setParsedDocument(cachedDocument.document)
      else setParseFn((source: string) => parseDocument(schema, settings, source))
      return ({ result }) => {
        if (!result || result instanceof Error) return
        const preparedDocument = cachedDocument ?? new PreparedDocument(schema, result, text.length)
        if (!cachedDocument) documents.set(text, preparedDocument)
        const operation = preparedDocument.selectOperation(context.params.operationName)
        extendContext({ document: preparedDocument, operation })
      }
    },
    onValidate({ params: { schema, documentAST, rules }, context, validateFn, setResult }) {
      const { document } = context
      document.errors ??= replaceAbortError(validateFn(schema, documentAST, rules))
      if (document.errors.length > 0) checkInvalidLiterals(context, context.params.variables ?? {})
      setResult([...document.errors])
    },
    onContextBuilding({ context: { http, operation } }) {
      labelOperation(http, operation)
      requireMethod(http, operation)
    },
  }
}

export class PreparedDocument {
  readonly document: DocumentNode
  readonly length: number
  /** Set by validation. */
  errors: readonly GraphQLError[] | undefined
  readonly #schema: GraphQLSchema
  readonly #operations = new Map<string | undefined, PreparedOperation>()

  constructor(schema: GraphQLSchema, document: DocumentNode, length: number) {
    this.#schema = schema
    this.document = document
    this.length = length
  }

  /** @throws BAD_REQUEST if the name does not determine one operation */
  selectOperation(name: string | null | undefined): PreparedOperation {
    const key = name || undefined
    const operation = this.#operations.get(key) ?? this.#prepareOperation(key)
    this.#operations.set(key, operation)
    return operation
  }

  #prepareOperation(name: string | undefined): PreparedOperation {
    const [definition, secondDefinition] = this.document.definitions
      .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
      .filter((node) => name === undefined || node.name?.value === name)
    if (definition && !secondDefinition)
      return new PreparedOperation(this.#schema, this.document, definition)
    throw badRequest(
      name
        ? `The document has no operation named ${name}`
        : 'operationName is required: the document has several operations, or none',
    )
  }
}

/** Maximum characters of all cached documents; each takes at least 100 bytes when parsed. */
const maxCharacters = 250_000

export const createDocumentCache = () =>
  createCache<string, PreparedDocument>('documents', {
    maxBytes: maxCharacters,
    bytesOf: ({ length }) => length,
  })

const structuralRules = specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule)

/**
 * Reports literals of the wrong type like other invalid values, with their field and code.
 * @throws FORBIDDEN, VALIDATION_ERROR if literals are the only errors of the document
 */
function checkInvalidLiterals(
  { http, operation }: PipelineContext,
  variables: Record<string, unknown>,
): void {
  const { schema, document } = operation
  if (validate(schema, document, structuralRules, { maxErrors: 0 }).length > 0) return
  checkScopes(operation, requireViewer(http))
  checkInputs(operation, variables)
}

/** Replaces the error with which graphql-js aborts validation with one that names a remedy. */
function replaceAbortError(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  if (!errors.at(-1)?.message.endsWith('Validation aborted.')) return errors
  const otherErrors = errors.slice(0, -1)
  return otherErrors.length > 0
    ? [...otherErrors.slice(0, -1), new GraphQLError('There are more errors; correct these first')]
    : [
        new GraphQLError(
          'The fields of the document take too long to compare; select fewer of one name',
        ),
      ]
}

/** Labels metrics with names from the schema only; the client's operation name is only logged. */
function labelOperation(http: RequestContext, { type, name, rootFieldNames }: PreparedOperation) {
  http.logName = name ?? 'anonymous'
  http.operation = rootFieldNames.length > 1 ? 'several' : (rootFieldNames[0] ?? 'introspection')
  for (const field of rootFieldNames) http.deps.meters.rootFields.add(1, type, field)
}

/** @throws METHOD_NOT_ALLOWED for a mutation without POST, or a subscription with HEAD */
function requireMethod({ method }: RequestContext, { type }: PreparedOperation): void {
  const allowedMethods = type === 'mutation' ? ['POST'] : ['GET', 'POST']
  if (!allowedMethods.includes(method === 'HEAD' && type === 'query' ? 'GET' : method))
    throw methodNotAllowed(allowedMethods)
}
