/** The kinds of records that have an id of their own, by the prefix of the id. */
import { sql } from 'kysely'
import type { Policy } from '../access/policy.ts'
import type { Context } from '../context.ts'
import { getIdPrefix } from '../lib/ids.ts'
import { encodeListParam, queryFamily } from '../store/query.ts'
import type { TableName } from '../store/schema.ts'
import { isIn } from '../store/sql.ts'

export interface NodeType {
  type: string
  policy: Policy
  /** @returns null or undefined if the caller cannot view the record */
  load(ctx: Context, id: string): Promise<object | null | undefined>
  /** Finds a credential whose secret the caller may receive. @throws NOT_FOUND, FORBIDDEN */
  findCredential?(ctx: Context, id: string): Promise<object>
}

const nodeTypes = new Map<string, NodeType>()

/** Registers the kind of records whose ids have this prefix, for `node(id:)` and for events. */
export function registerNodeType(prefix: string, nodeType: NodeType): void {
  nodeTypes.set(prefix, nodeType)
}

const countFields = new Map<string, Policy>()

/** Limits an event field, such as `tag.people`, to callers who can view all records it counts. */
export function registerCountField(name: `${string}.${string}`, policy: Policy): void {
  countFields.set(name, policy)
}

export const getCountedPolicy = (id: string, field: string): Policy | undefined =>
  countFields.get(`${getIdPrefix(id)}.${field}`)

export const listNodeTypes = (): NodeType[] => [...nodeTypes.values()]

export const getNodeType = (id: string): NodeType | undefined => nodeTypes.get(getIdPrefix(id))

export const existingIds = queryFamily(
  (_, p: { companyId: string; ids: string }, table: TableName) =>
    sql<{
      id: string
    }>`select "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn('id', p.ids)}`,
)

/** Returns the ids of existing records, whether or not the caller can view them. */
export async function findExistingIds(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const { companyId } = ctx.viewer
  const foundIds: string[] = []
  for (const [table, idsOfTable] of Map.groupBy(ids, (id) => getNodeType(id)?.policy.table))
    if (table) {
      const params = { companyId, ids: encodeListParam(idsOfTable) }
      for (const { id } of await ctx.db.all(existingIds(table), params)) foundIds.push(id)
    }
  return foundIds
}
