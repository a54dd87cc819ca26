import { requireScope } from '../../access/viewer.ts'
import { type Context, timestamp } from '../../context.ts'
import { personReferences } from '../../crud/person-references.ts'
import { applyChanges } from '../../crud/records.ts'
import { conflict, notFound } from '../../errors.ts'
import type { Change } from '../../events/changes.ts'
import { recordEvent } from '../../events/record-event.ts'
import { fold } from '../../store/fold.ts'
import type { TableName } from '../../store/schema.ts'
import { listParam } from '../../store/sql.ts'
import { personEntered } from '../stage-history/operations.ts'
import { allStages, firstStage } from '../stages/operations.ts'
import { fullNameOf } from '../users/operations.ts'
import { emailKeyOf } from './contact.ts'
import { listsOfPerson, replaceLists } from './lists.ts'
import { laterMerge, mergeById } from './merge-queries.ts'
import {
  type MergeSnapshot,
  parseSnapshot,
  restoreExternalIds,
  revertCustomValues,
} from './merge-values.ts'
import { indexName } from './names.ts'
import { loadPerson, requireEditablePerson } from './operations.ts'
import { tagsOfPeople } from './queries.ts'
import { existingIds, type Row } from './reference-queries.ts'
import { restoreReferences } from './references.ts'
import type { PersonMergeRow, PersonRow } from './table.ts'

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
  const survivor = await requireEditablePerson(ctx, merge.survivorId)
  await requireLatestMerge(ctx, merge)
  const snapshot = parseSnapshot(merge)
  const back: PersonRow[] = []
  for (const other of snapshot.others) back.push(await recreatePerson(ctx, other))
  await restoreReferences(ctx, survivor.id, snapshot)
  const person = await revertSurvivor(ctx, survivor, snapshot)
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

async function requireLatestMerge(
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
async function recreatePerson(
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
    for (const each of await withExistingReferences(ctx, rows[table] ?? [], requires ?? {}))
      await ctx.db.insert(table, each as never)
  if (row.stageId !== person.stageId) await personEntered(ctx, row, person.stageId)
  return row
}

/** The rows of which everything is still there that they refer to. */
async function withExistingReferences(
  ctx: Context,
  rows: Row[],
  needs: Record<string, TableName>,
): Promise<Row[]> {
  let left = rows
  for (const [column, table] of Object.entries(needs)) {
    const ids = listParam(left.map((row) => String(row[column])))
    const there = new Set(
      (await ctx.db.all(existingIds(table), { companyId: ctx.viewer.companyId, ids })).map(
        (row) => row.id,
      ),
    )
    left = left.filter((row) => there.has(String(row[column])))
  }
  return left
}

async function isUnreachable(ctx: Context, id: string): Promise<boolean> {
  const { emails, phones } = await listsOfPerson(ctx, id)
  return emails.length + phones.length === 0
}

/** Takes from the survivor what the merge had given, where it is still as it was given. */
async function revertSurvivor(
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
  const before = await listsOfPerson(ctx, id)
  const tags = await ctx.db.all(tagsOfPeople, { companyId, people: listParam([id]) })
  const lists = await replaceLists(ctx, id, before, {
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
    ...(await revertCustomValues(ctx, id, customFilled)),
    ...(await restoreExternalIds(ctx, id, others)),
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
