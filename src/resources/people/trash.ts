/** Moves people to Trash, or deletes them permanently (contract, clause 3: "Contact"). */
import { sql } from 'kysely'
import { type Context, type Deps, timestamp } from '../../context.ts'
import { clearPersonReferences } from '../../crud/person-references.ts'
import { applyChanges, deleteRecord } from '../../crud/records.ts'
import { recordPersonStage } from '../../crud/stage-changes.ts'
import type { EventType } from '../../events/event-types.ts'
import { changesBetween, recordEvent } from '../../events/record-event.ts'
import { inChunks } from '../../lib/async.ts'
import { dayMs } from '../../lib/time.ts'
import { query } from '../../store/query.ts'
import { forEachCompany, runAsSystem } from '../companies/operations.ts'
import { getFirstStage, getTrashStage, loadStage } from '../stages/operations.ts'
import { readNameWords, removeUnusedNameWords } from './names.ts'
import { getPersonForUpdate } from './operations.ts'
import { personPolicy } from './policy.ts'
import type { PersonRow } from './table.ts'

/** Moves a person to Trash, or deletes the person permanently. @throws NOT_FOUND, FORBIDDEN */
export async function deletePerson(ctx: Context, id: string, isPermanent: boolean) {
  const person = await getPersonForUpdate(ctx, id, isPermanent ? 'people.delete' : 'people.edit')
  if (isPermanent) await removePerson(ctx, person)
  return { id, isPermanent, person: isPermanent ? null : await trashPerson(ctx, person) }
}

/** Restores a person from Trash to their previous stage. @throws NOT_FOUND, FORBIDDEN */
export async function restorePerson(ctx: Context, id: string): Promise<PersonRow> {
  const person = await getPersonForUpdate(ctx, id)
  if (!person.trashedAt) return person
  const stage = person.previousStageId ? await loadStage(ctx, person.previousStageId) : undefined
  const { id: stageId } = stage ?? (await getFirstStage(ctx))
  const patch = { stageId, previousStageId: null, trashedAt: null }
  return changeStage(ctx, person, patch, 'person.restored')
}

async function trashPerson(ctx: Context, person: PersonRow): Promise<PersonRow> {
  if (person.trashedAt) return person
  const { id: stageId } = await getTrashStage(ctx)
  const patch = { stageId, previousStageId: person.stageId, trashedAt: timestamp(ctx) }
  return changeStage(ctx, person, patch, 'person.trashed')
}

async function changeStage(
  ctx: Context,
  person: PersonRow,
  patch: Pick<PersonRow, 'stageId' | 'previousStageId' | 'trashedAt'>,
  type: EventType,
): Promise<PersonRow> {
  const { row } = await applyChanges(ctx, 'people', person, patch)
  await recordPersonStage(ctx, row, person.stageId)
  recordEvent(ctx, { type, record: row, changes: changesBetween(person, row, ['stageId']) })
  return row
}

/**
 * Deletes a person with their activities and dependent rows, such as emails. Tasks, deals and
 * appointments are kept, but no longer refer to the person.
 */
export async function removePerson(ctx: Context, person: PersonRow): Promise<void> {
  const { companyId, id } = person
  const words = await readNameWords(ctx.db, companyId, id)
  await clearPersonReferences(ctx, id)
  await deleteRecord(ctx, personPolicy, person, 'person.deleted', [])
  await removeUnusedNameWords(ctx.db, companyId, words)
}

/** Selects the people who were moved to Trash at `before` or earlier, oldest first. */
const trashedBefore = query(
  (_, p: { companyId: string; before: string; limit: number }) =>
    sql<PersonRow>`select * from "people" where "companyId" = ${p.companyId} and "trashedAt" <= ${p.before}
      order by "trashedAt" limit ${p.limit}`,
)

/** Maximum number of people deleted per transaction, so that other writers wait only briefly. */
const peoplePerTransaction = 50

/** Deletes people who were moved to Trash at least `TRASH_DAYS` days ago. @returns their number */
export async function emptyTrash(deps: Deps): Promise<number> {
  const before = new Date(deps.now() - deps.settings.TRASH_DAYS * dayMs).toISOString()
  let deletedCount = 0
  await forEachCompany(deps, async (company) => {
    deletedCount += await inChunks(
      (limit) =>
        runAsSystem(deps, company, async (ctx) => {
          const people = await ctx.db.all(trashedBefore, { companyId: company.id, before, limit })
          for (const person of people) await removePerson(ctx, person)
          return people.length
        }),
      peoplePerTransaction,
    )
  })
  return deletedCount
}
