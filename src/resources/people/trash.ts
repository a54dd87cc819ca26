import { requireScope } from '../../access/viewer.ts'
import { type Context, timestamp } from '../../context.ts'
import { clearPersonReferences } from '../../crud/clear-references.ts'
import { applyChanges, deleteRecord } from '../../crud/records.ts'
import { changesBetween, recordEvent } from '../../events/record-event.ts'
import { personEntered } from '../stage-history/operations.ts'
import { firstStage, loadStage, trashStage } from '../stages/operations.ts'
import { personToEdit } from './operations.ts'
import { personPolicy } from './policy.ts'
import { wordsOfPerson } from './queries.ts'
import type { PersonRow } from './table.ts'
import { forgetWords } from './words.ts'

/** Trash and deletion for good (contract, clause 3: "Contact"). */
export interface DeletedPerson {
  id: string
  deleted: true
  permanent: boolean
}

/**
 * Moves a person to Trash, or removes them for good. Trashing twice is no error. @throws NOT_FOUND,
 * FORBIDDEN
 */
export async function deletePerson(
  ctx: Context,
  id: string,
  permanent: boolean,
): Promise<DeletedPerson> {
  requireScope(ctx.viewer, permanent ? 'people.delete' : 'people.edit')
  const person = await personToEdit(ctx, id)
  if (permanent) await removePerson(ctx, person)
  else await trashPerson(ctx, person)
  return { id, deleted: true, permanent }
}

async function trashPerson(ctx: Context, person: PersonRow): Promise<void> {
  if (person.trashedAt) return
  const trash = await trashStage(ctx)
  const { row } = await applyChanges(ctx, 'people', person, {
    stageId: trash.id,
    previousStageId: person.stageId,
    trashedAt: timestamp(ctx),
  })
  await personEntered(ctx, row, person.stageId)
  recordEvent(ctx, {
    type: 'person.trashed',
    record: row,
    changes: changesBetween(person, row, ['stageId']),
  })
}

/** Returns a person to the stage that they came from; one who is not in Trash stays as they are. */
export async function restorePerson(ctx: Context, id: string): Promise<PersonRow> {
  requireScope(ctx.viewer, 'people.edit')
  const person = await personToEdit(ctx, id)
  if (!person.trashedAt) return person
  const previous = person.previousStageId ? await loadStage(ctx, person.previousStageId) : undefined
  const stage = previous ?? (await firstStage(ctx))
  const { row } = await applyChanges(ctx, 'people', person, {
    stageId: stage.id,
    previousStageId: null,
    trashedAt: null,
  })
  await personEntered(ctx, row, person.stageId)
  recordEvent(ctx, {
    type: 'person.restored',
    record: row,
    changes: changesBetween(person, row, ['stageId']),
  })
  return row
}

/**
 * Removes a person with activities, tags, emails and phones; tasks, deals and appointments stay,
 * without the person.
 */
export async function removePerson(ctx: Context, person: PersonRow): Promise<void> {
  const { companyId, id } = person
  const words = (await ctx.db.all(wordsOfPerson, { companyId, personId: id })).map(
    (row) => row.word,
  )
  await clearPersonReferences(ctx, id)
  await deleteRecord(ctx, personPolicy, person, { type: 'person.deleted' })
  await forgetWords(ctx.db, companyId, words)
}
