/** Creates or updates the record of an import row. A rejected row changes nothing. */
import type { Context } from '../../context.ts'
import { withSavepoint } from '../../crud/records.ts'
import { ApiError, conflict } from '../../errors.ts'
import { wasCreatedByImport } from '../../resources/imports/operations.ts'
import type { Name } from '../../resources/people/names.ts'
import type { RecordColumns } from '../../store/schema.ts'
import { getInputType } from '../fields.ts'
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
import { canOmit, getHeading, RowRejected, repairInput } from './repair.ts'
import { getTitle, listFieldChanges, type RowResult } from './results.ts'
import { type Draft, type Problem, RowReader } from './row-reader.ts'

export const importers: Record<ExchangeKind, Importer> = { people, deals, tasks, activities }

type UpdateResult = Pick<RowResult, 'state' | 'record' | 'before' | 'name' | 'changes'>

export class RowImporter {
  readonly #ctx: Context
  readonly #plan: ImportPlan
  readonly #importer: Importer
  readonly #dryRun: DryRun | undefined
  #references: ReferenceData

  constructor(ctx: Context, plan: ImportPlan, references: ReferenceData, dryRun?: DryRun) {
    this.#ctx = ctx
    this.#plan = plan
    this.#importer = importers[plan.kind]
    this.#references = references
    this.#dryRun = dryRun
  }

  async applyRow(row: SourceRow): Promise<RowResult> {
    const remarks = row.remarks ?? []
    if (row.problem) return { state: 'refused', problems: [{ message: row.problem }], remarks }
    if (row.skipped) {
      const remark = { action: 'skipped', message: row.skipped } as const
      return { state: 'skipped', problems: [], remarks: [...remarks, remark] }
    }
    const { draft, result } = await this.#applyWithRetry(row)
    if (!(result instanceof ApiError)) return { ...result, remarks: [...remarks, ...draft.remarks] }
    return { state: 'refused', problems: listProblems(result, draft), remarks }
  }

  /** Applies a row. If the API rejects optional values, applies the row again without them. */
  async #applyWithRetry(
    row: SourceRow,
    rejectedDetails?: Draft['rejected'],
  ): Promise<{ draft: Draft; result: RowResult | ApiError }> {
    const reader = new RowReader(row.cells, this.#plan, rejectedDetails)
    const { draft } = reader
    const result = await withSavepoint(this.#ctx, () => this.#saveRecord(reader))
    if (!(result instanceof ApiError)) return { draft, result }
    // Reload the stages, since the rollback has removed any stage that the row created.
    if (this.#plan.createStages) this.#references = await loadReferenceData(this.#ctx)
    const details = rejectedDetails ? undefined : result.details
    return details && canOmit(getInputType('Create', this.#plan.kind), details, draft.input)
      ? this.#applyWithRetry(row, details)
      : { draft, result }
  }

  async #saveRecord(row: RowReader): Promise<RowResult> {
    const { draft } = row
    const idFromFile = await this.#findByIds(row)
    const existingId = this.#getStoredId(idFromFile)
    await readFields(this.#importer, {
      ctx: this.#ctx,
      row,
      plan: this.#plan,
      references: this.#references,
      existingId,
    })
    if (draft.problems.length > 0) throw new RowRejected(draft.problems)
    const match =
      idFromFile || this.#plan.onMatch === 'create'
        ? undefined
        : await this.#importer.find?.(this.#ctx, draft, this.#plan.match, this.#dryRun)
    const id = idFromFile ?? match?.person?.id
    const baseResult = {
      id,
      externalIds: draft.externalIds,
      problems: [],
      remarks: [],
      possibleDuplicates: match?.possibleDuplicates,
      getMatchKeys: () => this.#importer.getMatchKeys?.(this.#ctx, draft, this.#plan.match),
    }
    const existing = id === undefined ? await this.#findIdenticalRecord(draft) : undefined
    if (existing) return { ...baseResult, id: existing.id, state: 'unchanged', record: existing }
    const storedId = this.#getStoredId(id)
    if (storedId !== undefined)
      return { ...baseResult, ...(await this.#updateMatch(draft, storedId, match?.person)) }
    const state =
      id === undefined ? 'created' : this.#plan.onMatch === 'skip' ? 'skipped' : 'updated'
    const name = this.#keepName({ ...draft, input: { ...draft.input } }, match?.person)
    return { ...baseResult, state, name, record: await this.#createRecord(draft) }
  }

  /** Returns the database id; in a dry run, undefined for a record created by an earlier batch. */
  #getStoredId(id: string | undefined): string | undefined {
    return this.#dryRun ? this.#dryRun.getStoredId(id) : id
  }

  /** Reads a row's external ids, and finds a visible record by them unless `onMatch` is create. */
  async #findByIds(row: RowReader): Promise<string | undefined> {
    row.draft.externalIds = readExternalIds(row, this.#plan)
    if (this.#plan.onMatch === 'create') return undefined
    const id = await findByIds(this.#ctx, this.#importer, row.draft.externalIds)
    return this.#dryRun ? this.#dryRun.findRecord(row.draft.externalIds, id) : id
  }

  async #createRecord(draft: Draft): Promise<RecordColumns> {
    const { externalIds, timeMs } = draft
    const createInput = { ...draft.onCreate, ...draft.input }
    const input = {
      ...repairInput(getInputType('Create', this.#plan.kind), createInput, draft),
      // With `onMatch: create`, external ids that are already in use stay with their records.
      externalIds:
        this.#plan.onMatch === 'create'
          ? await findUnusedIds(this.#ctx, this.#importer, externalIds)
          : externalIds,
    }
    if (timeMs === undefined) return this.#importer.create(this.#ctx, input, draft)
    if (timeMs >= 0 && timeMs <= this.#ctx.now())
      return this.#importer.create({ ...this.#ctx, now: () => timeMs }, input, draft)
    throw new RowRejected([
      { message: `the time ${new Date(timeMs).toISOString()} is before 1970 or in the future` },
    ])
  }

  /** Updates a matched record. With `--on-match skip`, only adds the external ids. */
  async #updateMatch(draft: Draft, id: string, person?: Name): Promise<UpdateResult> {
    const record = await this.#importer.get(this.#ctx, id)
    if (this.#plan.onMatch === 'skip') {
      const draftWithIdsOnly = { ...draft, input: {}, done: undefined }
      const result = await withSavepoint(this.#ctx, () => this.#update(draftWithIdsOnly, record))
      return { ...(result instanceof ApiError ? { record } : result), state: 'skipped' }
    }
    const name = this.#keepName(draft, person && (record as RecordColumns & Name))
    return { name, ...(await this.#update(draft, record, this.#dryRun && this.#references)) }
  }

  #keepName(draft: Draft, person: Name | undefined) {
    return person && !this.#plan.overwriteNames
      ? this.#importer.keepName?.(draft, person)
      : undefined
  }

  /** @param references set in a dry run, to report the changes with names instead of ids */
  async #update(
    draft: Draft,
    record: RecordColumns,
    references?: ReferenceData,
  ): Promise<UpdateResult> {
    const inputType = getInputType('Update', this.#plan.kind)
    const changes = Object.fromEntries(
      Object.entries(draft.input).filter(([field]) => Object.hasOwn(inputType.getFields(), field)),
    )
    const mergedIds = await mergeIds(this.#ctx, this.#importer, record.id, draft.externalIds)
    const input = {
      ...repairInput(inputType, changes, draft),
      ...(draft.done !== undefined && { done: draft.done }),
      ...(mergedIds && { externalIds: mergedIds.after }),
    }
    if (Object.keys(input).length === 0) return { state: 'unchanged', record }
    const { externalIds: _, ...values } = input
    const previousInput = await getCurrentInput(this.#ctx, this.#importer, record, values)
    const newRecord = await this.#importer.update(
      this.#ctx,
      record.id,
      input,
      draft.id === record.id,
    )
    if (newRecord.version === record.version) return { state: 'unchanged', record: newRecord }
    const [from, to] = [getTitle(record), getTitle(newRecord)]
    const previousValues = { ...previousInput, ...(mergedIds && { externalIds: mergedIds.before }) }
    const result: UpdateResult = {
      state: 'updated',
      record: newRecord,
      before: { input: previousValues, version: record.version },
      ...(this.#importer.keepName && from !== to && { name: { from, to, kept: false } }),
    }
    if (!references) return result
    const newInput = await getCurrentInput(this.#ctx, this.#importer, newRecord, values)
    const newValues = { ...newInput, ...(mergedIds && { externalIds: mergedIds.after }) }
    return { ...result, changes: listFieldChanges(previousValues, newValues, references) }
  }

  /** Finds a person whom the row would not change, except people whom the import has created. */
  async #findIdenticalRecord(draft: Draft): Promise<RecordColumns | undefined> {
    if (this.#plan.match === 'none' || this.#plan.onMatch === 'create') return undefined
    const requireUnchanged = async (id: string) => {
      const record = await this.#importer.get(this.#ctx, id)
      const { state } = await this.#update({ ...draft, remarks: [] }, record)
      // This error rolls back the update.
      if (state !== 'unchanged') throw conflict('The row would change the record.')
      return record
    }
    for (const id of (await this.#importer.findNamesakes?.(this.#ctx, draft)) ?? []) {
      if (
        this.#dryRun?.isFromFile(id) ??
        (await wasCreatedByImport(this.#ctx, this.#plan.importId, id))
      )
        continue
      const record = await withSavepoint(this.#ctx, () => requireUnchanged(id))
      if (!(record instanceof ApiError)) return record
    }
    return undefined
  }
}

function listProblems(error: ApiError, draft: Draft): Problem[] {
  // Omitted values explain why required values are missing.
  const omittedCells = draft.remarks.filter(({ action }) => action === 'left out')
  const otherProblems = listErrorProblems(error, draft).filter(
    ({ heading }) => !omittedCells.some((remark) => remark.heading === heading),
  )
  return [...omittedCells, ...otherProblems].map(({ heading, message }) => ({ heading, message }))
}

function listErrorProblems(error: ApiError, draft: Draft): Problem[] {
  if (error instanceof RowRejected) return error.problems
  if (!error.details?.length) return [{ message: error.message }]
  return error.details.map(({ field, message }) => ({ heading: getHeading(draft, field), message }))
}
