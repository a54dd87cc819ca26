/** Reads the records of an export: the same records that the API's lists return to the user. */
import { coerceInputValue, type GraphQLInputType } from 'graphql'
import type { Viewer } from '../access/scopes.ts'
import { type Context, createContext, type Deps } from '../context.ts'
import { type ExportSelection, type ExportValue, getExportSource } from '../filtering/exports.ts'
import type { Where } from '../filtering/parse-filter.ts'
import { findValueProblems } from '../graphql/check-values.ts'
import { formatInputPath } from '../graphql/values.ts'
import { parseJson } from '../http/body.ts'
import type { MaybePromise } from '../lib/async.ts'
import { getIdPrefix } from '../lib/ids.ts'
import { listFields } from '../resources/custom-fields/operations.ts'
import { loadCustomValues } from '../resources/custom-fields/values.ts'
import { loadExternalIds } from '../resources/external-ids/operations.ts'
import { schema as shippedSchema } from '../resources/index.ts'
import { OperatorError } from '../store/faults.ts'
import { type Column, customFieldKinds, customPrefix, listColumns } from './fields.ts'

export type ExportedRecord = Record<string, ExportValue>

/** @throws Error if a column has no value, because an export must not silently omit a field */
async function toExportedRecord(
  ctx: Context,
  kind: string,
  columns: readonly Column[],
  row: object & { id: string },
): Promise<ExportedRecord> {
  const record: ExportedRecord = {
    ...row,
    ...(await getExportSource(kind).readColumns?.(ctx, row as never)),
    externalIds: await readExternalIds(ctx, row),
  }
  for (const { name, type } of columns) {
    const columnValue = record[name]
    if (columnValue === undefined)
      throw new Error(`The export of ${kind} has no reader for the column ${name}: add one`)
    if (type === 'boolean' && columnValue !== null) record[name] = columnValue === 1
  }
  return { ...record, ...(await loadCustomColumns(ctx, kind, row)) }
}

async function readExternalIds(ctx: Context, row: { id: string }) {
  const loaders: Partial<Record<string, (typeof loadExternalIds)['person']>> = loadExternalIds
  const externalIds = await loaders[getIdPrefix(row.id)]?.of(ctx, row, 'id')
  return (externalIds ?? []).map(({ source, externalId }) => `${source}:${externalId}`)
}

async function loadCustomColumns(ctx: Context, kind: string, row: { id: string }) {
  const recordKind = customFieldKinds[kind]
  if (!recordKind) return {}
  const values = await loadCustomValues(ctx, recordKind, row)
  return Object.fromEntries(values.map(([{ key }, value]) => [`${customPrefix}${key}`, value]))
}

const maxFilterProblems = 5

/** Parses `--where`, a GraphQL filter as JSON. @throws OperatorError if the filter is invalid */
export function parseWhere(kind: string, text: string): Where {
  const filterType = shippedSchema.getType(`${getExportSource(kind).type}Where`) as GraphQLInputType
  const filter = parseJsonObject(text)
  const problems = findValueProblems(filter, filterType, ['--where'])
    .slice(0, maxFilterProblems)
    .map(({ path, message }) => `${formatInputPath(path)} ${message}`)
  if (problems.length > 0) throw new OperatorError(`${problems.join('; ')}.`, 'setting')
  return coerceInputValue(filter, filterType) as Where
}

function parseJsonObject(text: string): object {
  let parsed: unknown
  try {
    parsed = parseJson(text)
  } catch {}
  if (parsed && typeof parsed === 'object' && !Array.isArray(parsed)) return parsed
  throw new OperatorError(
    `--where must be a JSON object, such as '{"stageId": {"eq": "stage_…"}}'.`,
    'setting',
  )
}

/** Number of records per read. A small number limits memory use and the duration of each read. */
const chunkSize = 500

/** Reads the next chunk of records, oldest first. `next` is the cursor of the following chunk. */
async function readChunk(
  ctx: Context,
  kind: string,
  columns: readonly Column[],
  selection: ExportSelection,
  after: string | undefined,
) {
  const { list } = getExportSource(kind)
  const { rows, nextAfterId: next } = await list.exportChunk(ctx, selection, after, chunkSize)
  const records = rows.map((row) => toExportedRecord(ctx, kind, columns, row))
  return { next, records: await Promise.all(records) }
}

/** Counts the records of an export. @returns undefined if the count would scan too many records */
const countRecords = (ctx: Context, kind: string, selection: ExportSelection) =>
  getExportSource(kind)
    .list.count(ctx, selection)
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'BAD_REQUEST') return undefined
      throw error
    })

export type Exporter = ReturnType<typeof createExporter>

/** Creates a reader of the selected records of a kind that the viewer can view. */
export function createExporter(
  deps: Deps,
  viewer: Viewer,
  kind: string,
  selection: ExportSelection,
  schema = shippedSchema,
) {
  // Resolve relative times in the filter once, so that they are the same for all records.
  const now = deps.now()
  // An export reads short chunks, so the limit on scanned records per request is not needed.
  const settings = { ...deps.settings, MAX_RECORDS_LOOKED_AT: Number.POSITIVE_INFINITY }
  const exportDeps = { ...deps, now: () => now, settings }
  const readInContext = <T>(work: (ctx: Context) => MaybePromise<T>): MaybePromise<T> =>
    deps.store.forCompany(viewer.companyId).read((db) => {
      const requestId = deps.newId('export')
      return work(createContext(exportDeps, { viewer, requestId, db }))
    })
  const recordKind = customFieldKinds[kind]
  return {
    async listColumns(): Promise<Column[]> {
      const fields = recordKind ? await readInContext((ctx) => listFields(ctx, recordKind)) : []
      return listColumns(kind, fields, schema)
    },
    countRecords: () => readInContext((ctx) => countRecords(ctx, kind, selection)),
    /**
     * Yields all records, oldest first. Each chunk has its own snapshot, so that the export blocks
     * no writer. A record that changes during the export appears in its old or in its new state.
     * @throws FORBIDDEN, VALIDATION_ERROR
     */
    async *readRecords(): AsyncGenerator<ExportedRecord[]> {
      const columns = listColumns(kind, [], schema)
      let after: string | undefined
      do {
        const chunk = await readInContext((ctx) => readChunk(ctx, kind, columns, selection, after))
        yield chunk.records
        after = chunk.next
      } while (after !== undefined)
    },
  }
}
