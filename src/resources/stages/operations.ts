import { sql } from 'kysely'
import { isAdministrator, requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { readOnce } from '../../crud/loader.ts'
import { createPositionedReads, moveRow, renumberRows } from '../../crud/positions.ts'
import {
  checkVersion,
  deleteRecord,
  insertRecord,
  newRecord,
  requireSomeField,
  updateRecord,
} from '../../crud/records.ts'
import { recordPersonStage } from '../../crud/stage-changes.ts'
import { conflict, createDetail, forbidden, invalid } from '../../errors.ts'
import { writeEvents } from '../../events/record-event.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import { inChunks } from '../../lib/async.ts'
import { formatCount } from '../../lib/text.ts'
import { query } from '../../store/query.ts'
import type { Schema } from '../../store/schema.ts'
import { stageFilterSpec } from './filter-spec.ts'
import { stagePolicy } from './policy.ts'
import type { StageRow } from './table.ts'

export type { StageRow }

export const {
  list: listStages,
  get: getStage,
  load: loadStage,
} = createPositionedReads('stages', 'Stage')

export const stages = createFilteredList({ spec: stageFilterSpec })

async function findStage(ctx: Context, isTrash: 0 | 1): Promise<StageRow> {
  const stage = (await listStages(ctx)).find((candidate) => candidate.isTrash === isTrash)
  if (!stage) throw new Error(`The company has no ${isTrash ? 'Trash' : 'non-Trash'} stage`)
  return stage
}

/** Returns the default stage of new people. */
export const getFirstStage = (ctx: Context) => findStage(ctx, 0)
export const getTrashStage = (ctx: Context) => findStage(ctx, 1)

/** Requires the scope and role to change stages (contract, clause 5.4: "Owner/Admin only"). */
function requireStageManager(ctx: Context): void {
  requireScope(ctx.viewer, 'stages.manage')
  if (!isAdministrator(ctx.viewer.role)) throw forbidden('Only an Owner or Admin may change stages')
}

/** Creates a stage after all other stages except Trash. @throws FORBIDDEN */
export async function createStage(ctx: Context, { name }: { name: string }): Promise<StageRow> {
  requireStageManager(ctx)
  const stages = await listStages(ctx)
  const row: StageRow = {
    ...newRecord(ctx, 'stage'),
    name,
    position: stages.filter((stage) => !stage.isTrash).length,
    isTrash: 0,
  }
  await insertRecord(ctx, 'stages', row, 'stage.created', ['name', 'position'])
  await renumberRows(ctx, 'stages', stages.toSpliced(row.position, 0, row), row.id)
  return row
}

const readStages = readOnce(listStages)

export const canDeleteStage = async (ctx: Context, stage: StageRow): Promise<boolean> =>
  !stage.isTrash && (await readStages(ctx)).some(({ id, isTrash }) => id !== stage.id && !isTrash)

/** Returns a stage to be changed. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT for Trash */
async function getStageToChange(ctx: Context, id: string): Promise<StageRow> {
  const stage = await getStage(ctx, id)
  if (stage.isTrash) throw conflict('The Trash stage cannot be changed or deleted')
  return checkVersion(ctx, stage)
}

/** Updates a stage. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT for Trash */
export async function updateStage(
  ctx: Context,
  id: string,
  input: { name?: string; position?: number },
): Promise<StageRow> {
  requireStageManager(ctx)
  const patch: { name?: string; position?: number } = requireSomeField(input)
  const stage = await getStageToChange(ctx, id)
  if (patch.position !== undefined) {
    const stages = (await listStages(ctx)).filter(({ isTrash }) => !isTrash)
    patch.position = await moveRow(ctx, 'stages', stages, stage, patch.position)
  }
  return updateRecord(ctx, 'stages', stage, patch, 'stage.updated')
}

/**
 * Deletes a stage. Its people move to `moveTo`; people who were moved from it to Trash will be
 * restored to `moveTo`. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT
 */
export async function deleteStage(ctx: Context, id: string, moveTo?: string | null) {
  requireStageManager(ctx)
  const stage = await getStageToChange(ctx, id)
  const otherStages = (await listStages(ctx)).filter((other) => other.id !== id)
  if (otherStages.every((otherStage) => otherStage.isTrash))
    throw conflict('The last stage other than Trash cannot be deleted')
  const targetStage = otherStages.find((other) => other.id === moveTo && !other.isTrash)
  if (moveTo != null && !targetStage)
    throw invalid(createDetail('moveTo', 'INVALID_REFERENCE', 'matches no other lifecycle stage'))
  await movePeople(ctx, stage, targetStage)
  await deleteRecord(ctx, stagePolicy, stage, 'stage.deleted', ['name'])
  await renumberRows(ctx, 'stages', otherStages)
  return { id }
}

type StageParams = { companyId: string; stageId: string }

const peopleInStage = query(
  (_, p: StageParams & { limit: number; offset: number }) =>
    sql<Schema['people']>`select * from "people"
      where "companyId" = ${p.companyId} and "stageId" = ${p.stageId}
      order by "id" limit ${p.limit} offset ${p.offset}`,
)

/** Selects the people in Trash who were in the stage before they were moved to Trash. */
const selectTrashedPeople = (p: StageParams, limit: number) =>
  sql<{ id: string }>`select "id" from "people" where "companyId" = ${p.companyId}
    and "trashedAt" is not null and "previousStageId" = ${p.stageId} limit ${limit}`

const trashedPersonFromStage = query((_, p: StageParams) => selectTrashedPeople(p, 1))

/** Changes the stage to which people are restored from Trash. */
const changePreviousStage = query(
  (_, p: StageParams & { to: string; limit: number }) =>
    sql`update "people" set "previousStageId" = ${p.to}
      where "companyId" = ${p.companyId} and "id" in (${selectTrashedPeople(p, p.limit)})`,
)

/** The number of people moved per chunk. Writing events after each chunk limits memory use. */
const peoplePerChunk = 500

/** The maximum number of people moved per request: larger moves would block other writers. */
const maxMovedPeople = 10_000

async function movePeople(ctx: Context, from: StageRow, to: StageRow | undefined): Promise<void> {
  const stageParams = { companyId: from.companyId, stageId: from.id }
  if (!to) {
    const person =
      (await ctx.db.first(peopleInStage, { ...stageParams, limit: 1, offset: 0 })) ??
      (await ctx.db.first(trashedPersonFromStage, stageParams))
    if (!person) return
    throw conflict(
      'The stage has contacts, or contacts in Trash would be restored to it: set `moveTo` to another stage',
    )
  }
  // The limit is checked first, because rolling back many changes would take a long time.
  if (await ctx.db.first(peopleInStage, { ...stageParams, limit: 1, offset: maxMovedPeople }))
    throw conflict(
      `The stage has more than ${formatCount(maxMovedPeople)} contacts, which is the limit per request: first move some with \`updatePeople\`, up to 100 at a time`,
    )
  await inChunks(async (limit) => {
    const currentPeople = await ctx.db.all(peopleInStage, { ...stageParams, limit, offset: 0 })
    for (const person of currentPeople) {
      const patch = { stageId: to.id }
      const row = await updateRecord(ctx, 'people', person, patch, 'person.updated')
      await recordPersonStage(ctx, row, from.id)
    }
    await writeEvents(ctx)
    return currentPeople.length
  }, peoplePerChunk)
  // Clients cannot view this change, so it records no event and increments no version.
  await inChunks((limit) => ctx.db.run(changePreviousStage, { ...stageParams, limit, to: to.id }))
}
