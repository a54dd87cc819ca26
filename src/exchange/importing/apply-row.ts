/** Creates or updates the record of a row. A refused row changes nothing. */
import type { Context } from '../../context.ts'
import { withSavepoint } from '../../crud/records.ts'
import { ApiError, conflict } from '../../errors.ts'
import { wasCreatedByImport } from '../../resources/imports/operations.ts'
import type { Name } from '../../resources/people/names.ts'
import type { RecordColumns } from '../../store/schema.ts'
import { inputType } from '../fields.ts'
import type { ExchangeKind } from '../kinds.ts'
import type { SourceRow } from '../reading/source.ts'
import type { DryRun } from './dry-run.ts'
import { deals } from './importers/deals.ts'
import {
  getCurrentInput,
  type Importer,
  readExternalIds,
  readFields,
} from './importers/importer.ts'
import { people } from './importers/people.ts'
import { activities, tasks } from './importers/person-records.ts'
import type { ImportPlan } from './plan.ts'
import {
  findByIds,
  findUnusedIds,
  loadReferenceData,
  mergeIds,
  type ReferenceData,
} from './references.ts'
import { canLeaveOut, getHeading, RowRefused, repairInput } from './repair.ts'
import { getTitle, listFieldChanges, type RowResult } from './results.ts'
import { type Draft, type Problem, RowReader } from './row-reader.ts'

export const importers: Record<ExchangeKind, Importer> = { people, deals, tasks, activities }

type UpdateResult = Pick<RowResult, 'state' | 'record' | 'before' | 'name' | 'changes'>

export class RowImporter {
  private readonly ctx: Context
  private readonly plan: ImportPlan
  private readonly importer: Importer
  private readonly dryRun: DryRun | undefined
  private references: ReferenceData

  constructor(ctx: Context, plan: ImportPlan, references: ReferenceData, dryRun?: DryRun) {
    this.ctx = ctx
    this.plan = plan
    this.importer = importers[plan.kind]
    this.references = references
    this.dryRun = dryRun
  }

  async apply(row: SourceRow): Promise<RowResult> {
    const remarks = row.remarks ?? []
    if (row.problem) return { state: 'refused', problems: [{ message: row.problem }], remarks }
    if (row.skipped) {
      const remark = { action: 'skipped', message: row.skipped } as const
      return { state: 'skipped', problems: [], remarks: [...remarks, remark] }
    }
    const { draft, result } = await this.attempt(row)
    if (!(result instanceof ApiError)) return { ...result, remarks: [...remarks, ...draft.remarks] }
    // The rollback has removed any stage that the row had created.
    if (this.plan.createStages) this.references = await loadReferenceData(this.ctx)
    return { state: 'refused', problems: listProblems(result, draft), remarks }
  }

  /** Applies a row; if the API rejects optional values, applies it again without them. */
  private async attempt(
    row: SourceRow,
    faults?: Draft['refused'],
  ): Promise<{ draft: Draft; result: RowResult | ApiError }> {
    const reader = new RowReader(row.cells, this.plan, faults)
    const { draft } = reader
    const result = await withSavepoint(this.ctx, () => this.save(reader))
    this.ctx.expectedVersion = undefined
    const details = !faults && result instanceof ApiError ? result.details : undefined
    return details && canLeaveOut(inputType('Create', this.plan.kind), details, draft.input)
      ? this.attempt(row, details)
      : { draft, result }
  }

  private async save(row: RowReader): Promise<RowResult> {
    const { ctx, plan, importer, dryRun } = this
    const { draft } = row
    const ownId = await this.findByIds(row)
    const existingId = this.getStoredId(ownId)
    await readFields(importer, { ctx, row, plan, references: this.references, existingId })
    if (draft.problems.length > 0) throw new RowRefused(draft.problems)
    const match =
      ownId || plan.onMatch === 'create'
        ? undefined
        : await importer.find?.(ctx, draft, plan.match, dryRun)
    const id = ownId ?? match?.person?.id
    const result = {
      id,
      externalIds: draft.externalIds,
      problems: [],
      remarks: [],
      possibleDuplicates: match?.possibleDuplicates,
      matchKeys: () => importer.matchKeys?.(ctx, draft, plan.match),
    }
    const namesake = id === undefined ? await this.findRepeated(draft) : undefined
    if (namesake) return { ...result, id: namesake.id, state: 'unchanged', record: namesake }
    const storedId = this.getStoredId(id)
    if (storedId !== undefined)
      return { ...result, ...(await this.updateMatch(draft, storedId, match?.person)) }
    const state = id === undefined ? 'created' : plan.onMatch === 'skip' ? 'skipped' : 'updated'
    const name = this.keepName({ ...draft, input: { ...draft.input } }, match?.person)
    return { ...result, state, name, record: await this.create(draft) }
  }

  /** Returns the id in the database; in a dry run, undefined for records of earlier batches. */
  private getStoredId(id: string | undefined): string | undefined {
    return this.dryRun ? this.dryRun.getStoredId(id) : id
  }

  /** Finds the record with the ids in a row. @returns its id, if the user can view it */
  private async findByIds(row: RowReader): Promise<string | undefined> {
    const { ctx, plan, importer, dryRun } = this
    row.draft.externalIds = readExternalIds(row, plan)
    if (plan.onMatch === 'create') return undefined
    const id = await findByIds(ctx, importer, row.draft.externalIds)
    return dryRun ? dryRun.findRecord(row.draft.externalIds, id) : id
  }

  private async create(draft: Draft): Promise<RecordColumns> {
    const { ctx, plan, importer } = this
    const { externalIds, timeMs: at } = draft
    const input = {
      ...repairInput(inputType('Create', plan.kind), { ...draft.onCreate, ...draft.input }, draft),
      // With `onMatch: create`, existing records keep their external ids.
      externalIds:
        plan.onMatch === 'create' ? await findUnusedIds(ctx, importer, externalIds) : externalIds,
    }
    if (at === undefined) return importer.create(ctx, input, draft)
    if (at >= 0 && at <= ctx.now()) return importer.create({ ...ctx, now: () => at }, input, draft)
    throw new RowRefused([
      { message: `has the time ${new Date(at).toISOString()}; it must be from 1970 to now` },
    ])
  }

  /** Updates a matched record; with `--on-match skip`, only adds the external ids. */
  private async updateMatch(draft: Draft, id: string, person?: Name): Promise<UpdateResult> {
    const record = await this.importer.get(this.ctx, id)
    if (this.plan.onMatch === 'skip') {
      const idsOnlyDraft = { ...draft, input: {}, done: undefined }
      const result = await withSavepoint(this.ctx, () => this.update(idsOnlyDraft, record))
      return { ...(result instanceof ApiError ? { record } : result), state: 'skipped' }
    }
    const name = this.keepName(draft, person && (record as RecordColumns & Name))
    return { name, ...(await this.update(draft, record, this.dryRun && this.references)) }
  }

  private keepName(draft: Draft, person: Name | undefined) {
    return person && !this.plan.overwriteNames ? this.importer.keepName?.(draft, person) : undefined
  }

  /** @param references resolves ids to names in the changes that a dry run reports */
  private async update(
    draft: Draft,
    record: RecordColumns,
    references?: ReferenceData,
  ): Promise<UpdateResult> {
    const { ctx, plan, importer } = this
    const type = inputType('Update', plan.kind)
    const changes = Object.fromEntries(
      Object.entries(draft.input).filter(([field]) => Object.hasOwn(type.getFields(), field)),
    )
    const mergedIds = await mergeIds(ctx, importer, record.id, draft.externalIds)
    const input = {
      ...repairInput(type, changes, draft),
      ...(draft.done !== undefined && { done: draft.done }),
      ...(mergedIds && { externalIds: mergedIds.after }),
    }
    if (Object.keys(input).length === 0) return { state: 'unchanged', record }
    const { externalIds: _, ...values } = input
    const before = await getCurrentInput(ctx, importer, record, values)
    const newRecord = await importer.update(ctx, record.id, input, draft.id === record.id)
    if (newRecord.version === record.version) return { state: 'unchanged', record: newRecord }
    const [from, to] = [getTitle(record), getTitle(newRecord)]
    const previousValues = { ...before, ...(mergedIds && { externalIds: mergedIds.before }) }
    const result: UpdateResult = {
      state: 'updated',
      record: newRecord,
      before: { input: previousValues, version: record.version },
      ...(importer.keepName && from !== to && { name: { from, to, kept: false } }),
    }
    if (!references) return result
    const after = await getCurrentInput(ctx, importer, newRecord, values)
    const newValues = { ...after, ...(mergedIds && { externalIds: mergedIds.after }) }
    return { ...result, changes: listFieldChanges(previousValues, newValues, references) }
  }

  /** Finds an identical record that is older than the import; equal rows mean different people. */
  private async findRepeated(draft: Draft): Promise<RecordColumns | undefined> {
    const { ctx, plan, importer, dryRun } = this
    if (plan.match === 'none' || plan.onMatch === 'create') return undefined
    const requireUnchanged = async (id: string) => {
      const record = await importer.get(ctx, id)
      const { state } = await this.update({ ...draft, remarks: [] }, record)
      // The error rolls back the update.
      if (state !== 'unchanged') throw conflict('The row changes the record.')
      return record
    }
    for (const id of (await importer.findNamesakes?.(ctx, draft)) ?? []) {
      if (dryRun?.isOfFile(id) ?? (await wasCreatedByImport(ctx, plan.importId, id))) continue
      const record = await withSavepoint(ctx, () => requireUnchanged(id))
      if (!(record instanceof ApiError)) return record
    }
    return undefined
  }
}

function listProblems(error: ApiError, draft: Draft): Problem[] {
  // Values that were left out explain why required values are missing.
  const omittedCells = draft.remarks.filter(({ action }) => action === 'left out')
  const otherProblems = listRefusals(error, draft).filter(
    ({ heading }) => !omittedCells.some((remark) => remark.heading === heading),
  )
  return [...omittedCells, ...otherProblems].map(({ heading, message }) => ({ heading, message }))
}

function listRefusals(error: ApiError, draft: Draft): Problem[] {
  if (error instanceof RowRefused) return error.problems
  if (!error.details?.length) return [{ message: error.message }]
  return error.details.map(({ field, message }) => ({ heading: getHeading(draft, field), message }))
}
