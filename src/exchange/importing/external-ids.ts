import type { GraphQLScalarType } from 'graphql'
import type { Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { InputError } from '../../graphql/schema/scalar-parsers.ts'
import {
  type ExternalId,
  externalIdsOf,
  findByExternalId,
  normalizeSource,
  unionOfIds,
} from '../../resources/external-ids/operations.ts'
import { schema } from '../../resources/index.ts'
import { type Piece, type RowReader, textOf, valuesOf } from './draft.ts'
import type { Kind, Run } from './run.ts'

/** External ids of rows, by which records are matched before any other value. */

/** The source of Dealgraph ids in files exported from another company. */
const ownSource = 'dealgraph'

const checked = (scalar: 'ExternalId' | 'ExternalSource', text: string): string =>
  String((schema.getType(scalar) as GraphQLScalarType).coerceInputValue(text))

/**
 * Reads the ids of a row: the `id` of a Dealgraph export, `externalId` with its `externalSource`,
 * and `externalIds` in the format of exports (`hubspot:1051`).
 */
export function readExternalIds(row: RowReader, run: Run): ExternalId[] {
  const ids: ExternalId[] = []
  const add = ({ heading, cell }: Piece, source: string, id: string) => {
    row.draft.headings.set('externalId', heading)
    try {
      ids.push({
        source: normalizeSource(checked('ExternalSource', source)),
        externalId: checked('ExternalId', id),
      })
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      row.leaveOut(heading, error.message, cell)
    }
  }
  const [own] = row.pieces('id')
  if (own) add(own, ownSource, textOf(own.cell))
  const [named] = row.pieces('externalSource')
  const [foreign] = row.pieces('externalId')
  if (foreign) add(foreign, named ? textOf(named.cell) : run.source, textOf(foreign.cell))
  for (const piece of row.pieces('externalIds'))
    for (const text of valuesOf(piece, run.vendor, /[;\n]/)) {
      const colon = text.indexOf(':')
      add(piece, colon < 0 ? run.source : text.slice(0, colon), text.slice(colon + 1))
    }
  return unionOfIds([], ids)
}

/** A record that the caller cannot view counts as missing, so that it is not disclosed. */
async function visible(ctx: Context, kind: Kind, id: string): Promise<boolean> {
  try {
    await kind.get(ctx, id)
    return true
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN'))
      return false
    throw error
  }
}

/** The record of an exported Dealgraph id, if the caller can view it. */
const ownRecord = async (ctx: Context, kind: Kind, { source, externalId }: ExternalId) =>
  source === ownSource &&
  externalId.startsWith(`${kind.prefix}_`) &&
  (await visible(ctx, kind, externalId))
    ? externalId
    : undefined

/** The first record with one of these ids that the caller can view. */
export async function recordWith(
  ctx: Context,
  kind: Kind,
  ids: readonly ExternalId[],
): Promise<string | undefined> {
  for (const id of ids) {
    const record =
      (await ownRecord(ctx, kind, id)) ?? (await findByExternalId(ctx, kind.prefix, id))
    if (record !== undefined && (await visible(ctx, kind, record))) return record
  }
  return undefined
}

/** The ids that belong to no record. */
export async function freeIds(
  ctx: Context,
  kind: Kind,
  ids: readonly ExternalId[],
): Promise<ExternalId[]> {
  const free: ExternalId[] = []
  for (const id of ids) {
    const record =
      (await findByExternalId(ctx, kind.prefix, id)) ?? (await ownRecord(ctx, kind, id))
    if (record === undefined) free.push(id)
  }
  return free
}

/** A record's external ids before and after adding `ids`; undefined if it has them all. */
export async function withAddedIds(
  ctx: Context,
  kind: Kind,
  recordId: string,
  ids: readonly ExternalId[],
): Promise<{ before: ExternalId[]; after: ExternalId[] } | undefined> {
  const added = ids.filter(
    ({ source, externalId }) => source !== ownSource || externalId !== recordId,
  )
  if (added.length === 0) return undefined
  const before = await externalIdsOf(ctx, kind.prefix, recordId)
  const after = unionOfIds(before, added)
  return after.length > before.length ? { before, after } : undefined
}
