import type { Context } from '../../context.ts'
import { withSavepoint } from '../../crud/records.ts'
import { ApiError } from '../../errors.ts'
import type { Name } from '../../resources/people/names.ts'
import type { RecordColumns } from '../../store/schema.ts'
import type { SourceRow } from '../reading/source.ts'
import { type Draft, type Problem, rowReader, textOf } from './draft.ts'
import type { DryRun } from './dry-run.ts'
import { freeIds, readExternalIds, recordWith, withAddedIds } from './external-ids.ts'
import { fieldChanges, titleOf } from './field-changes.ts'
import { kinds } from './kinds.ts'
import type { Names } from './names.ts'
import type { Outcome } from './outcome.ts'
import { canLeaveOut, headingOf, inputType, repairInput } from './repair.ts'
import { repeatedRecord } from './repeated-record.ts'
import type { Kind, Run } from './run.ts'

const noMatchKeys = () => ({ emails: [], phones: [] })

/** Thrown inside a row for what is wrong with it, so that all that it did is undone. */
class Refusal extends ApiError {
  readonly problems: Problem[]
  constructor(problems: Problem[]) {
    super('VALIDATION_ERROR', 'refused')
    this.problems = problems
  }
}

/**
 * Makes a record of a row, or changes the one that is there. A row that is refused changes nothing.
 */
export async function applyRow(
  ctx: Context,
  run: Run,
  names: Names,
  row: SourceRow,
  dryRun?: DryRun,
): Promise<Outcome> {
  const sourceRemarks = row.remarks ?? []
  const emptyOutcome = { problems: [], possibleDuplicates: [], keys: noMatchKeys }
  const refused = (problems: Problem[]): Outcome => ({
    ...emptyOutcome,
    state: 'refused',
    problems,
    remarks: sourceRemarks,
  })
  if (row.problem) return refused([{ message: row.problem }])
  if (row.skipped)
    return {
      ...emptyOutcome,
      state: 'skipped',
      remarks: [...sourceRemarks, { action: 'skipped', message: row.skipped }],
    }
  let reader = rowReader(row.cells, run.mapping.columns, run)
  let done = await withSavepoint(ctx, () => place(ctx, run, names, reader, dryRun))
  const details = optionalDetails(done, run, reader.draft)
  if (details) {
    reader = rowReader(row.cells, run.mapping.columns, run)
    reader.draft.refused = details
    done = await withSavepoint(ctx, () => place(ctx, run, names, reader, dryRun))
  }
  ctx.expectedVersion = undefined
  const { remarks } = reader.draft
  if (!(done instanceof ApiError)) return { ...done, remarks: [...sourceRemarks, ...remarks] }
  const problems = done instanceof Refusal ? done.problems : toldOf(done, reader.draft)
  // Values that were left out explain why required ones are missing.
  const missing = remarks.filter(({ action }) => action === 'left out')
  const others = problems.filter(({ heading }) => !missing.some((each) => each.heading === heading))
  return refused([...missing, ...others].map(({ heading, message }) => ({ heading, message })))
}

/** The details of a refusal that concerns only optional values. */
function optionalDetails(done: Outcome | ApiError, run: Run, { input }: Draft) {
  if (!(done instanceof ApiError) || done instanceof Refusal || !done.details) return undefined
  return canLeaveOut(kinds[run.kind].inputs.create, done.details, input) ? done.details : undefined
}

type Row = ReturnType<typeof rowReader>

async function place(
  ctx: Context,
  run: Run,
  names: Names,
  row: Row,
  dryRun?: DryRun,
): Promise<Outcome> {
  const kind = kinds[run.kind]
  const { draft } = row
  const known = await identified(ctx, run, kind, row, dryRun)
  const stored = (id: string | undefined) => (dryRun ? dryRun.storedId(id) : id)
  await kind.read({ ctx, row, run, names, found: stored(known) })
  if (draft.problems.length > 0) throw new Refusal(draft.problems)
  const keys = () => kind.keys?.(ctx, draft, run.match) ?? noMatchKeys()
  const { person, possibleDuplicates = [] } =
    known || run.onMatch === 'create'
      ? {}
      : ((await kind.find?.(ctx, draft, run.match, dryRun)) ?? {})
  const id = known ?? person?.id
  const { externalIds } = draft
  const outcome = { id, externalIds, problems: [], remarks: [], possibleDuplicates, keys }
  const found = stored(id)
  if (id === undefined) {
    const record = await repeatedRecord(ctx, run, kind, draft, dryRun, (there) =>
      update(ctx, kind, { ...draft, remarks: [] }, there),
    )
    if (record) return { ...outcome, id: record.id, state: 'unchanged', record }
  }
  if (found === undefined) {
    const state = id === undefined ? 'created' : run.onMatch === 'skip' ? 'skipped' : 'updated'
    const name = person && nameKept(kind, run, { ...draft, input: { ...draft.input } }, person)
    return { ...outcome, state, name, record: await create(ctx, run, kind, draft) }
  }
  const there = await kind.get(ctx, found)
  if (run.onMatch === 'skip')
    return { ...outcome, ...(await addIds(ctx, kind, draft, there)), state: 'skipped' }
  const name = person && nameKept(kind, run, draft, there as RecordColumns & Name)
  return { ...outcome, name, ...(await update(ctx, kind, draft, there, dryRun && names)) }
}

const nameKept = (kind: Kind, { overwriteNames }: Run, draft: Draft, person: Name) =>
  overwriteNames ? undefined : kind.keepName?.(draft, person)

/** Reads the ids of a row. @returns the id of their record, if the caller can view it */
async function identified(
  ctx: Context,
  run: Run,
  kind: Kind,
  row: Row,
  dryRun?: DryRun,
): Promise<string | undefined> {
  const { draft } = row
  const [own] = row.pieces('id')
  draft.id = own && textOf(own.cell)
  draft.externalIds = readExternalIds(row, run)
  if (run.onMatch === 'create') return undefined
  const found = await recordWith(ctx, kind, draft.externalIds)
  return dryRun ? dryRun.recordWith(draft.externalIds, found) : found
}

async function create(ctx: Context, run: Run, kind: Kind, draft: Draft): Promise<RecordColumns> {
  const { externalIds } = draft
  const input = {
    ...checked(kind.inputs.create, { ...draft.onCreate, ...draft.input }, draft),
    // With `onMatch: create`, existing records keep their external ids.
    externalIds: run.onMatch === 'create' ? await freeIds(ctx, kind, externalIds) : externalIds,
  }
  const { at } = draft
  if (at === undefined) return kind.create(ctx, input, draft)
  if (at < 0 || at > ctx.now())
    throw new Refusal([
      {
        message: `is of ${new Date(at).toISOString()}, but must be of 1970 or later, and not of the future`,
      },
    ])
  return kind.create({ ...ctx, now: () => at }, input, draft)
}

/** @param review names for the field changes of a dry run; undefined in an import */
async function update(
  ctx: Context,
  kind: Kind,
  draft: Draft,
  there: RecordColumns,
  review?: Names,
): Promise<Pick<Outcome, 'state' | 'record' | 'before' | 'name' | 'changes'>> {
  const fields = inputType(kind.inputs.update).getFields()
  const given = Object.fromEntries(
    Object.entries(draft.input).filter(([field]) => Object.hasOwn(fields, field)),
  )
  const ids = await withAddedIds(ctx, kind, there.id, draft.externalIds)
  const input = {
    ...checked(kind.inputs.update, given, draft),
    ...(draft.done !== undefined && { done: draft.done }),
    ...(ids && { externalIds: ids.after }),
  }
  if (Object.keys(input).length === 0) return { state: 'unchanged', record: there }
  const before = {
    ...(await kind.before(ctx, there, input)),
    ...(ids && { externalIds: ids.before }),
  }
  const record = await kind.update(ctx, there.id, input, draft.id === there.id)
  if (record.version === there.version) return { state: 'unchanged', record }
  const [from, to] = [titleOf(there), titleOf(record)]
  return {
    state: 'updated',
    record,
    before: { input: before, version: there.version },
    ...(kind.keepName && from !== to && { name: { from, to, kept: false } }),
    ...(review && {
      changes: fieldChanges(
        before,
        { ...(await kind.before(ctx, record, input)), ...(ids && { externalIds: ids.after }) },
        review,
      ),
    }),
  }
}

/** Adds the external ids of a row to a record, if the caller may change it. */
async function addIds(
  ctx: Context,
  kind: Kind,
  { externalIds, ...draft }: Draft,
  there: RecordColumns,
): Promise<Pick<Outcome, 'record' | 'before'>> {
  const added = { ...draft, input: {}, done: undefined, externalIds }
  const result = await withSavepoint(ctx, () => update(ctx, kind, added, there))
  return result instanceof ApiError ? { record: there } : result
}

/**
 * The input as the API accepts it: trimmed, in normal form.
 * @throws Refusal with the faults of required values
 */
function checked(
  name: string,
  input: Record<string, unknown>,
  draft: Draft,
): Record<string, unknown> {
  const repaired = repairInput(name, input, draft, draft.refused)
  if ('input' in repaired) return repaired.input
  throw new Refusal(repaired.problems)
}

function toldOf({ message, details }: ApiError, draft: Draft): Problem[] {
  if (!details?.length) return [{ message }]
  return details.map((detail) => ({
    heading: headingOf(draft, detail.field),
    message: detail.message,
  }))
}
