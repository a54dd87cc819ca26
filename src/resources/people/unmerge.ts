/** Lists the merges that can be undone, and undoes merges. */
import { sql } from 'kysely'
import { requireScope } from '../../access/scopes.ts'
import { type Context, timestamp } from '../../context.ts'
import { findExistingIds } from '../../crud/node-types.ts'
import { getPersonReferences, type Row } from '../../crud/person-references.ts'
import { updateRecord } from '../../crud/records.ts'
import { recordPersonStage } from '../../crud/stage-changes.ts'
import { conflict, notFound } from '../../errors.ts'
import { recordEvent } from '../../events/record-event.ts'
import { createRowLists } from '../../filtering/child-list.ts'
import { type PageRequest, toPage } from '../../filtering/page.ts'
import { fold } from '../../lib/text.ts'
import { query } from '../../store/query.ts'
import { contains } from '../../store/sql.ts'
import { getFirstStage, listStages } from '../stages/operations.ts'
import { formatFullName } from '../users/operations.ts'
import { readListsOfPerson, readTagsOfPerson, replaceLists, toEmailKey } from './lists.ts'
import { restoreReferences } from './merge-references.ts'
import {
  type MergeSnapshot,
  parseSnapshot,
  restoreExternalIds,
  revertCustomValues,
} from './merge-values.ts'
import { indexName } from './names.ts'
import { getPersonForUpdate, loadPerson, requireVisiblePerson } from './operations.ts'
import type { PersonMergeRow, PersonRow } from './table.ts'

const mergeById = query(
  (_, p: { companyId: string; id: string }) =>
    sql<PersonMergeRow>`select * from "personMerges" where "companyId" = ${p.companyId} and "id" = ${p.id}`,
)

/** Selects a person's newest merge after the merge `id`, ignoring merges that have been undone. */
const laterMerge = query(
  (_, p: { companyId: string; survivorId: string; id: string }) =>
    sql<{ id: string }>`select "id" from "personMerges"
      where "companyId" = ${p.companyId} and "survivorId" = ${p.survivorId}
      and "id" > ${p.id} and "undoneAt" is null order by "id" desc limit 1`,
)

/** Selects the merge of a person into another person, unless the merge has been undone. */
export const mergeOfPerson = query(
  (_, p: { companyId: string; personId: string }) =>
    sql<{ survivorId: string }>`select "survivorId" from "personMerges"
      where "companyId" = ${p.companyId}
      and "undoneAt" is null and ${contains(sql.ref('snapshot'), p.personId)} limit 1`,
)

/** Lists the merges into a person that have not been undone, newest first. */
export const mergesOfPerson = createRowLists(
  'personMerges',
  'survivorId',
  sql` and "personMerges"."undoneAt" is null`,
)

/** Returns a page of `mergesOfPerson`. @throws NOT_FOUND, FORBIDDEN */
export async function listMerges(ctx: Context, personId: string, page: PageRequest) {
  requireScope(ctx.viewer, 'people.view')
  await requireVisiblePerson(ctx, personId)
  return (await mergesOfPerson.pages(ctx, page, personId)) ?? toPage<PersonMergeRow>([], page)
}

export const countMerges = async (ctx: Context, personId: string): Promise<number> =>
  (await mergesOfPerson.counts(ctx, personId)) ?? 0

export const listMergedPeople = (merge: PersonMergeRow): { id: string; fullName: string }[] =>
  parseSnapshot(merge).others.map(({ person }) => ({
    id: person.id,
    fullName: formatFullName(person),
  }))

export interface UnmergeResult {
  /** The survivor of the merge, after the merge has been undone. */
  person: PersonRow
  /** The restored people whom the caller can view. */
  people: PersonRow[]
}

/**
 * Restores the merged people and their references, and removes the values that the merge added to
 * the survivor, except values changed since. @throws NOT_FOUND, FORBIDDEN, CONFLICT if the merge
 * has been undone, if a later merge exists, or if the survivor would have no name, email or phone
 */
export async function unmergePeople(ctx: Context, mergeId: string): Promise<UnmergeResult> {
  requireScope(ctx.viewer, 'people.edit')
  const { companyId } = ctx.viewer
  const merge = await ctx.db.first(mergeById, { companyId, id: mergeId })
  if (!merge) throw notFound('Merge')
  const survivor = await getPersonForUpdate(ctx, merge.survivorId)
  await requireLatestMerge(ctx, merge)
  const snapshot = parseSnapshot(merge)
  const restoredPeople: PersonRow[] = []
  for (const other of snapshot.others) restoredPeople.push(await recreatePerson(ctx, other))
  await restoreReferences(ctx, survivor.id, snapshot)
  const person = await revertSurvivor(ctx, survivor, snapshot)
  const undonePatch = { undoneAt: timestamp(ctx), snapshot: '{}' }
  await ctx.db.update('personMerges', { companyId, id: mergeId }, undonePatch)
  for (const record of restoredPeople)
    recordEvent(ctx, { type: 'person.restored', record, changes: [] })
  const people = await Promise.all(restoredPeople.map((row) => loadPerson(ctx, row.id)))
  return {
    person: (await loadPerson(ctx, person.id)) ?? person,
    people: people.filter((row) => row !== undefined),
  }
}

async function requireLatestMerge(
  ctx: Context,
  { companyId, id, survivorId, undoneAt }: PersonMergeRow,
): Promise<void> {
  if (undoneAt) throw conflict('The merge has already been undone')
  const blockingMerge = await ctx.db.first(laterMerge, { companyId, survivorId, id })
  if (blockingMerge)
    throw conflict(`A later merge into this contact exists: undo ${blockingMerge.id} first`)
}

/** Inserts a merged person again, in the first stage if the person's stage has been deleted. */
async function recreatePerson(ctx: Context, { person, parts }: MergeSnapshot['others'][number]) {
  const stages = await listStages(ctx)
  const stage = stages.find(({ id }) => id === person.stageId) ?? (await getFirstStage(ctx))
  const revision = { version: person.version + 1, updatedAt: timestamp(ctx) }
  const row: PersonRow = { ...person, ...revision, stageId: stage.id }
  await ctx.db.insert('people', row)
  await indexName(ctx.db, row.companyId, row.id, row.nameKey)
  for (const { table, requires } of getPersonReferences('keep'))
    for (const part of await omitDanglingRows(ctx, parts[table] ?? [], requires))
      await ctx.db.insert(table, part as never)
  if (row.stageId !== person.stageId) await recordPersonStage(ctx, row, person.stageId)
  return row
}

/** Omits rows whose `column` refers to a record that no longer exists. */
async function omitDanglingRows(ctx: Context, rows: Row[], column?: string): Promise<Row[]> {
  if (column === undefined) return rows
  const getId = (row: Row) => String(row[column])
  const existingIds = new Set(await findExistingIds(ctx, rows.map(getId)))
  return rows.filter((row) => existingIds.has(getId(row)))
}

/** Removes the values that the merge added to the survivor, except values changed since. */
async function revertSurvivor(
  ctx: Context,
  survivor: PersonRow,
  { others, filled: filledFields, customFilled: copiedValues, added: addedItems }: MergeSnapshot,
): Promise<PersonRow> {
  const { companyId, id } = survivor
  const patch: Partial<PersonRow> = Object.fromEntries(
    filledFields
      .filter(({ field, to }) => field !== 'nameKey' && survivor[field] === to)
      .map(({ field, from }) => [field, from]),
  )
  const fullName = formatFullName({ ...survivor, ...patch })
  patch.nameKey = fold(fullName)
  const listChanges = await removeAddedItems(ctx, id, addedItems)
  if (!fullName && (await lacksEmailAndPhone(ctx, id)))
    throw conflict(
      'The contact would have no name, email or phone after the merge is undone: add one first',
    )
  const row = await updateRecord(ctx, 'people', survivor, patch, 'person.unmerged', [
    { field: 'mergedIds', from: others.map(({ person }) => person.id), to: [] },
    ...listChanges,
    ...(await revertCustomValues(ctx, id, copiedValues)),
    ...(await restoreExternalIds(ctx, id, others)),
  ])
  if (row.nameKey !== survivor.nameKey) await indexName(ctx.db, companyId, id, row.nameKey)
  return row
}

async function lacksEmailAndPhone(ctx: Context, id: string): Promise<boolean> {
  const { emails, phones } = await readListsOfPerson(ctx, id)
  return emails.length + phones.length === 0
}

async function removeAddedItems(ctx: Context, id: string, addedItems: MergeSnapshot['added']) {
  const currentLists = await readListsOfPerson(ctx, id)
  const tags = await readTagsOfPerson(ctx, id)
  const removeItems = <T>(items: T[], removedItems: T[], toKey: (item: T) => string) => {
    const removedKeys = removedItems.map(toKey)
    return items.filter((item) => !removedKeys.includes(toKey(item)))
  }
  return replaceLists(ctx, id, currentLists, {
    emails: removeItems(
      currentLists.emails,
      addedItems.emails,
      ({ type, value }) => `${type} ${toEmailKey(value)}`,
    ),
    phones: removeItems(
      currentLists.phones,
      addedItems.phones,
      ({ type, isBad, value }) => `${type} ${isBad} ${value}`,
    ),
    collaboratorIds: removeItems(currentLists.collaboratorIds, addedItems.collaboratorIds, String),
    tags: tags.filter((tag) => !addedItems.tagIds.includes(tag.id)).map((tag) => tag.name),
  })
}
