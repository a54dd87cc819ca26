import {
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type TypeNode,
  type VariableDefinitionNode,
} from 'graphql'
import type { RequestContext } from '../http/request-context.ts'
import type { Route } from './route.ts'

/**
 * Lists on REST go both ways, and can be counted: `beforeCursor` asks for the page before a cursor,
 * `total=true` for the number of all records, and the `Link` header (RFC 8288) has the addresses of
 * the next page and the one before. Routes say nothing of it; it is put into their documents here.
 */
export const lastVariable = '_last'

const name = (value: string) => ({ kind: Kind.NAME, value }) as const
const variable = (of: string) => ({ kind: Kind.VARIABLE, name: name(of) }) as const
const type = (of: string): TypeNode => ({ kind: Kind.NAMED_TYPE, name: name(of) })
const define = (of: string, as: TypeNode): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable: variable(of),
  type: as,
})
const pass = (argument: string, of: string): ArgumentNode => ({
  kind: Kind.ARGUMENT,
  name: name(argument),
  value: variable(of),
})
const select = (alias: string, field: string, directives: DirectiveNode[] = []): FieldNode => ({
  kind: Kind.FIELD,
  alias: name(alias),
  name: name(field),
  directives,
})

const wantsTotal: DirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: name('include'),
  arguments: [pass('if', 'total') as never],
}
const counted: VariableDefinitionNode = {
  ...define('total', { kind: Kind.NON_NULL_TYPE, type: type('Boolean') as never }),
  defaultValue: { kind: Kind.BOOLEAN, value: false },
}
const sides: SelectionNode[] = [
  select('_hasPrevious', 'hasPreviousPage'),
  select('_start', 'startCursor'),
]

/**
 * A list's document that also takes `beforeCursor` and `total`, and asks for what the links need.
 */
export function addPagination(
  schema: GraphQLSchema,
  document: DocumentNode,
  { reply }: Route,
): DocumentNode {
  if (reply.kind !== 'list') return document
  const definitions = document.definitions.map((each) =>
    each.kind === Kind.OPERATION_DEFINITION ? paged(schema, each, reply.of) : each,
  )
  return { ...document, definitions }
}

function paged(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  of?: string,
): OperationDefinitionNode {
  let both = false
  let counts = false
  const inside = (
    node: SelectionNode,
    parent: GraphQLObjectType,
    wanted: string | undefined,
  ): SelectionNode => {
    if (node.kind !== Kind.FIELD || !node.selectionSet) return node
    const field = parent.getFields()[node.name.value]
    const object = field && getNamedType(field.type)
    if (!field || !isObjectType(object)) return node
    if (wanted)
      return changed(node, (each) =>
        each.kind === Kind.FIELD && each.name.value === wanted
          ? inside(each, object, undefined)
          : each,
      )
    both = field.args.some((argument) => argument.name === 'before')
    counts = object.getFields()['totalCount'] !== undefined
    const withSides = changed(node, (each) =>
      both && each.kind === Kind.FIELD && each.name.value === 'pageInfo'
        ? adding(each, sides)
        : each,
    )
    return {
      ...adding(withSides, counts ? [select('_total', 'totalCount', [wantsTotal])] : []),
      arguments: [
        ...(node.arguments ?? []),
        ...(both ? [pass('last', lastVariable), pass('before', 'beforeCursor')] : []),
      ],
    }
  }
  const root = schema.getRootType(operation.operation) as GraphQLObjectType
  const selections = operation.selectionSet.selections.map((each) => inside(each, root, of))
  const added = [
    ...(both ? [define(lastVariable, type('Int')), define('beforeCursor', type('String'))] : []),
    ...(counts ? [counted] : []),
  ]
  return {
    ...operation,
    selectionSet: { ...operation.selectionSet, selections },
    variableDefinitions: [...(operation.variableDefinitions ?? []), ...added],
  }
}

const changed = (node: FieldNode, change: (each: SelectionNode) => SelectionNode): FieldNode =>
  node.selectionSet
    ? {
        ...node,
        selectionSet: {
          ...node.selectionSet,
          selections: node.selectionSet.selections.map(change),
        },
      }
    : node

const adding = (node: FieldNode, more: SelectionNode[]): FieldNode =>
  node.selectionSet
    ? {
        ...node,
        selectionSet: {
          ...node.selectionSet,
          selections: [...node.selectionSet.selections, ...more],
        },
      }
    : node

export interface Page {
  nodes: unknown[]
  pageInfo: {
    hasNextPage: boolean
    endCursor: string | null
    _hasPrevious?: boolean
    _start?: string | null
  }
  _total?: number
}

/** The addresses of the pages on either side, behind what else the answer links to. */
export function linkHeader(
  http: Pick<RequestContext, 'path' | 'search' | 'responseHeaders'>,
  { pageInfo }: Page,
): Record<string, string> {
  const to = (rel: string, cursor: string, own: 'cursor' | 'beforeCursor') => {
    const query = new URLSearchParams(http.search)
    query.delete('cursor')
    query.delete('beforeCursor')
    query.set(own, cursor)
    return `<${http.path}?${query}>; rel="${rel}"`
  }
  const links = [
    ...(pageInfo.hasNextPage && pageInfo.endCursor
      ? [to('next', pageInfo.endCursor, 'cursor')]
      : []),
    ...(pageInfo._hasPrevious && pageInfo._start
      ? [to('prev', pageInfo._start, 'beforeCursor')]
      : []),
  ]
  return links.length
    ? { Link: [http.responseHeaders['Link'], ...links].filter(Boolean).join(', ') }
    : {}
}
