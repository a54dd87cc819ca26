import { getNamedType, isObjectType } from 'graphql'
import type { Who } from '../support/world.ts'
import type { Pair } from './pair.ts'
import { everything, type List } from './schema.ts'

interface Walk {
  who: Who
  list: List
  /** The record with the list. */
  id?: string
  /** Further arguments, such as `orderBy`. */
  args?: Record<string, unknown>
  /** The page size. */
  size?: number
}

const max = 60

/** Reads a list to its end and back, page by page. @returns the ids in order */
export async function walk(
  pair: Pair,
  { who, list, id, args = {}, size = 7 }: Walk,
): Promise<string[]> {
  const { field, node, owner } = list
  const takes = (name: string) => field.args.some((argument) => argument.name === name)
  const connection = getNamedType(field.type)
  const total = isObjectType(connection) && connection.getFields()['totalCount'] ? 'totalCount' : ''
  const known = Object.keys(args).filter(takes)
  const send = async (paging: Record<string, unknown>) => {
    const variables = { ...paging, ...Object.fromEntries(known.map((name) => [name, args[name]])) }
    const used = field.args.filter(({ name }) => name in variables)
    const passed =
      used.length > 0 ? `(${used.map(({ name }) => `${name}: $${name}`).join(', ')})` : ''
    const definitions = [
      ...used.map(({ name, type }) => `$${name}: ${String(type)}`),
      ...(id ? ['$id: ID!'] : []),
    ]
    const request = `list: ${field.name}${passed} { ${total} nodes ${everything(node)} pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`
    const { body } = await pair
      .as(who)
      .gql(
        `query(${definitions.join(', ')}) { ${id ? `node(id: $id) { ... on ${owner} { ${request} } }` : request} }`,
        {
          ...variables,
          ...(id && { id }),
        },
      )
    return id ? body?.data?.node?.list : body?.data?.list
  }
  const found: string[] = []
  let after: string | undefined
  for (let page = 0; page < max; page++) {
    const got = await send({ first: size, ...(after && { after }) })
    found.push(...(got?.nodes ?? []).map((each: { id?: string } | null) => each?.id ?? ''))
    after = got?.pageInfo.endCursor
    if (!got?.pageInfo.hasNextPage) break
  }
  if (!takes('last')) return found
  let before: string | undefined
  for (let page = 0; page < max; page++) {
    const got = await send({ last: size, ...(before && { before }) })
    before = got?.pageInfo.startCursor
    if (!got?.pageInfo.hasPreviousPage) break
  }
  return found
}
