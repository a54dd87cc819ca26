import {
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  NoFragmentCyclesRule,
  parse,
  validate,
  visit,
} from 'graphql'
import { type ApiError, badRequest } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { checkFieldPairs, checkTokens } from './document-limits.ts'

export const tooMuch = (what: string, limit: number, of: string): ApiError =>
  badRequest(`The operation ${what} ${limit} ${of}`)

/**
 * Maximum lines of a document whose errors have locations. Each error computes its location by
 * scanning the document from the beginning.
 */
const maxLocatedLines = 2000

/**
 * Parses a document after checking the limits on the cost of parsing and validation.
 * @throws GraphQLError, BAD_REQUEST naming the limit that is passed
 */
export function readDocument(
  schema: GraphQLSchema,
  settings: Settings,
  source: string,
): DocumentNode {
  const lines = checkTokens(source, settings)
  const document = parse(source, { noLocation: lines > maxLocatedLines })
  const most = settings.GRAPHQL_MAX_ALIASES
  const shared = document.definitions.reduce(
    (sum, each) => sum + (each.kind === Kind.FRAGMENT_DEFINITION ? aliasesIn(each) : 0),
    0,
  )
  for (const each of document.definitions)
    if (each.kind === Kind.OPERATION_DEFINITION && shared + aliasesIn(each) > most)
      throw tooMuch('uses more than', most, 'aliases')
  const [circle] = validate(schema, document, [NoFragmentCyclesRule])
  if (circle) throw circle
  checkFieldPairs(document, settings)
  return document
}

/** Characters of the documents that are kept; each takes a hundred bytes and more. */
const mostText = 250_000

/**
 * The documents that were asked for last, so that they are parsed and validated once; never so many
 * that they fill the memory.
 */
export function recentDocuments() {
  const kept = new Map<string, DocumentNode>()
  let size = 0
  return {
    get(text: string): DocumentNode | undefined {
      const found = kept.get(text)
      if (found && kept.delete(text)) kept.set(text, found)
      return found
    },
    set(text: string, document: DocumentNode): void {
      if (!kept.has(text)) size += text.length
      kept.set(text, document)
      for (const oldest of kept.keys()) {
        if (size <= mostText) return
        kept.delete(oldest)
        size -= oldest.length
      }
    },
  }
}

function aliasesIn(node: ASTNode): number {
  let found = 0
  visit(node, {
    Field: ({ alias }) => {
      if (alias) found++
    },
  })
  return found
}
