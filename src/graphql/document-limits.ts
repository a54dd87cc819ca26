/**
 * Limits the cost of parsing and of validating a document, before each of these steps: the parser
 * recurses at brackets, and validation compares pairs of fields and pairs of fragments.
 */
import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  Lexer,
  type NameNode,
  NoFragmentCyclesRule,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
  validate,
  visit,
} from 'graphql'
import { type ApiError, badRequest } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { createTooManyFieldsError, locateError, maxVisitedFields } from './operation.ts'

const openers = new Set<TokenKind>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const closers = new Set<TokenKind>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/**
 * Limits the tokens and the nesting of a document. @returns the document's number of lines
 * @throws GraphQLError for an invalid token, BAD_REQUEST above a limit
 */
function checkTokens(
  text: string,
  { GRAPHQL_MAX_TOKENS: maxTokens, GRAPHQL_MAX_NESTING: maxNesting }: Settings,
): number {
  const lexer = new Lexer(new Source(text))
  let tokenCount = 0
  let depth = 0
  const reject = (message: string): never => {
    const originalError = badRequest(message)
    const { source, token } = lexer
    throw new GraphQLError(message, { source, positions: [token.start], originalError })
  }
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; { kind } = lexer.advance()) {
    if (++tokenCount > maxTokens)
      reject(
        `The document has more than ${maxTokens} tokens (\`GRAPHQL_MAX_TOKENS\`): shorten the document`,
      )
    if (openers.has(kind) && ++depth > maxNesting)
      reject(
        `The document nests brackets deeper than ${maxNesting} levels (\`GRAPHQL_MAX_NESTING\`): reduce the nesting`,
      )
    if (closers.has(kind)) depth--
  }
  return lexer.line
}

/**
 * Limits the pairs that validation compares: fields with the same response name, and fragments
 * spread in the same selection set. @param document a document without fragment cycles
 * @throws BAD_REQUEST, which names the exceeded limit
 */
function checkFieldPairs(
  document: DocumentNode,
  { GRAPHQL_MAX_FIELD_PAIRS: maxPairs }: Settings,
): void {
  const fragments = document.definitions.filter(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
  )
  const counter = new PairCounter(fragments, maxPairs)
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION) counter.countPairs([definition.selectionSet])
  for (const fragment of fragments)
    if (!counter.countedFragments.has(fragment)) counter.countPairs([fragment.selectionSet])
}

class PairCounter {
  /** Fragments whose pairs have been counted as part of a selection set that spreads them. */
  readonly countedFragments = new Set<FragmentDefinitionNode>()
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #maxPairs: number
  #pairCount = 0
  #visitedFieldCount = 0

  constructor(fragments: readonly FragmentDefinitionNode[], maxPairs: number) {
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
    this.#maxPairs = maxPairs
  }

  /** Counts the pairs in selection sets that validation merges. */
  countPairs(selectionSets: readonly SelectionSetNode[]): void {
    const fieldsByName = new Map<string, FieldNode[]>()
    const spreadNames = new Set<string>()
    let spreadCount = 0
    const collect = ({ selections }: SelectionSetNode, localSpreads: Set<string>): void => {
      for (const selection of selections) {
        if (++this.#visitedFieldCount > maxVisitedFields) throw createTooManyFieldsError(selection)
        if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet, localSpreads)
        else if (selection.kind === Kind.FIELD) {
          const responseName = (selection.alias ?? selection.name).value
          const fields = fieldsByName.get(responseName)
          if (fields) fields.push(selection)
          else fieldsByName.set(responseName, [selection])
        } else if (!localSpreads.has(selection.name.value)) {
          const name = selection.name.value
          localSpreads.add(name)
          spreadCount++
          const fragment = this.#fragments.get(name)
          if (!fragment || spreadNames.has(name)) continue
          spreadNames.add(name)
          this.countedFragments.add(fragment)
          collect(fragment.selectionSet, new Set())
        }
      }
    }
    for (const selectionSet of selectionSets) collect(selectionSet, new Set())
    this.#addPairs(spreadCount, selectionSets)
    for (const fields of fieldsByName.values()) {
      this.#addPairs(fields.length, fields)
      const childSets = fields.flatMap(({ selectionSet }) => selectionSet ?? [])
      if (childSets.length > 0) this.countPairs(childSets)
    }
  }

  #addPairs(selectionCount: number, [node]: readonly ASTNode[]): void {
    this.#pairCount += (selectionCount * (selectionCount - 1)) / 2
    if (this.#pairCount > this.#maxPairs)
      throw locateError(
        badRequest(
          `Validation of the document would compare more than ${this.#maxPairs} pairs of fields or fragments (\`GRAPHQL_MAX_FIELD_PAIRS\`): select each field and fragment once`,
        ),
        node ? [node] : [],
      )
  }
}

/** Errors in longer documents have no locations: computing a location requires a text scan. */
const maxLocatedLines = 2000

/** Parses a document within the limits. @throws GraphQLError, BAD_REQUEST above a limit */
export function parseDocument(schema: GraphQLSchema, settings: Settings, source: string) {
  const lineCount = checkTokens(source, settings)
  const document = parse(source, { noLocation: lineCount > maxLocatedLines })
  checkAliases(document, settings)
  const [cycleError] = validate(schema, document, [NoFragmentCyclesRule])
  if (cycleError) throw cycleError
  checkFieldPairs(document, settings)
  return document
}

/** Limits the aliases of each operation, including the aliases in all fragments. */
function checkAliases(
  { definitions }: DocumentNode,
  { GRAPHQL_MAX_ALIASES: maxAliases }: Settings,
): void {
  const sharedAliases = definitions
    .filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
    .flatMap(listAliases)
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const excessAlias = [...listAliases(definition), ...sharedAliases][maxAliases]
    if (excessAlias)
      throw locateError(createLimitError('uses more than', maxAliases, 'aliases'), [excessAlias])
  }
}

function listAliases(node: ASTNode): NameNode[] {
  const aliases: NameNode[] = []
  visit(node, {
    Field: ({ alias }) => {
      if (alias) aliases.push(alias)
    },
  })
  return aliases
}

export const createLimitError = (verb: string, limit: number, unit: string): ApiError =>
  badRequest(`The operation ${verb} ${limit} ${unit}`)
