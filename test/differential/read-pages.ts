import { getNamedType, isObjectType } from 'graphql'
import type { TestUser } from '../support/world.ts'
import { type ConnectionField, selectAllFields } from './schema.ts'
import type { ServerPair } from './server-pair.ts'

interface ReadOptions {
  user: TestUser
  list: ConnectionField
  /** The id of the record whose list is read; undefined for a root list. */
  id?: string
  /** Additional arguments, such as `orderBy`. */
  args?: Record<string, unknown>
  /** The page size; 7 by default. */
  pageSize?: number
}

const maxPages = 60

/** Reads a list page by page to its end and back to its start. @returns the record ids in order */
export async function readPages(
  pair: ServerPair,
  { user, list, id, args = {}, pageSize = 7 }: ReadOptions,
): Promise<string[]> {
  const { field, node, owner } = list
  const hasArgument = (name: string) => field.args.some((argument) => argument.name === name)
  const connection = getNamedType(field.type)
  const totalCountField =
    isObjectType(connection) && connection.getFields()['totalCount'] ? 'totalCount' : ''
  const supportedArgumentNames = Object.keys(args).filter(hasArgument)
  const readPage = async (paging: Record<string, unknown>) => {
    const variables = {
      ...paging,
      ...Object.fromEntries(supportedArgumentNames.map((name) => [name, args[name]])),
    }
    const usedArguments = field.args.filter(({ name }) => name in variables)
    const printedArguments =
      usedArguments.length > 0
        ? `(${usedArguments.map(({ name }) => `${name}: $${name}`).join(', ')})`
        : ''
    const variableDefinitions = [
      ...usedArguments.map(({ name, type }) => `$${name}: ${String(type)}`),
      ...(id ? ['$id: ID!'] : []),
    ]
    const selection = `list: ${field.name}${printedArguments} { ${totalCountField} nodes ${selectAllFields(node)} pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`
    const { body } = await pair
      .clientFor(user)
      .gql(
        `query(${variableDefinitions.join(', ')}) { ${id ? `node(id: $id) { ... on ${owner} { ${selection} } }` : selection} }`,
        {
          ...variables,
          ...(id && { id }),
        },
      )
    return id ? body?.data?.node?.list : body?.data?.list
  }
  const ids: string[] = []
  let endCursor: string | undefined
  for (let pageIndex = 0; pageIndex < maxPages; pageIndex++) {
    const page = await readPage({ first: pageSize, ...(endCursor && { after: endCursor }) })
    ids.push(...(page?.nodes ?? []).map((node: { id?: string } | null) => node?.id ?? ''))
    endCursor = page?.pageInfo.endCursor
    if (!page?.pageInfo.hasNextPage) break
  }
  if (!hasArgument('last')) return ids
  let startCursor: string | undefined
  for (let pageIndex = 0; pageIndex < maxPages; pageIndex++) {
    const page = await readPage({ last: pageSize, ...(startCursor && { before: startCursor }) })
    startCursor = page?.pageInfo.startCursor
    if (!page?.pageInfo.hasPreviousPage) break
  }
  return ids
}
