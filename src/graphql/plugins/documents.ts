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
import { checkInputs } from './inputs.ts'
import type { GraphqlPlugin, PipelineContext } from './pipeline-context.ts'

export const useDocuments = (schema: GraphQLSchema, settings: Settings): GraphqlPlugin => {
  const documentCache = createDocumentCache()
  return {
    onParse({ params, context, extendContext, setParsedDocument, setParseFn }) {
      const text: string = params.source
      const cachedDocument = documentCache.get(text)
      if (cachedDocument) setParsedDocument(cachedDocument.document)
      else setParseFn((source: string) => parseDocument(schema, settings, source))
      return ({ result }) => {
        if (!result || result instanceof Error) return
        const preparedDocument = cachedDocument ?? new PreparedDocument(schema, result)
        if (!cachedDocument) documentCache.set(text, preparedDocument)
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
  /** The validation errors; undefined before the document is validated. */
  errors: readonly GraphQLError[] | undefined
  readonly #schema: GraphQLSchema
  readonly #operations = new Map<string | undefined, PreparedOperation>()

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#schema = schema
    this.document = document
  }

  /** @throws BAD_REQUEST unless the name identifies exactly one operation */
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
        ? `The document contains no operation named \`${name}\``
        : '`operationName` is required unless the document contains exactly one operation',
    )
  }
}

/** Maximum total length of cached documents; a document uses 100 bytes or more per character. */
const maxCharacters = 250_000

export const createDocumentCache = () =>
  createCache<string, PreparedDocument>('documents', {
    maxBytes: maxCharacters,
    getSize: ({ length }) => length,
  })

const structuralRules = specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule)

/**
 * Reports literals of the wrong type like other invalid values, with the field and an error code.
 * @throws FORBIDDEN, VALIDATION_ERROR if such literals are the document's only errors
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

/** Replaces graphql-js's error "Validation aborted" with an error that names a remedy. */
function replaceAbortError(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  if (!errors.at(-1)?.message.endsWith('Validation aborted.')) return errors
  const message =
    errors.length > 1
      ? 'There are more errors: correct the reported errors first'
      : 'The document has too many fields with the same response name: select fewer fields'
  return [...errors.slice(0, -2), new GraphQLError(message)]
}

/** Labels metrics with schema names only; the client's operation name is used only in the log. */
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
