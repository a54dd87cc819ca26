/** External ids of rows, by which records are matched before any other value. */
import type { GraphQLScalarType } from 'graphql'
import type { Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { InputError } from '../../graphql/schema/scalar-parsers.ts'
import {
  type ExternalId,
  findByExternalId,
  listExternalIds,
  normalizeSource,
  uniteIds,
} from '../../resources/external-ids/operations.ts'
import { schema } from '../../resources/index.ts'
import { nounOf } from '../kinds.ts'
import type { Importer } from './importers/importer.ts'
import type { ImportPlan } from './plan.ts'
import { type FieldCell, type RowReader, splitCell } from './row-reader.ts'
import { getText } from './values.ts'

/** The source of Dealgraph ids in files that another company exported. */
const ownSource = 'dealgraph'

const parseScalar = (scalar: 'ExternalId' | 'ExternalSource', text: string): string =>
  String((schema.getType(scalar) as GraphQLScalarType).coerceInputValue(text))

/**
 * Reads the ids of a row: the `id` of a Dealgraph export, `externalId` with its `externalSource`,
 * and `externalIds` in the format of exports (`hubspot:1051`).
 */
export function readExternalIds(row: RowReader, plan: ImportPlan): ExternalId[] {
  const ids: ExternalId[] = []
  const add = ({ heading, cell }: FieldCell, source: string, id: string) => {
    row.draft.headings.set('externalId', heading)
    try {
      ids.push({
        source: normalizeSource(parseScalar('ExternalSource', source)),
        externalId: parseScalar('ExternalId', id),
      })
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      row.leaveOut(heading, error.message, cell)
    }
  }
  const ownIdCell = row.cell('id')
  if (ownIdCell) add(ownIdCell, ownSource, getText(ownIdCell.cell))
  const source = row.cell('externalSource')
  const idCell = row.cell('externalId')
  if (idCell) add(idCell, source ? getText(source.cell) : plan.source, getText(idCell.cell))
  for (const cell of row.cells('externalIds'))
    for (const text of splitCell(cell, plan.vendor, /[;\n]/)) {
      const index = text.indexOf(':')
      add(cell, index < 0 ? plan.source : text.slice(0, index), text.slice(index + 1))
    }
  return uniteIds([], ids)
}

/** Treats a record that the user cannot view as missing, so that it is not disclosed. */
async function canView(ctx: Context, importer: Importer, id: string): Promise<boolean> {
  try {
    await importer.get(ctx, id)
    return true
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN'))
      return false
    throw error
  }
}

/** Returns the external id if it is the Dealgraph id of a record that the user can view. */
const findOwnId = async (ctx: Context, importer: Importer, { source, externalId }: ExternalId) =>
  source === ownSource &&
  externalId.startsWith(`${nounOf[importer.kind]}_`) &&
  (await canView(ctx, importer, externalId))
    ? externalId
    : undefined

export async function findByIds(ctx: Context, importer: Importer, ids: readonly ExternalId[]) {
  for (const id of ids) {
    const record =
      (await findOwnId(ctx, importer, id)) ??
      (await findByExternalId(ctx, nounOf[importer.kind], id))
    if (record !== undefined && (await canView(ctx, importer, record))) return record
  }
  return undefined
}

export async function findUnusedIds(ctx: Context, importer: Importer, ids: readonly ExternalId[]) {
  const unusedIds: ExternalId[] = []
  for (const id of ids) {
    const record =
      (await findByExternalId(ctx, nounOf[importer.kind], id)) ??
      (await findOwnId(ctx, importer, id))
    if (record === undefined) unusedIds.push(id)
  }
  return unusedIds
}

/** Returns the external ids before and after adding `ids`; undefined if the record has them all. */
export async function mergeIds(
  ctx: Context,
  importer: Importer,
  recordId: string,
  ids: readonly ExternalId[],
): Promise<{ before: ExternalId[]; after: ExternalId[] } | undefined> {
  const addedIds = ids.filter(
    ({ source, externalId }) => source !== ownSource || externalId !== recordId,
  )
  if (addedIds.length === 0) return undefined
  const before = await listExternalIds(ctx, nounOf[importer.kind], recordId)
  const after = uniteIds(before, addedIds)
  return after.length > before.length ? { before, after } : undefined
}
