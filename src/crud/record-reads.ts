/** Reads records of any kind that has a policy: one by id, or several for a relation or `node`. */
import { sql } from 'kysely'
import { type AccessParams, scopedQuery } from '../access/access-scope.ts'
import type { Policy } from '../access/policy.ts'
import { type RequiredScope, requireScope } from '../access/scopes.ts'
import type { Context } from '../context.ts'
import { forbidden, notFound } from '../errors.ts'
import { mapMaybePromise } from '../lib/async.ts'
import { encodeListParam, type Query } from '../store/query.ts'
import type { Schema, TableName } from '../store/schema.ts'
import { isIn } from '../store/sql.ts'
import { createLoader, indexById, linkBatch } from './loader.ts'
import { checkVersion } from './records.ts'

type TableWithId = {
  [T in TableName]: Schema[T] extends { id: string } ? T : never
}[TableName]

type VersionedRow<T extends TableName> = Schema[T] & { id: string; version: number }

interface EditOptions {
  /** The scope that edits require; by default, the policy's scope. */
  scope?: RequiredScope
  forbiddenMessage?: string
}

/** @param noun the record's name in error messages, such as "Deal" */
export function createRecordReads<T extends TableWithId>(
  policy: Policy<T>,
  noun: string,
  editOptions: EditOptions = {},
) {
  type RecordRow = Schema[T] & { id: string }
  const { scope, canView } = policy
  const canEdit = policy.edit && policy.canEdit
  const table = sql.table(policy.table)
  const selectRecord = scopedQuery(
    (p: AccessParams & { id: string }, accessScope) =>
      sql<RecordRow & { visible: number; editable?: number }>`
        select *, ${canView(p, accessScope)} as "visible"${canEdit ? sql`, ${canEdit(p, accessScope)} as "editable"` : sql``}
        from ${table} where "companyId" = ${p.companyId} and "id" = ${p.id}`,
  )
  const selectRecords = scopedQuery(
    (p: AccessParams & { ids: string }, accessScope) =>
      sql<RecordRow>`select * from ${table} where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} and ${canView(p, accessScope)}`,
  )
  const findRecord = (ctx: Context, id: string) =>
    mapMaybePromise(selectRecord(ctx, { id }), ([record]) => record)

  return {
    /** Finds a record with the flag `visible` and, if the policy restricts edits, `editable`. */
    find: findRecord,
    /** Returns a record that the caller can view. @throws NOT_FOUND, FORBIDDEN */
    async get(ctx: Context, id: string): Promise<RecordRow> {
      if (scope) requireScope(ctx.viewer, scope)
      return requireVisible(noun, await findRecord(ctx, id))
    },
    /** Returns a record for an update. @throws NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED */
    async getForUpdate(ctx: Context, id: string): Promise<VersionedRow<T>> {
      const editScope = editOptions.scope ?? scope
      if (editScope) requireScope(ctx.viewer, editScope)
      const row = requireVisible(noun, await findRecord(ctx, id))
      if (canEdit && !row.editable) throw forbidden(editOptions.forbiddenMessage)
      return checkVersion(ctx, row as RecordRow as VersionedRow<T>)
    },
    load: createLoader<RecordRow>((ctx, ids) =>
      mapMaybePromise(selectRecords(ctx, { ids: encodeListParam(ids) }), indexById),
    ),
  }
}

/** @throws NOT_FOUND if `record` is undefined, FORBIDDEN if the caller cannot view the record */
export function requireVisible<R extends object>(
  noun: string,
  record: (R & { visible: number }) | undefined,
): R {
  if (!record) throw notFound(noun)
  if (!record.visible) throw forbidden()
  return linkBatch([record])[0] as R
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
