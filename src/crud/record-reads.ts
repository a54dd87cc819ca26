/** Reads records of any kind that has a policy: one by id, or several for a relation or `node`. */
import { sql } from 'kysely'
import { type AccessParams, scopedQuery } from '../access/access-scope.ts'
import type { Policy } from '../access/policy.ts'
import { type RequiredScope, requireScope } from '../access/scopes.ts'
import type { Context } from '../context.ts'
import { forbidden, notFound } from '../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import { encodeListParam, type Query } from '../store/query.ts'
import type { Schema, TableName, TableWithId } from '../store/schema.ts'
import { isIn } from '../store/sql.ts'
import { createLoader, indexById, linkBatch } from './loader.ts'
import { checkVersion } from './records.ts'

type VersionedRow<T extends TableName> = Schema[T] & { id: string; version: number }

interface EditOptions {
  /** The scope that edits require; by default, the policy's scope. */
  scope?: RequiredScope | null
  forbiddenMessage?: string
}

function createRecordQueries<R>(policy: Policy) {
  const table = sql.table(policy.table)
  return {
    selectRecord: scopedQuery((p: AccessParams & { id: string }, accessScope) => {
      const isVisible = policy.canView(p, accessScope)
      const isEditable = policy.edit && policy.canEdit(p, accessScope)
      return sql<R & { visible: number; editable?: number }>`
        select *, ${isVisible} as "visible"${isEditable ? sql`, ${isEditable} as "editable"` : sql``}
        from ${table} where "companyId" = ${p.companyId} and "id" = ${p.id}`
    }),
    selectRecords: scopedQuery(
      (p: AccessParams & { ids: string }, accessScope) =>
        sql<R>`select * from ${table} where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} and ${policy.canView(p, accessScope)}`,
    ),
  }
}

/** @param noun the name of the kind in error messages, such as "Deal" */
export function createRecordReads<T extends TableWithId>(
  policy: Policy<T>,
  noun: string,
  { scope: editScope = policy.scope, forbiddenMessage }: EditOptions = {},
) {
  type RecordRow = Schema[T] & { id: string }
  const { scope } = policy
  const { selectRecord, selectRecords } = createRecordQueries<RecordRow>(policy)
  const find = (ctx: Context, id: string) =>
    mapMaybePromise(selectRecord(ctx, { id }), ([record]) => record)
  const requireVisible = (ctx: Context, id: string) =>
    mapMaybePromise(find(ctx, id), (record) => {
      if (!record) throw notFound(noun)
      if (!record.visible) throw forbidden()
      linkBatch([record])
      return record
    })

  return {
    /** Finds any record, with the flag `visible` and, if the policy has `edit`, `editable`. */
    find,
    /** Returns a visible record without checking the scope. @throws NOT_FOUND, FORBIDDEN */
    requireVisible,
    /** Returns a record that the caller can view. @throws NOT_FOUND, FORBIDDEN */
    get(ctx: Context, id: string): MaybePromise<RecordRow> {
      if (scope) requireScope(ctx.viewer, scope)
      return requireVisible(ctx, id)
    },
    /** Returns a record for an update. @throws NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED */
    async getForUpdate(ctx: Context, id: string, requiredScope = editScope) {
      if (requiredScope) requireScope(ctx.viewer, requiredScope)
      const row = await requireVisible(ctx, id)
      if (policy.edit && !row.editable) throw forbidden(forbiddenMessage)
      return checkVersion(ctx, row as RecordRow as VersionedRow<T>)
    },
    load: createLoader<RecordRow>((ctx, ids) =>
      mapMaybePromise(selectRecords(ctx, { ids: encodeListParam(ids) }), indexById),
    ),
  }
}

/**
 * Creates a loader that reads the lists of several records in one query.
 * @param column the column that contains the id of the record that has the list
 */
export const createListLoader = <C extends string, R extends Record<C, string>>(
  query: Query<{ companyId: string; ids: string }, R>,
  column: C,
) =>
  createLoader<R[]>((ctx, ids) =>
    mapMaybePromise(ctx.db.allByIds(query, ctx.viewer.companyId, ids), (rows) =>
      Map.groupBy(rows, (row) => row[column]),
    ),
  )
