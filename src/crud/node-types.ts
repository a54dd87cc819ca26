/** The registry of node types by id prefix. */
import { sql } from 'kysely'
import type { Policy } from '../access/policy.ts'
import type { Context } from '../context.ts'
import type { MaybePromise } from '../lib/async.ts'
import { getIdPrefix } from '../lib/ids.ts'
import { queryFamily } from '../store/query.ts'
import type { TableName } from '../store/schema.ts'
import { isIn } from '../store/sql.ts'

export interface NodeType {
  type: string
  policy: Policy
  /** Returns null or undefined if the caller can view no record with this id. */
  load(ctx: Context, id: string): Promise<object | null | undefined>
  /** Finds a credential whose secret the caller may receive. @throws NOT_FOUND, FORBIDDEN */
  findCredential?(ctx: Context, id: string): MaybePromise<object>
}

const nodeTypes = new Map<string, NodeType>()

/** Registers a node type by its id prefix, for use in `node(id:)` and events. */
export function registerNodeType(prefix: string, nodeType: NodeType): void {
  nodeTypes.set(prefix, nodeType)
}

export const listNodeTypes = (): NodeType[] => [...nodeTypes.values()]

export const getNodeType = (id: string): NodeType | undefined => nodeTypes.get(getIdPrefix(id))

/** Returns a record's node type, unless the caller lacks the scope required to view the type. */
export function findViewableType(ctx: Context, id: string): NodeType | undefined {
  const nodeType = getNodeType(id)
  const scope = nodeType?.policy.scope
  return scope && !ctx.viewer.rights.has(scope) ? undefined : nodeType
}

const idsQuery = queryFamily(
  (_, p: { companyId: string; ids: string }, table: TableName) =>
    sql<{
      id: string
    }>`select "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn('id', p.ids)}`,
)

/** Returns the ids of the records that exist, including records hidden from the caller. */
export async function findExistingIds(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const { companyId } = ctx.viewer
  const foundIds: string[] = []
  for (const [table, tableIds] of Map.groupBy(ids, (id) => getNodeType(id)?.policy.table))
    if (table)
      for (const { id } of await ctx.db.allByIds(idsQuery(table), companyId, tableIds))
        foundIds.push(id)
  return foundIds
}
