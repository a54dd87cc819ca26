import { sql } from 'kysely'
import type { RequiredScope } from '../access/scopes.ts'
import type { Context } from '../context.ts'
import { idPrefix } from '../lib/ids.ts'
import { queryFamily } from '../store/query.ts'
import type { TableName } from '../store/schema.ts'
import { isIn, listParam } from '../store/sql.ts'

/** Records that have an id of their own. Each kind says how it is found by its id's prefix. */
export interface NodeType {
  type: string
  /** Where the records of this kind are, visible or not. */
  table: TableName
  /** The scope that reading this kind takes; none: a key is enough. */
  needs?: RequiredScope
  /**
   * Credentials only: finds the record if the caller may currently receive its secret.
   * @throws NOT_FOUND, FORBIDDEN
   */
  credential?(ctx: Context, id: string): Promise<object>
  /** Answers nothing for a record that the caller may not see. */
  load(ctx: Context, id: string): Promise<object | null | undefined>
}

const finders = new Map<string, NodeType>()

/**
 * Lets records be found whose ids have this prefix: by `node(id:)`, and where events tell of them.
 */
export function registerNodeType(prefix: string, finder: NodeType): void {
  finders.set(prefix, finder)
}

export const nodeTypeOf = (id: string): NodeType | undefined => finders.get(idPrefix(id))

const existing = queryFamily<TableName, { companyId: string; ids: string }, { id: string }>(
  (_, p, table) =>
    sql<{
      id: string
    }>`select "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn('id', p.ids)}`,
)

/** Those of some records that exist in the company, whether the caller can view them or not. */
export async function existingRecords(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const { companyId } = ctx.viewer
  const found: string[] = []
  for (const [table, own] of Map.groupBy(ids, (id) => nodeTypeOf(id)?.table))
    if (table)
      for (const { id } of await ctx.db.all(existing(table), { companyId, ids: listParam(own) }))
        found.push(id)
  return found
}
