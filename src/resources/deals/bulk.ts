import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { type BulkRow, forEachRow, type UpdateRow, updateEachRow } from '../../crud/bulk.ts'
import type { Maybe } from '../../store/maybe.ts'
import { visibleIds } from '../people/operations.ts'
import { createDeal, type DealInput, type KnownPeople, updateDeal } from './changes.ts'
import type { DealRow } from './table.ts'

/** Creates deals in the order of the input, each like `createDeal`. */
export async function createDeals(
  ctx: Context,
  inputs: readonly DealInput[],
): Promise<BulkRow<DealRow>[]> {
  requireScope(ctx.viewer, 'deals.manage')
  const people = await peopleOf(ctx, inputs)
  return forEachRow(ctx, inputs, (input) => createDeal(ctx, input, people))
}

/** Updates deals, each like `updateDeal`. */
export async function updateDeals(
  ctx: Context,
  inputs: readonly (UpdateRow & Partial<DealInput>)[],
): Promise<BulkRow<DealRow>[]> {
  requireScope(ctx.viewer, 'deals.manage')
  const people = await peopleOf(ctx, inputs)
  return updateEachRow(ctx, inputs, (id, input) => updateDeal(ctx, id, input, people))
}

/** Looks up all referenced people at once; no row changes their visibility. */
const peopleOf = (ctx: Context, inputs: readonly Partial<DealInput>[]): Maybe<KnownPeople> =>
  visibleIds(ctx, [...new Set(inputs.flatMap(({ peopleIds }) => peopleIds ?? []))])
