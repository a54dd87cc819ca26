import { type Context, timestamp } from '../../context.ts'
import { getPersonReferences, type Row, selectRows } from '../../crud/person-references.ts'
import { applyChanges } from '../../crud/records.ts'
import { type Change, changesBetween } from '../../events/changes.ts'
import { recordEvent } from '../../events/record-event.ts'
import { fold } from '../../lib/text.ts'
import { encodeListParam } from '../../store/query.ts'
import { formatFullName } from '../users/operations.ts'
import { type PersonLists, readTagsOfPerson, replaceLists, toEmailKey } from './lists.ts'
import { type MergePlan, planMerge } from './merge-plan.ts'
import { fillCustomValues, isFilled, type MergeSnapshot, moveExternalIds } from './merge-values.ts'
import { indexName } from './names.ts'
import { loadPerson } from './operations.ts'
import { moveReferences } from './references.ts'
import type { PersonRow } from './table.ts'
import { removePerson } from './trash.ts'

/**
 * Merges other people into a person and keeps a snapshot, with which `unmergePeople` undoes it.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT
 */
export async function mergePeople(ctx: Context, id: string, otherIds: readonly string[]) {
  const plan = await planMerge(ctx, id, otherIds)
  const otherPeople = await readDependentRows(ctx, plan.others)
  const moved = await moveReferences(ctx, id, otherIds)
  for (const person of plan.others) await removePerson(ctx, person)
  const changes: Change[] = [{ field: 'mergedIds', from: [], to: [...otherIds] }]
  changes.push(...(await fillCustomValues(ctx, id, plan.customValues, otherPeople)))
  changes.push(...(await moveExternalIds(ctx, id, otherPeople)))
  const { row, filled, changes: recordedChanges } = await updateSurvivor(ctx, plan, changes)
  const customFilled = plan.customValues
    .filter((value) => isFilled(value, id))
    .map(({ fieldId, value }) => ({ fieldId, value }))
  const addedItems = await findAddedListItems(ctx, plan)
  const snapshot: MergeSnapshot = {
    others: otherPeople,
    filled,
    customFilled,
    added: addedItems,
    ...moved,
  }
  await ctx.db.insert('personMerges', {
    companyId: row.companyId,
    id: ctx.newId('merge'),
    survivorId: id,
    createdBy: ctx.viewer.userId || null,
    createdAt: timestamp(ctx),
    undoneAt: null,
    snapshot: JSON.stringify(snapshot),
  })
  recordEvent(ctx, { type: 'person.merged', record: row, changes: recordedChanges })
  return (await loadPerson(ctx, id)) ?? row
}

/** Reads the dependent rows of the people, by table. */
async function readDependentRows(
  ctx: Context,
  people: PersonRow[],
): Promise<MergeSnapshot['others']> {
  const otherPeople = people.map((person) => ({ person, parts: {} as Record<string, Row[]> }))
  const params = {
    companyId: ctx.viewer.companyId,
    ids: encodeListParam(people.map((person) => person.id)),
  }
  for (const { table, column, orderBy } of getPersonReferences('keep', 'transfer')) {
    const rows = await ctx.db.all(selectRows({ table, column, orderBy }), params)
    const rowsByPerson = Map.groupBy(rows, (row) => row[column])
    for (const { person, parts } of otherPeople) parts[table] = rowsByPerson.get(person.id) ?? []
  }
  return otherPeople
}

/** Fills the empty fields of the survivor and sets the merged lists. */
async function updateSurvivor(
  ctx: Context,
  { survivor, values, lists, mergedLists }: MergePlan,
  otherChanges: Change[],
) {
  const patch: Partial<PersonRow> = Object.fromEntries(
    values.filter(({ personId }) => personId !== null).map(({ field, value }) => [field, value]),
  )
  patch.nameKey = fold(formatFullName({ ...survivor, ...patch }))
  const before = lists.get(survivor.id) as PersonLists
  const listChanges = await replaceLists(ctx, survivor.id, before, mergedLists)
  const { row, changes } = await applyChanges(ctx, 'people', survivor, patch, [
    ...otherChanges,
    ...listChanges,
  ])
  if (row.nameKey !== survivor.nameKey) await indexName(ctx.db, row.companyId, row.id, row.nameKey)
  const filled = changesBetween(survivor, row, Object.keys(patch)).map(({ field, from, to }) => ({
    field: field as keyof PersonRow,
    from,
    to,
  }))
  return { row, filled, changes }
}

/** Returns the items that the lists of the survivor did not have before the merge. */
async function findAddedListItems(
  ctx: Context,
  { survivor, lists, mergedLists }: MergePlan,
): Promise<MergeSnapshot['added']> {
  const before = lists.get(survivor.id) as PersonLists
  const tags = await readTagsOfPerson(ctx, survivor.id)
  const emailKeys = before.emails.map(({ value }) => toEmailKey(value))
  const phones = before.phones.map(({ value }) => value)
  return {
    emails: mergedLists.emails.filter(({ value }) => !emailKeys.includes(toEmailKey(value))),
    phones: mergedLists.phones.filter(({ value }) => !phones.includes(value)),
    collaboratorIds: mergedLists.collaboratorIds.filter(
      (userId) => !before.collaboratorIds.includes(userId),
    ),
    tagIds: tags.filter((tag) => !before.tags.includes(tag.name)).map((tag) => tag.id),
  }
}
