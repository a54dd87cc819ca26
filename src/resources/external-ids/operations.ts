/** Manages external ids: ids of records in other systems, unique per source and kind of record. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { findViewableType } from '../../crud/node-types.ts'
import { createListLoader } from '../../crud/record-reads.ts'
import { conflict, createDetail, type Detail } from '../../errors.ts'
import { changesBetween } from '../../events/record-event.ts'
import type { Change } from '../../events/table.ts'
import type { FieldCondition, FilterField, Operator } from '../../filtering/filter-spec.ts'
import { uncapitalize, withArticle } from '../../lib/text.ts'
import { type IdsParams, queryFamily } from '../../store/query.ts'
import { isIn, jsonValueAt, jsonValuesAt, withoutIndex } from '../../store/sql.ts'
import {
  type ExternalId,
  type ExternalIdKind,
  externalIdKinds,
  getExternalIdTable,
} from './table.ts'

export type { ExternalId, ExternalIdKind }

const externalIdsOfRecords = queryFamily((_, p: IdsParams, kind: ExternalIdKind) => {
  const { table, owner } = getExternalIdTable(kind)
  return sql<ExternalId & { recordId: string }>`
    select ${sql.ref(owner)} as "recordId", "source", "externalId" from ${sql.table(table)}
    where "companyId" = ${p.companyId} and ${isIn(owner, p.ids)} order by ${sql.ref(owner)}, "source", "externalId"`
})

const recordWithExternalId = queryFamily(
  (_, p: { companyId: string } & ExternalId, kind: ExternalIdKind) => {
    const { table, owner } = getExternalIdTable(kind)
    return sql<{ recordId: string }>`
      select ${sql.ref(owner)} as "recordId" from ${sql.table(table)} where "companyId" = ${p.companyId} and "source" = ${p.source} and "externalId" = ${p.externalId}`
  },
)

const defaultSource = 'default'

export const normalizeSource = (text: string | null | undefined): string =>
  text?.toLowerCase() ?? defaultSource

export interface ExternalIdInput {
  /** The id that replaces the record's ids from `externalSource`; null removes these ids. */
  externalId?: string | null | undefined
  externalSource?: string | undefined
  /** The ids from all sources, which replace all external ids; clients cannot set this field. */
  externalIds?: readonly ExternalId[] | undefined
}

const isSameId = (one: ExternalId, other: ExternalId) =>
  one.source === other.source && one.externalId === other.externalId

const subtractIds = (ids: readonly ExternalId[], others: readonly ExternalId[]) =>
  ids.filter((id) => !others.some((other) => isSameId(id, other)))

export const uniteIds = (ids: readonly ExternalId[], others: readonly ExternalId[]) => [
  ...ids,
  ...subtractIds(others, ids),
]

const createIdLoader = (kind: ExternalIdKind) =>
  createListLoader(externalIdsOfRecords(kind), 'recordId')

export const loadExternalIds = Object.fromEntries(
  externalIdKinds.map((kind) => [kind, createIdLoader(kind)]),
) as Record<ExternalIdKind, ReturnType<typeof createIdLoader>>

export async function listExternalIds(
  ctx: Context,
  kind: ExternalIdKind,
  id: string,
): Promise<ExternalId[]> {
  const rows = await ctx.db.allByIds(externalIdsOfRecords(kind), ctx.viewer.companyId, [id])
  return rows.map(({ source, externalId }) => ({ source, externalId }))
}

/** Returns the id of the record with an external id, even if the caller cannot view the record. */
export async function findByExternalId(ctx: Context, kind: ExternalIdKind, id: ExternalId) {
  const params = { companyId: ctx.viewer.companyId, ...id }
  return (await ctx.db.first(recordWithExternalId(kind), params))?.recordId
}

export const toExternalId = ({ externalId, externalSource }: ExternalIdInput) =>
  externalId == null ? undefined : { source: normalizeSource(externalSource), externalId }

/** Returns an error detail, to pass to `checkReferences`, if an input has a source but no id. */
export const findMissingExternalId = ({ externalId, externalSource }: ExternalIdInput): Detail[] =>
  externalSource !== undefined && externalId === undefined
    ? [createDetail('externalId', 'REQUIRED_FIELD', 'is required if `externalSource` is set')]
    : []

/** Applies an input's external ids. @returns the changes @throws CONFLICT if an id is in use */
export async function replaceExternalIds(
  ctx: Context,
  kind: ExternalIdKind,
  id: string,
  input: ExternalIdInput,
): Promise<Change[]> {
  if (input.externalId === undefined && input.externalIds === undefined) return []
  const currentIds = await listExternalIds(ctx, kind, id)
  const nextIds = applyInput(currentIds, input)
  const addedIds = subtractIds(nextIds, currentIds)
  const removedIds = subtractIds(currentIds, nextIds)
  if (addedIds.length + removedIds.length === 0) return []
  const { table, owner } = getExternalIdTable(kind)
  const { companyId } = ctx.viewer
  for (const addedId of addedIds) await checkIsUnused(ctx, kind, addedId)
  for (const removedId of removedIds) await ctx.db.delete(table, { companyId, ...removedId })
  for (const addedId of addedIds)
    await ctx.db.insert(table, { companyId, [owner]: id, ...addedId } as never)
  const externalIds = [...subtractIds(currentIds, removedIds), ...addedIds]
  return changesBetween({ externalIds: currentIds }, { externalIds }, ['externalIds'])
}

function applyInput(currentIds: readonly ExternalId[], input: ExternalIdInput): ExternalId[] {
  if (input.externalIds) return uniteIds([], input.externalIds)
  const source = normalizeSource(input.externalSource)
  const externalId = toExternalId(input)
  return [...currentIds.filter((id) => id.source !== source), ...(externalId ? [externalId] : [])]
}

async function checkIsUnused(ctx: Context, kind: ExternalIdKind, id: ExternalId): Promise<void> {
  const recordId = await findByExternalId(ctx, kind, id)
  if (recordId !== undefined) throw await createConflictError(ctx, kind, recordId)
}

/** Creates the error for an external id in use, naming the other record if it is visible. */
async function createConflictError(ctx: Context, kind: ExternalIdKind, recordId: string) {
  const noun = kind === 'person' ? 'contact' : kind
  const record = await findViewableType(ctx, recordId)?.load(ctx, recordId)
  const trashNote = record && 'trashedAt' in record && record.trashedAt ? ', which is in Trash' : ''
  const message = record
    ? `belongs to the ${noun} ${recordId}${trashNote}`
    : `belongs to ${uncapitalize(withArticle(noun))} that you cannot view`
  const details = [createDetail('externalId', 'INVALID_VALUE', message)]
  return conflict(`Another ${noun} has this external id`, { details })
}

type ExternalIdComparators = { eq?: string; in?: string[]; source?: string }

const normalizeId = (externalId: string) => externalId.normalize('NFC')

/**
 * Converts a filter on external ids to conditions on the internal field, whose values are JSON
 * lists of the source and the ids. Without `eq` or `in`, all ids of the source match.
 */
async function parseComparators(
  _: Context,
  { eq, in: anyOf, source: name }: ExternalIdComparators,
): Promise<FieldCondition[]> {
  const source = normalizeSource(name)
  const createCondition = (operator: Operator, ...ids: unknown[]): FieldCondition => ({
    field: 'externalIdOfSource',
    operator,
    value: JSON.stringify([source, ...ids]),
  })
  const conditions = [
    ...(eq === undefined ? [] : [createCondition('equals', normalizeId(eq))]),
    ...(anyOf === undefined ? [] : [createCondition('in', anyOf.map(normalizeId))]),
  ]
  const isSourceOnly = name !== undefined && conditions.length === 0
  return isSourceOnly ? [createCondition('isTrue')] : conditions
}

export const externalIdParsers = { externalId: parseComparators }

/** Returns the filter field for external ids, and the internal field of its conditions. */
export function externalIdConditions(kind: ExternalIdKind, recordTable: string) {
  const { table, owner } = getExternalIdTable(kind)
  const refColumn = (name: string) => sql.ref(`external.${name}`)
  const fromExternalIds = (p: { companyId: string }) =>
    sql`from ${sql.table(table)} as "external" where "external"."companyId" = ${p.companyId}`
  const isOfRecord = sql`${refColumn(owner)} = ${sql.ref(`${recordTable}.id`)}`
  const matchIds = (value: string, operator: Operator, source: RawBuilder<unknown>) => {
    const hasSource = sql`${source} = ${jsonValueAt(value, 0, 'text')}`
    if (operator === 'isTrue') return hasSource
    return operator === 'in'
      ? sql`${hasSource} and ${refColumn('externalId')} in ${jsonValuesAt(value, 1, 'text')}`
      : sql`${hasSource} and ${refColumn('externalId')} = ${jsonValueAt(value, 1, 'text')}`
  }
  const externalIdOfSource: FilterField = {
    description: '',
    type: 'String',
    internal: true,
    predicate(p, _, value, operator) {
      // Prevents use of the source index, so that the query searches only the record's ids.
      const source = operator === 'isTrue' ? withoutIndex('external.source') : refColumn('source')
      return sql<boolean>`exists (select 1 ${fromExternalIds(p)} and ${isOfRecord} and ${matchIds(value, operator, source)})`
    },
    matchingIds: (p, _, value, operator) =>
      sql`select ${refColumn(owner)} as "id" ${fromExternalIds(p)} and ${matchIds(value, operator, refColumn('source'))}`,
  }
  const externalId: FilterField = { description: 'An external id.', type: 'Custom', indexed: true }
  return { externalId, externalIdOfSource }
}
