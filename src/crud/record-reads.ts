/**
 * The reads that every kind of record with a policy offers: one record by its id, several for an
 * edge or `node`, and the unfiltered list.
 */
import { type RawBuilder, sql } from 'kysely'
import {
  type AccessParams,
  type AccessScope,
  accessParams,
  accessScopeOf,
} from '../access/access-scope.ts'
import type { RequiredScope } from '../access/scopes.ts'
import { requireScope } from '../access/viewer.ts'
import type { Context } from '../context.ts'
import { mapMaybePromise } from '../lib/maybe-promise.ts'
import { listOf } from '../store/page.ts'
import { queryFamily } from '../store/query.ts'
import type { Schema, TableName } from '../store/schema.ts'
import { isIn, listParam } from '../store/sql.ts'
import type { AccessPath } from '../store/ways.ts'
import { byId, createLoader } from './batch.ts'
import { requireVisible } from './records.ts'

type Rule = (p: AccessParams, scope: AccessScope) => RawBuilder<boolean>

interface RecordKind<T extends TableName> {
  table: T
  /** The noun in error messages. */
  name: string
  /** The scope that `get` requires; by default none. */
  scope?: RequiredScope
  accessPaths(p: AccessParams, scope: AccessScope): AccessPath[]
  canView: Rule
  /** Adds `editable` to the row that `find` returns. */
  canEdit?: Rule
}

export function recordReads<T extends TableName, R extends Schema[T] & { id: string }>(
  kind: RecordKind<T>,
) {
  const { name, scope, accessPaths, canView, canEdit } = kind
  const table = sql.table(kind.table)
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
    /** Finds a record and whether the caller can view and edit it; undefined if none exists. */
    find,
    /** @throws NOT_FOUND, FORBIDDEN */
    async get(ctx: Context, id: string): Promise<R> {
      if (scope) requireScope(ctx.viewer, scope)
      return requireVisible(name, await find(ctx, id))
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
    /** The list without filters, newest first. */
    list: listOf<T, AccessParams, AccessScope>({ table: kind.table, visible: accessPaths }),
  }
}
