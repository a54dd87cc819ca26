import { type Context, timestamp } from '../../context.ts'
import { personReferences } from '../../crud/person-references.ts'
import { applyChanges, deleteRecord } from '../../crud/records.ts'
import { type Change, changesBetween, recordEvent } from '../../events/record-event.ts'
import { listParam } from '../../store/sql.ts'
import { fullNameOf } from '../users/operations.ts'
import { type Children, replaceChildren } from './children.ts'
import { emailKeyOf } from './contact.ts'
import { type Row, rowsOf } from './hanging-queries.ts'
import { fillCustomValues } from './merge-custom.ts'
import { takeExternalIds } from './merge-external-ids.ts'
import { type MergePlan, planMerge } from './merge-plan.ts'
import type { MergeSnapshot } from './merge-snapshot.ts'
import { giveAll } from './moving.ts'
import { fold } from './names.ts'
import { loadPerson } from './operations.ts'
import { personPolicy } from './policy.ts'
import { tagsOfPeople, wordsOfPerson } from './queries.ts'
import type { PersonRow } from './table.ts'
import { forgetWords, indexName } from './words.ts'

/**
 * Merges others into a person: their values fill gaps, their lists are added, what hangs on them
 * moves, and they are gone. What it takes to undo that is kept.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT
 */
export async function mergePeople(
  ctx: Context,
  id: string,
  otherIds: readonly string[],
): Promise<PersonRow> {
  const plan = await planMerge(ctx, id, otherIds)
  const { companyId } = ctx.viewer
  const others = await partsOf(ctx, plan.others)
  const moved = await giveAll(ctx, id, otherIds)
  const words = await absorb(ctx, plan)
  const changes: Change[] = [{ field: 'mergedIds', from: [], to: [...otherIds] }]
  changes.push(...(await fillCustomValues(ctx, id, plan.custom, others)))
  changes.push(...(await takeExternalIds(ctx, id, others)))
  const { row, filled, lists } = await complete(ctx, plan, changes)
  await forgetWords(ctx.db, companyId, words)
  const customFilled = plan.custom
    .filter(({ personId }) => personId !== null && personId !== id)
    .map(({ fieldId, value }) => ({ fieldId, value }))
  const snapshot: MergeSnapshot = {
    others,
    filled,
    customFilled,
    added: await addedTo(ctx, plan),
    ...moved,
  }
  const merge = {
    companyId,
    id: ctx.newId('merge'),
    survivorId: id,
    createdBy: ctx.viewer.userId || null,
    createdAt: timestamp(ctx),
    undoneAt: null,
  }
  await ctx.db.insert('personMerges', { ...merge, snapshot: JSON.stringify(snapshot) })
  recordEvent(ctx, { type: 'person.merged', record: row, changes: lists })
  return (await loadPerson(ctx, id)) ?? row
}

/** The rows that are a part of each of some people. */
async function partsOf(ctx: Context, people: PersonRow[]): Promise<MergeSnapshot['others']> {
  const found = people.map((person) => ({ person, parts: {} as Record<string, Row[]> }))
  const ids = listParam(people.map((person) => person.id))
  for (const { table, column, orderBy } of personReferences('keep', 'transfer')) {
    const rows = Map.groupBy(
      await ctx.db.all(rowsOf({ table, column, by: orderBy }), {
        companyId: ctx.viewer.companyId,
        ids,
      }),
      (row) => row[column],
    )
    for (const each of found) each.parts[table] = rows.get(each.person.id) ?? []
  }
  return found
}

/** Removes the others. @returns the words of their names */
async function absorb(ctx: Context, { others }: MergePlan): Promise<string[]> {
  const gone: string[] = []
  for (const other of others) {
    const { companyId, id } = other
    gone.push(
      ...(await ctx.db.all(wordsOfPerson, { companyId, personId: id })).map((row) => row.word),
    )
    await deleteRecord(ctx, personPolicy, other, { type: 'person.deleted' })
  }
  return gone
}

/** Fills the survivor's gaps and unites the lists. */
async function complete(
  ctx: Context,
  { survivor, values, children, united }: MergePlan,
  also: Change[],
) {
  const patch: Partial<PersonRow> = Object.fromEntries(
    values.filter(({ personId }) => personId !== null).map(({ field, value }) => [field, value]),
  )
  patch.nameKey = fold(fullNameOf({ ...survivor, ...patch }))
  const lists = await replaceChildren(
    ctx,
    survivor.id,
    children.get(survivor.id) as Children,
    united,
  )
  const { row, changes } = await applyChanges(ctx, 'people', survivor, patch, [...also, ...lists])
  if (row.nameKey !== survivor.nameKey) await indexName(ctx.db, row.companyId, row.id, row.nameKey)
  const filled = changesBetween(survivor, row, Object.keys(patch)).map(({ field, from, to }) => ({
    field: field as keyof PersonRow,
    from,
    to,
  }))
  return { row, filled, lists: changes.filter(({ field }) => field !== 'nameKey') }
}

/** What the survivor has that they had not before. */
async function addedTo(
  ctx: Context,
  { survivor, children, united }: MergePlan,
): Promise<MergeSnapshot['added']> {
  const before = children.get(survivor.id) as Children
  const tags = await ctx.db.all(tagsOfPeople, {
    companyId: survivor.companyId,
    people: listParam([survivor.id]),
  })
  return {
    emails: united.emails.filter(
      (email) => !before.emails.some((each) => emailKeyOf(each.value) === emailKeyOf(email.value)),
    ),
    phones: united.phones.filter(
      (phone) => !before.phones.some((each) => each.value === phone.value),
    ),
    collaboratorIds: united.collaboratorIds.filter(
      (userId) => !before.collaboratorIds.includes(userId),
    ),
    tagIds: tags.filter((tag) => !before.tags.includes(tag.name)).map((tag) => tag.id),
  }
}
