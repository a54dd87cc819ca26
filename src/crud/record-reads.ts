/**
 * The reads that every kind of record with a policy offers: one record by its id, and several for
 * an edge or `node`.
 */
import { sql } from 'kysely'
import {
  type AccessParams,
  type AccessScope,
  accessParams,
  accessScopeOf,
} from '../access/access-scope.ts'
import type { Policy } from '../access/policy.ts'
import { requireScope } from '../access/viewer.ts'
import type { Context } from '../context.ts'
import { mapMaybePromise } from '../lib/maybe-promise.ts'
import { queryFamily } from '../store/query.ts'
import type { Schema, TableName } from '../store/schema.ts'
import { isIn, listParam } from '../store/sql.ts'
import { byId, createLoader } from './loader.ts'
import { requireVisible } from './records.ts'

type TableWithId = {
  [T in TableName]: Schema[T] extends { id: string } ? T : never
}[TableName]

/** @param noun names the record in error messages */
export function recordReads<T extends TableWithId>(policy: Policy<T>, noun: string) {
  type R = Schema[T] & { id: string }
  const { scope, canView } = policy
  const canEdit = policy.edit && policy.canEdit
  const table = sql.table(policy.table)
  const oneQuery = queryFamily<
    AccessScope,
    AccessParams & { id: string },
    R & { visible: number; editable?: number }
  >(
    (_, p, access) =>
      sql`select *, ${canView(p, access)} as "visible"${canEdit ? sql`, ${canEdit(p, access)} as "editable"` : sql``}
        from ${table} where "companyId" = ${p.companyId} and "id" = ${p.id}`,
  )
  const severalQuery = queryFamily<AccessScope, AccessParams & { ids: string }, R>(
    (_, p, access) =>
      sql`select * from ${table} where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} and ${canView(p, access)}`,
  )
  const find = (ctx: Context, id: string) =>
    ctx.db.first(oneQuery(accessScopeOf(ctx.viewer)), { ...accessParams(ctx.viewer), id })

  return {
    /** Finds a record, with `visible` and, if the policy restricts edits, `editable`. */
    find,
    /** @throws NOT_FOUND, FORBIDDEN */
    async get(ctx: Context, id: string): Promise<R> {
      if (scope) requireScope(ctx.viewer, scope)
      return requireVisible(noun, await find(ctx, id))
    },
    /** Loads the records that the caller can view. */
    load: createLoader<R>((ctx, ids) =>
      mapMaybePromise(
        ctx.db.all(severalQuery(accessScopeOf(ctx.viewer)), {
          ...accessParams(ctx.viewer),
          ids: listParam(ids),
        }),
        byId,
      ),
    ),
  }
}
