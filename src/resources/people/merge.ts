/** Merges people and previews merges. */
import { getAccessParams, getAccessScope } from '../../access/access-scope.ts'
import { type Context, timestamp } from '../../context.ts'
import { loadAll } from '../../crud/loader.ts'
import { getPersonReferences, type Row, rowsQuery } from '../../crud/person-references.ts'
import { updateRecord } from '../../crud/records.ts'
import { conflict, createDetail, forbidden, invalid } from '../../errors.ts'
import { changesBetween } from '../../events/record-event.ts'
import type { Change } from '../../events/table.ts'
import { fold } from '../../lib/text.ts'
import { encodeListParam } from '../../store/query.ts'
import { formatFullName } from '../users/operations.ts'
import {
  keepFirstOfEach,
  type PersonLists,
  readListsOfPeople,
  readTagsOfPerson,
  replaceLists,
  toEmailKey,
  toEmailRows,
  toPhoneRows,
} from './lists.ts'
import { moveReferences } from './merge-references.ts'
import {
  fillCustomValues,
  type MergeSnapshot,
  mergeCustomValues,
  moveExternalIds,
} from './merge-values.ts'
import { indexName } from './names.ts'
import { getPersonForUpdate, loadPerson } from './operations.ts'
import { personPolicy } from './policy.ts'
import type { PersonRow } from './table.ts'
import { removePerson } from './trash.ts'

type MergePlan = Awaited<ReturnType<typeof planMerge>>

/** The fields that a merge fills if empty; not the stage, because every survivor has a stage. */
const mergedFields = [
  'firstName',
  'lastName',
  'assignedAgentId',
  'source',
  'price',
  'timeframe',
  'background',
  'relationship',
] as const

/** @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT for a survivor in Trash */
async function planMerge(ctx: Context, id: string, otherIds: readonly string[]) {
  const survivor = await getPersonForUpdate(ctx, id)
  const others = await findOthersToMerge(ctx, id, otherIds)
  if (survivor.trashedAt)
    throw conflict('The contact is in Trash: restore it before merging others into it')
  const ids = [id, ...otherIds]
  const lists = [...(await readListsOfPeople(ctx, ids)).values()]
  // The merged value of each field and the id of the person who has it; both null if all are empty.
  const values = mergedFields.map((field) => {
    const person = [survivor, ...others].find(
      (candidate) => candidate[field] !== null && candidate[field] !== '',
    )
    return { field, value: person?.[field] ?? null, personId: person?.id ?? null }
  })
  return {
    survivor,
    others,
    values,
    customValues: await mergeCustomValues(ctx, ids),
    /** The survivor's lists before the merge. */
    listsBefore: lists[0] as PersonLists,
    mergedLists: uniteLists(lists),
  }
}

/** Returns the people to merge, in request order. @throws VALIDATION_ERROR, FORBIDDEN */
async function findOthersToMerge(ctx: Context, id: string, otherIds: readonly string[]) {
  const repeatedDetails = otherIds.flatMap((otherId, index) => {
    if (otherId !== id && otherIds.indexOf(otherId) === index) return []
    const message =
      otherId === id ? 'is the contact into which the others are merged' : 'is listed twice'
    return createDetail(`otherIds[${index}]`, 'INVALID_VALUE', message)
  })
  if (repeatedDetails.length > 0) throw invalid(repeatedDetails)
  const people = await loadAll(ctx, otherIds, loadPerson)
  const unusableDetails = otherIds.flatMap((otherId, index) => {
    const field = `otherIds[${index}]`
    const person = people.find((candidate) => candidate.id === otherId)
    if (!person)
      return createDetail(field, 'INVALID_REFERENCE', 'matches no contact that you can view')
    return person.trashedAt
      ? createDetail(field, 'INVALID_VALUE', 'is in Trash: restore it first')
      : []
  })
  if (unusableDetails.length > 0) throw invalid(unusableDetails)
  const params = { ...getAccessParams(ctx.viewer), ids: encodeListParam(otherIds) }
  const editableIds = await ctx.db.all(personPolicy.editableIds(getAccessScope(ctx.viewer)), params)
  if (editableIds.length < otherIds.length) throw forbidden()
  return people
}

const uniteLists = (lists: PersonLists[]): PersonLists => ({
  emails: keepFirstOfEach(
    lists.flatMap(({ emails }) => emails),
    ({ value }) => toEmailKey(value),
  ),
  phones: keepFirstOfEach(
    lists.flatMap(({ phones }) => phones),
    ({ value }) => value,
  ),
  collaboratorIds: [...new Set(lists.flatMap(({ collaboratorIds }) => collaboratorIds))],
  tags: [...new Set(lists.flatMap(({ tags }) => tags))],
})

export type MergePreview = Awaited<ReturnType<typeof mergePeoplePreview>>

/** Previews a merge. @throws the errors of `mergePeople`, except CONFLICT for too many records */
export async function mergePeoplePreview(ctx: Context, id: string, otherIds: readonly string[]) {
  const { values, customValues, mergedLists } = await planMerge(ctx, id, otherIds)
  return {
    ...mergedLists,
    emails: toEmailRows(mergedLists.emails),
    phones: toPhoneRows(mergedLists.phones, ctx.viewer.company.region),
    otherIds,
    values: [
      ...values.map(({ field, value, personId }) => ({
        field,
        value: field === 'relationship' && value !== null ? value === 1 : value,
        personId,
      })),
      ...customValues.map(({ key, value, personId }) => ({
        field: `customFields.${key}`,
        value,
        personId,
      })),
    ],
  }
}

/**
 * Merges other people into a person, and stores the snapshot that `unmergePeople` needs.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT
 */
export async function mergePeople(ctx: Context, id: string, otherIds: readonly string[]) {
  const plan = await planMerge(ctx, id, otherIds)
  const others = await readDependentRows(ctx, plan.others)
  const movedReferences = await moveReferences(ctx, id, otherIds)
  for (const person of plan.others) await removePerson(ctx, person)
  const filledValues = plan.customValues.filter(({ personId }) => personId && personId !== id)
  const { row, filledFields } = await updateSurvivor(ctx, plan, [
    { field: 'mergedIds', from: [], to: [...otherIds] },
    ...(await fillCustomValues(ctx, id, filledValues, others)),
    ...(await moveExternalIds(ctx, id, others)),
  ])
  const snapshot: MergeSnapshot = {
    others,
    filled: filledFields,
    customFilled: filledValues.map(({ fieldId, value }) => ({ fieldId, value })),
    added: await findAddedListItems(ctx, plan),
    ...movedReferences,
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
  return (await loadPerson(ctx, id)) ?? row
}

/** Reads the people's dependent rows, grouped by table. */
async function readDependentRows(ctx: Context, people: PersonRow[]) {
  const others = people.map((person) => ({ person, parts: {} as Record<string, Row[]> }))
  const ids = encodeListParam(people.map((person) => person.id))
  const params = { companyId: ctx.viewer.companyId, ids }
  for (const { table, column, orderBy } of getPersonReferences('keep', 'transfer')) {
    const rows = await ctx.db.all(rowsQuery({ table, column, orderBy }), params)
    const rowsByPerson = Map.groupBy(rows, (row) => row[column])
    for (const { person, parts } of others) parts[table] = rowsByPerson.get(person.id) ?? []
  }
  return others
}

/** Fills the survivor's empty fields and sets the merged lists. */
async function updateSurvivor(
  ctx: Context,
  { survivor, values, listsBefore, mergedLists }: MergePlan,
  otherChanges: Change[],
) {
  const patch: Partial<PersonRow> = Object.fromEntries(
    values.filter(({ personId }) => personId !== null).map(({ field, value }) => [field, value]),
  )
  patch.nameKey = fold(formatFullName({ ...survivor, ...patch }))
  const row = await updateRecord(ctx, 'people', survivor, patch, 'person.merged', [
    ...otherChanges,
    ...(await replaceLists(ctx, survivor.id, listsBefore, mergedLists)),
  ])
  if (row.nameKey !== survivor.nameKey) await indexName(ctx.db, row.companyId, row.id, row.nameKey)
  const filledFields = changesBetween(survivor, row, Object.keys(patch)) as MergeSnapshot['filled']
  return { row, filledFields }
}

/** Returns the items that were not in the survivor's lists before the merge. */
async function findAddedListItems(ctx: Context, { survivor, listsBefore, mergedLists }: MergePlan) {
  const tags = await readTagsOfPerson(ctx, survivor.id)
  const findAdded = <T>(items: T[], itemsBefore: T[]) =>
    items.filter((item) => !itemsBefore.includes(item))
  return {
    emails: findAdded(mergedLists.emails, listsBefore.emails),
    phones: findAdded(mergedLists.phones, listsBefore.phones),
    collaboratorIds: findAdded(mergedLists.collaboratorIds, listsBefore.collaboratorIds),
    tagIds: tags.filter(({ name }) => !listsBefore.tags.includes(name)).map(({ id }) => id),
  }
}
