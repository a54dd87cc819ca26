/** Reads the records of an export: those that the API's lists would return to the user. */
import { coerceInputValue, type GraphQLInputType } from 'graphql'
import type { Viewer } from '../access/scopes.ts'
import { type Context, createContext, type Deps } from '../context.ts'
import { loadAll } from '../crud/loader.ts'
import type { FilteredList, ListOptions } from '../filtering/filtered-list.ts'
import type { Where } from '../filtering/parse-filter.ts'
import { checkValue, formatInputPath } from '../graphql/values.ts'
import { parseJson } from '../http/body.ts'
import type { MaybePromise } from '../lib/async.ts'
import { type ActivityRow, activities } from '../resources/activities/operations.ts'
import { listFields } from '../resources/custom-fields/operations.ts'
import { loadCustomValues } from '../resources/custom-fields/values.ts'
import { type DealRow, deals, loadPeopleIds, loadTeamIds } from '../resources/deals/operations.ts'
import { loadExternalIds } from '../resources/external-ids/operations.ts'
import { schema } from '../resources/index.ts'
import { loadCollaborators, loadEmails, loadPhones, loadTags } from '../resources/people/lists.ts'
import { type PersonRow, people } from '../resources/people/operations.ts'
import { loadPipeline, loadPipelineStage } from '../resources/pipelines/operations.ts'
import { loadStage } from '../resources/stages/operations.ts'
import { type TaskRow, tasks } from '../resources/tasks/operations.ts'
import { loadTeam } from '../resources/teams/operations.ts'
import { loadUser } from '../resources/users/operations.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'
import { type Column, columnsOf, customFieldKinds, customPrefix, type Value } from './fields.ts'
import { type ExchangeKind, nounOf, typeNameOf } from './kinds.ts'

export type ExportedRecord = Record<string, Value>

const sortPrimaryFirst = <R extends { isPrimary: number }>(rows: readonly R[] | null | undefined) =>
  (rows ?? []).toSorted((a, b) => b.isPrimary - a.isPrimary)
const pickValue = ({ value }: { value: string }) => value
const pickType = ({ type }: { type: string }) => type
const pickName = ({ name }: { name: string }) => name

const loadUserEmail = async <C extends string>(
  ctx: Context,
  row: { readonly [column in C]: string | null },
  column: C,
) => (await loadUser.of(ctx, row, column))?.email ?? null

/** Readers of columns whose values are not stored in the record's row, such as references. */
const columnReaders = {
  async people(ctx: Context, row: PersonRow) {
    const emails = sortPrimaryFirst(await loadEmails.of(ctx, row, 'id'))
    const phones = sortPrimaryFirst(await loadPhones.of(ctx, row, 'id'))
    return {
      emails: emails.map(pickValue),
      emailTypes: emails.map(pickType),
      phones: phones.map(pickValue),
      phoneTypes: phones.map(pickType),
      badPhones: phones.filter(({ isBad }) => isBad === 1).map(pickValue),
      tags: ((await loadTags.of(ctx, row, 'id')) ?? []).map(pickName),
      stage: (await loadStage.of(ctx, row, 'stageId'))?.name ?? null,
      assignedAgent: await loadUserEmail(ctx, row, 'assignedAgentId'),
      collaborators: ((await loadCollaborators.of(ctx, row, 'id')) ?? []).map(({ email }) => email),
    }
  },
  deals: async (ctx: Context, row: DealRow) => ({
    pipeline: (await loadPipeline.of(ctx, row, 'pipelineId'))?.name ?? null,
    stage: (await loadPipelineStage.of(ctx, row, 'stageId'))?.name ?? null,
    people: (await loadPeopleIds.of(ctx, row, 'id')) ?? [],
    teams: (await loadAll(ctx, await loadTeamIds.of(ctx, row, 'id'), loadTeam)).map(pickName),
    assignedAgent: await loadUserEmail(ctx, row, 'assignedAgentId'),
  }),
  tasks: async (ctx: Context, row: TaskRow) => ({
    person: row.personId,
    assignedTo: await loadUserEmail(ctx, row, 'assignedTo'),
  }),
  activities: async (ctx: Context, row: ActivityRow) => ({
    person: row.personId,
    author: await loadUserEmail(ctx, row, 'createdBy'),
  }),
}

/** @throws Error if a column has no value, so that no export silently lacks a field */
async function toRecord(
  ctx: Context,
  kind: ExchangeKind,
  columns: readonly Column[],
  row: object & { id: string },
  readerValues: Promise<ExportedRecord>,
): Promise<ExportedRecord> {
  const externalIds = (await loadExternalIds[nounOf[kind]].of(ctx, row, 'id')) ?? []
  const record: ExportedRecord = {
    ...row,
    ...(await readerValues),
    externalIds: externalIds.map(({ source, externalId }) => `${source}:${externalId}`),
  }
  for (const { name, type } of columns) {
    const value = record[name]
    if (value === undefined)
      throw new Error(`the column ${name} of ${kind} needs a reader in src/exchange/export.ts`)
    if (type === 'boolean' && value !== null) record[name] = value === 1
  }
  return { ...record, ...(await loadCustomColumns(ctx, kind, row)) }
}

async function loadCustomColumns(ctx: Context, kind: ExchangeKind, row: { id: string }) {
  const recordKind = customFieldKinds[kind]
  if (!recordKind) return {}
  const values = await loadCustomValues(ctx, recordKind, row)
  return Object.fromEntries(values.map(([{ key }, value]) => [`${customPrefix}${key}`, value]))
}

export interface Selection extends ListOptions {
  includeTrash: boolean
}

const maxFilterProblems = 5

/** Parses `--where`: the filter of a GraphQL list, as JSON. @throws OperatorError if invalid */
export function parseWhere(kind: ExchangeKind, text: string): Where {
  const type = schema.getType(`${typeNameOf(kind)}Where`) as GraphQLInputType
  const filter = parseObject(text)
  const problems: string[] = []
  const report: Parameters<typeof checkValue>[3] = (path, _, message) =>
    problems.push(`${formatInputPath(path)} ${message}`)
  checkValue(filter, type, ['--where'], report, { strictLists: true })
  if (problems.length > 0)
    throw new OperatorError(
      `${problems.slice(0, maxFilterProblems).join('; ')}.`,
      exitCodes.setting,
    )
  return coerceInputValue(filter, type) as Where
}

function parseObject(text: string): object {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {}
  if (value && typeof value === 'object' && !Array.isArray(value)) return value
  throw new OperatorError(
    `--where must be a JSON object, such as '{"stageId": "stage_…"}'.`,
    exitCodes.setting,
  )
}

/** Number of records read at once; small, to limit memory use and the duration of each read. */
const chunkSize = 500

const createSource = <R extends { id: string }>(
  kind: ExchangeKind,
  list: FilteredList<Selection, R>,
  read: (ctx: Context, row: R) => Promise<ExportedRecord>,
) => ({
  count: (ctx: Context, selection: Selection) => list.count(ctx, selection),
  /** Reads the next records, oldest first; `next` is the cursor of the following chunk. */
  async readChunk(ctx: Context, selection: Selection, after: string | undefined) {
    const { rows, nextAfterId: next } = await list.exportChunk(ctx, selection, after, chunkSize)
    const columns = columnsOf(kind)
    const records = rows.map((row) => toRecord(ctx, kind, columns, row, read(ctx, row)))
    return { next, records: await Promise.all(records) }
  },
})

const sources: Record<ExchangeKind, ReturnType<typeof createSource>> = {
  people: createSource('people', people, columnReaders.people),
  deals: createSource('deals', deals, columnReaders.deals),
  tasks: createSource('tasks', tasks, columnReaders.tasks),
  activities: createSource('activities', activities, columnReaders.activities),
}

export class Exporter {
  private readonly deps: Deps
  private readonly viewer: Viewer
  private readonly kind: ExchangeKind
  private readonly selection: Selection

  constructor(deps: Deps, viewer: Viewer, kind: ExchangeKind, selection: Selection) {
    // Relative times in a filter are resolved once, so that they are the same for all records.
    const now = deps.now()
    // An export reads in short chunks, so the limit of records in a single request does not apply.
    const settings = { ...deps.settings, MAX_RECORDS_LOOKED_AT: Number.POSITIVE_INFINITY }
    this.deps = { ...deps, now: () => now, settings }
    this.viewer = viewer
    this.kind = kind
    this.selection = selection
  }

  async listColumns(): Promise<Column[]> {
    const recordKind = customFieldKinds[this.kind]
    const customFields = recordKind ? await this.read((ctx) => listFields(ctx, recordKind)) : []
    return columnsOf(this.kind, customFields)
  }

  /** Counts the records. @returns undefined if counting takes too long */
  async countRecords(): Promise<number | undefined> {
    return this.read((ctx) =>
      sources[this.kind].count(ctx, this.selection).catch((error: unknown) => {
        if ((error as { code?: unknown }).code === 'BAD_REQUEST') return undefined
        throw error
      }),
    )
  }

  /**
   * Yields all records, oldest first, each chunk from its own snapshot, so that no writer is
   * blocked. A record that changes meanwhile is exported either before or after its change. @throws
   * FORBIDDEN, VALIDATION_ERROR
   */
  async *readRecords(): AsyncGenerator<ExportedRecord[]> {
    let after: string | undefined
    do {
      const { records, next } = await this.read((ctx) =>
        sources[this.kind].readChunk(ctx, this.selection, after),
      )
      yield records
      after = next
    } while (after !== undefined)
  }

  private read<T>(work: (ctx: Context) => MaybePromise<T>): MaybePromise<T> {
    const { deps, viewer } = this
    return deps.store
      .forCompany(viewer.companyId)
      .read((db) => work(createContext(deps, { viewer, requestId: deps.newId('export'), db })))
  }
}
