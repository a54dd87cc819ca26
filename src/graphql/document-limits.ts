/**
 * Limits on the cost of parsing and validation, checked before these steps: the parser recurses
 * into each bracket, and validation compares fields with the same response name in pairs.
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
  type SelectionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
  validate,
  visit,
} from 'graphql'
import { type ApiError, badRequest } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { locateError, maxVisits, tooManyFields } from './operation.ts'

type Limits = Pick<
  Settings,
  'GRAPHQL_MAX_TOKENS' | 'GRAPHQL_MAX_NESTING' | 'GRAPHQL_MAX_FIELD_PAIRS'
>

const openers = new Set<TokenKind>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const closers = new Set<TokenKind>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/**
 * @returns the number of lines
 * @throws GraphQLError for a syntax error, BAD_REQUEST above a limit
 */
export function checkTokens(
  text: string,
  { GRAPHQL_MAX_TOKENS: maxTokens, GRAPHQL_MAX_NESTING: maxNesting }: Limits,
): number {
  const lexer = new Lexer(new Source(text))
  let tokenCount = 0
  let depth = 0
  const refuse = (message: string): never => {
    const originalError = badRequest(message)
    const { source, token } = lexer
    throw new GraphQLError(message, { source, positions: [token.start], originalError })
  }
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; { kind } = lexer.advance()) {
    if (++tokenCount > maxTokens)
      refuse(
        `The document has more than ${maxTokens} tokens, the limit of GRAPHQL_MAX_TOKENS: shorten it`,
      )
    if (openers.has(kind) && ++depth > maxNesting)
      refuse(
        `The document nests brackets deeper than ${maxNesting} levels, the limit of GRAPHQL_MAX_NESTING: nest less`,
      )
    if (closers.has(kind)) depth--
  }
  return lexer.line
}

const getResponseName = (selection: SelectionNode): string =>
  (selection.kind === Kind.FIELD ? selection.alias : undefined)?.value ??
  (selection.kind === Kind.INLINE_FRAGMENT ? '' : selection.name.value)

/**
 * Counts the pairs that validation would compare: fields merged under one response name, and
 * fragments spread in the same selection set.
 * @param document a document without fragment cycles
 * @throws BAD_REQUEST naming the exceeded limit
 */
export function checkFieldPairs(
  document: DocumentNode,
  { GRAPHQL_MAX_FIELD_PAIRS: maxPairs }: Limits,
): void {
  const fragments = document.definitions.filter(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
  )
  const counter = new PairCounter(fragments, maxPairs)
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION) counter.count([definition.selectionSet])
  for (const fragment of fragments)
    if (!counter.countedFragments.has(fragment)) counter.count([fragment.selectionSet])
}

class PairCounter {
  /** The fragments that counted operations use. */
  readonly countedFragments = new Set<FragmentDefinitionNode>()
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #maxPairs: number
  #pairs = 0
  #visits = 0

  constructor(fragments: readonly FragmentDefinitionNode[], maxPairs: number) {
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
    this.#maxPairs = maxPairs
  }

  /** @param sets selection sets that validation merges */
  count(sets: readonly SelectionSetNode[]): void {
    const byName = new Map<string, FieldNode[]>()
    const spreadNames = new Set<string>()
    let spreadCount = 0
    const collect = ({ selections }: SelectionSetNode, localSpreads: Set<string>): void => {
      for (const selection of selections) {
        if (++this.#visits > maxVisits) throw tooManyFields(selection)
        const name = getResponseName(selection)
        if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet, localSpreads)
        else if (selection.kind === Kind.FIELD) {
          const fields = byName.get(name)
          if (fields) fields.push(selection)
          else byName.set(name, [selection])
        } else if (!localSpreads.has(name)) {
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
    for (const set of sets) collect(set, new Set())
    this.#add(spreadCount, sets)
    for (const fields of byName.values()) {
      this.#add(fields.length, fields)
      const childSets = fields.flatMap(({ selectionSet }) => selectionSet ?? [])
      if (childSets.length > 0) this.count(childSets)
    }
  }

  #add(selections: number, [node]: readonly ASTNode[]): void {
    this.#pairs += (selections * (selections - 1)) / 2
    if (this.#pairs > this.#maxPairs)
      throw locateError(
        badRequest(
          `The document requires more than ${this.#maxPairs} comparisons of fields with the same response name (GRAPHQL_MAX_FIELD_PAIRS): select each field and fragment once`,
        ),
        node ? [node] : [],
      )
  }
}

/** Maximum lines for error locations, each of which requires a scan of the text. */
const maxLocatedLines = 2000

/** Parses a document and checks its limits. @throws GraphQLError, BAD_REQUEST naming the limit */
export function parseDocument(schema: GraphQLSchema, settings: Settings, source: string) {
  const lineCount = checkTokens(source, settings)
  const document = parse(source, { noLocation: lineCount > maxLocatedLines })
  checkAliases(document, settings)
  const [cycleError] = validate(schema, document, [NoFragmentCyclesRule])
  if (cycleError) throw cycleError
  checkFieldPairs(document, settings)
  return document
}

/** Limits the aliases of each operation, including those of all fragments. */
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
      throw locateError(limitExceeded('uses more than', maxAliases, 'aliases'), [excessAlias])
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

export const limitExceeded = (verb: string, limit: number, unit: string): ApiError =>
  badRequest(`The operation ${verb} ${limit} ${unit}`)
