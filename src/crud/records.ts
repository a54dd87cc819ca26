/** Helpers shared by the operations on all kinds of records. */
import type { Policy } from '../access/policy.ts'
import { type Context, timestamp, toTimestamp } from '../context.ts'
import { ApiError, createDetail, type Detail, invalid, preconditionFailed } from '../errors.ts'
import type { EventType } from '../events/event-types.ts'
import { changesBetween, recordEvent } from '../events/record-event.ts'
import type { Change } from '../events/table.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import type { RecordColumns, RecordTable, Schema } from '../store/schema.ts'

/** Checks the record version that the client expects, if any. @throws PRECONDITION_FAILED */
export function checkVersion<R extends { id: string; version: number }>(ctx: Context, row: R): R {
  if (ctx.expectedVersion?.id !== row.id) return row
  const { version } = ctx.expectedVersion
  ctx.expectedVersion = undefined
  if (row.version !== version) throw preconditionFailed(row.version)
  return row
}

/** Runs `work` in a savepoint. A client error undoes the writes and events, and is returned. */
export async function withSavepoint<T>(ctx: Context, work: () => Promise<T>) {
  const eventCount = ctx.events.length
  try {
    return await ctx.db.withSavepoint(work)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    ctx.events.length = eventCount
    ctx.loaderStates.clear()
    return error
  }
}

/** Returns the values of a new record's common columns, such as the id and version 1. */
export function newRecord(ctx: Context, prefix: string): RecordColumns {
  const nowMs = ctx.now()
  const createdAt = toTimestamp(nowMs)
  return {
    companyId: ctx.viewer.companyId,
    id: ctx.newId(prefix, nowMs),
    version: 1,
    createdBy: ctx.viewer.userId || null,
    createdAt,
    updatedAt: createdAt,
  }
}

export function omitUndefined<T extends object>(input: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as Partial<T>
}

/** Returns the fields that an update sets. @throws VALIDATION_ERROR if the update sets none */
export function requireSomeField<T extends object>(input: T): Partial<T> {
  const fields = omitUndefined(input)
  if (Object.keys(fields).length === 0)
    throw invalid(createDetail('input', 'REQUIRED_FIELD', 'must contain a field to change'))
  return fields
}

/**
 * Inserts a new record and records an event.
 * @param fields the fields whose values the event lists
 * @param writeLinks writes rows that reference the record, such as links; returns the changes
 */
export async function insertRecord<T extends RecordTable>(
  ctx: Context,
  table: T,
  row: Schema[T],
  type: EventType,
  fields: readonly string[],
  writeLinks?: () => MaybePromise<Change[]>,
): Promise<Schema[T]> {
  await ctx.db.insert(table, row as never)
  const linkChanges = (await writeLinks?.()) ?? []
  const changes = [...changesBetween({}, row, fields), ...linkChanges]
  recordEvent(ctx, { type, record: row as RecordColumns, changes })
  return row
}

/**
 * Writes the changed columns and increments the version; does nothing if there are no changes.
 * @param otherChanges changes outside the row, such as links, which also increment the version
 */
export async function applyChanges<T extends RecordTable>(
  ctx: Context,
  table: T,
  row: Schema[T],
  patch: Partial<Schema[T]>,
  otherChanges: Change[] = [],
): Promise<{ row: Schema[T]; changes: Change[] }> {
  // Columns such as `nameKey` contain the search form of another column, so events omit them.
  const columns = Object.keys(patch).filter((column) => !column.endsWith('Key'))
  const changes = [...changesBetween(row, { ...row, ...patch }, columns), ...otherChanges]
  if (changes.length === 0) return { row, changes }
  const { companyId, id, version } = row as RecordColumns
  const changedColumns = { ...patch, version: version + 1, updatedAt: timestamp(ctx) }
  await ctx.db.update(table, { companyId, id } as never, changedColumns as never)
  return { row: { ...row, ...changedColumns }, changes }
}

/** Applies changes to a record and, if any column or link changed, records an event. */
export async function updateRecord<T extends RecordTable>(
  ctx: Context,
  table: T,
  row: Schema[T],
  patch: Partial<Schema[T]>,
  type: EventType,
  otherChanges: Change[] = [],
): Promise<Schema[T]> {
  const { row: updatedRow, changes } = await applyChanges(ctx, table, row, patch, otherChanges)
  if (changes.length > 0) recordEvent(ctx, { type, record: updatedRow as RecordColumns, changes })
  return updatedRow
}

/** Updates a credential. The event lists only changes to `fields`, which must not be secret. */
export async function updateCredential<T extends RecordTable>(
  ctx: Context,
  table: T,
  row: Schema[T],
  patch: Partial<Schema[T]>,
  type: EventType,
  fields: readonly string[],
): Promise<Schema[T]> {
  const { row: updatedRow } = await applyChanges(ctx, table, row, patch)
  const changes = changesBetween(row, updatedRow, fields)
  recordEvent(ctx, { type, record: updatedRow as RecordColumns, changes })
  return updatedRow
}

/**
 * Deletes a record and records an event with its audience (see `PendingEvent`).
 * @param fields the fields whose last values the event lists
 * @param otherChanges changes outside the row, such as removed links
 */
export async function deleteRecord(
  ctx: Context,
  policy: Policy,
  record: RecordColumns,
  type: EventType,
  fields: readonly string[],
  otherChanges: Change[] = [],
): Promise<{ id: string }> {
  const { companyId, id } = record
  const viewers =
    policy.view === 'everybody' ? undefined : await ctx.db.all(policy.viewers, { companyId, id })
  await ctx.db.delete(policy.table, { companyId, id } as never)
  const audience = viewers?.map(({ userId }) => userId).sort()
  const changes = [...changesBetween(record, {}, fields), ...otherChanges]
  recordEvent(ctx, { type, record, changes, ...(audience && { audience }) })
  return { id }
}

/** Ids in an input, by field: `[['assignedTo', 'user_…'], ['peopleIds[0]', 'person_…']]`. */
export type References = [field: string, id: string | null | undefined][]

export const listReferences = (
  field: string,
  ids: readonly string[] | null | undefined,
): References => (ids ?? []).map((id, index) => [`${field}[${index}]`, id])

type RecordIds = Iterable<{ id: string }>

/**
 * Creates a function that returns an error detail for each id that matches no viewable record.
 * @param find finds viewable records; not called if the caller passes the viewable records
 */
export const createReferenceCheck =
  (kind: string, find: (ctx: Context, ids: string[]) => MaybePromise<RecordIds>) =>
  (ctx: Context, references: References, viewable?: RecordIds): MaybePromise<Detail[]> => {
    const ids = references.flatMap(([, id]) => id ?? [])
    if (ids.length === 0) return []
    return mapMaybePromise(viewable ?? find(ctx, ids), (records) => {
      const foundIds = new Set(Array.from(records, ({ id }) => id))
      return references
        .filter(([, id]) => id != null && !foundIds.has(id))
        .map(([field]) =>
          createDetail(field, 'INVALID_REFERENCE', `matches no ${kind} that you can view`),
        )
    })
  }

/** Waits for all reference checks. @throws VALIDATION_ERROR with the details of all failures */
export async function checkReferences(...checks: MaybePromise<Detail[]>[]): Promise<void> {
  const details: Detail[] = []
  for (const check of checks) details.push(...(await check))
  if (details.length > 0) throw invalid(details)
}
