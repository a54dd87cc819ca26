import { requireScope } from '../../access/viewer.ts'
import { type Context, timestamp } from '../../context.ts'
import { personReferences } from '../../crud/person-references.ts'
import { applyChanges } from '../../crud/records.ts'
import { conflict, notFound } from '../../errors.ts'
import { type Change, recordEvent } from '../../events/record-event.ts'
import type { TableName } from '../../store/schema.ts'
import { listParam } from '../../store/sql.ts'
import { personEntered } from '../stage-history/operations.ts'
import { allStages, firstStage } from '../stages/operations.ts'
import { fullNameOf } from '../users/operations.ts'
import { childrenOf, replaceChildren } from './children.ts'
import { emailKeyOf } from './contact.ts'
import { idsThere, type Row } from './hanging-queries.ts'
import { takeCustomValues } from './merge-custom.ts'
import { returnExternalIds } from './merge-external-ids.ts'
import { laterMerge, mergeById } from './merge-queries.ts'
import { type MergeSnapshot, snapshotOf } from './merge-snapshot.ts'
import { giveBack } from './moving.ts'
import { fold } from './names.ts'
import { loadPerson, personToEdit } from './operations.ts'
import { tagsOfPeople } from './queries.ts'
import type { PersonMergeRow, PersonRow } from './table.ts'
import { indexName } from './words.ts'

/** The survivor, and those of the people who came back whom the caller sees. */
export interface Unmerged {
  person: PersonRow
  people: PersonRow[]
}

/**
 * Undoes a merge: the others come back as they were, with what moved and still hangs on the
 * survivor, who loses what they had got unless it was changed since.
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT for one that is undone, or that a later one of the same
 * person stands upon
 */
export async function unmergePeople(ctx: Context, mergeId: string): Promise<Unmerged> {
  requireScope(ctx.viewer, 'people.edit')
  const { companyId } = ctx.viewer
  const merge = await ctx.db.first(mergeById, { companyId, id: mergeId })
  if (!merge) throw notFound('Merge')
  const survivor = await personToEdit(ctx, merge.survivorId)
  await checkLast(ctx, merge)
  const snapshot = snapshotOf(merge)
  const back: PersonRow[] = []
  for (const other of snapshot.others) back.push(await bringBack(ctx, other))
  await giveBack(ctx, survivor.id, snapshot)
  const person = await strip(ctx, survivor, snapshot)
  await ctx.db.update(
    'personMerges',
    { companyId, id: mergeId },
    { undoneAt: timestamp(ctx), snapshot: '{}' },
  )
  for (const row of back) recordEvent(ctx, { type: 'person.restored', record: row, changes: [] })
  const people = await Promise.all(back.map((row) => loadPerson(ctx, row.id)))
  return {
    person: (await loadPerson(ctx, person.id)) ?? person,
    people: people.filter((row) => row !== undefined),
  }
}

async function checkLast(
  ctx: Context,
  { companyId, id, survivorId, undoneAt }: PersonMergeRow,
): Promise<void> {
  if (undoneAt) throw conflict('This merge has been undone already')
  const later = await ctx.db.first(laterMerge, { companyId, survivorId, id })
  if (later) throw conflict(`Others were merged into this contact since: undo ${later.id} first`)
}

/**
 * Adds a person who had been merged as they were; what they referred to and is gone by now is left
 * out.
 */
async function bringBack(
  ctx: Context,
  { person, parts: rows }: MergeSnapshot['others'][number],
): Promise<PersonRow> {
  const stage =
    (await allStages(ctx)).find((each) => each.id === person.stageId) ?? (await firstStage(ctx))
  const row: PersonRow = {
    ...person,
    stageId: stage.id,
    version: person.version + 1,
    updatedAt: timestamp(ctx),
  }
  await ctx.db.insert('people', row)
  await indexName(ctx.db, row.companyId, row.id, row.nameKey)
  for (const { table, requires } of personReferences('keep'))
    for (const each of await whole(ctx, rows[table] ?? [], requires ?? {}))
      await ctx.db.insert(table, each as never)
  if (row.stageId !== person.stageId) await personEntered(ctx, row, person.stageId)
  return row
}

/** The rows of which everything is still there that they refer to. */
async function whole(ctx: Context, rows: Row[], needs: Record<string, TableName>): Promise<Row[]> {
  let left = rows
  for (const [column, table] of Object.entries(needs)) {
    const ids = listParam(left.map((row) => String(row[column])))
    const there = new Set(
      (await ctx.db.all(idsThere(table), { companyId: ctx.viewer.companyId, ids })).map(
        (row) => row.id,
      ),
    )
    left = left.filter((row) => there.has(String(row[column])))
  }
  return left
}

async function isUnreachable(ctx: Context, id: string): Promise<boolean> {
  const { emails, phones } = await childrenOf(ctx, id)
  return emails.length + phones.length === 0
}

/** Takes from the survivor what the merge had given, where it is still as it was given. */
async function strip(
  ctx: Context,
  survivor: PersonRow,
  { others, filled, customFilled, added }: MergeSnapshot,
): Promise<PersonRow> {
  const patch: Partial<PersonRow> = Object.fromEntries(
    filled
      .filter(({ field, to }) => field !== 'nameKey' && survivor[field] === to)
      .map(({ field, from }) => [field, from]),
  )
  patch.nameKey = fold(fullNameOf({ ...survivor, ...patch }))
  const { companyId, id } = survivor
  const before = await childrenOf(ctx, id)
  const tags = await ctx.db.all(tagsOfPeople, { companyId, people: listParam([id]) })
  const lists = await replaceChildren(ctx, id, before, {
    emails: before.emails.filter(
      (email) =>
        !added.emails.some(
          (each) => emailKeyOf(each.value) === emailKeyOf(email.value) && each.type === email.type,
        ),
    ),
    phones: before.phones.filter(
      (phone) =>
        !added.phones.some(
          (each) =>
            each.value === phone.value && each.type === phone.type && each.isBad === phone.isBad,
        ),
    ),
    collaboratorIds: before.collaboratorIds.filter(
      (userId) => !added.collaboratorIds.includes(userId),
    ),
    tags: tags.filter((tag) => !added.tagIds.includes(tag.id)).map((tag) => tag.name),
  })
  if (!fullNameOf({ ...survivor, ...patch }) && (await isUnreachable(ctx, id)))
    throw conflict(
      'The contact would be left without a name, an email and a phone: give it one of its own first',
    )
  const also: Change[] = [
    { field: 'mergedIds', from: others.map(({ person }) => person.id), to: [] },
    ...lists,
    ...(await takeCustomValues(ctx, id, customFilled)),
    ...(await returnExternalIds(ctx, id, others)),
  ]
  const { row, changes } = await applyChanges(ctx, 'people', survivor, patch, also)
  if (row.nameKey !== survivor.nameKey) await indexName(ctx.db, companyId, id, row.nameKey)
  recordEvent(ctx, {
    type: 'person.unmerged',
    record: row,
    changes: changes.filter(({ field }) => field !== 'nameKey'),
  })
  return row
}
