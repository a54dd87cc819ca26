import { require } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import type { DeprecatedUseRow } from '../../deprecation/table.ts'
import { type Slice, sliceOf, type Window, windowParams, windowShape } from '../../store/page.ts'
import { type Given, useList, type Wanted } from './queries.ts'

/** Reading who still uses what is deprecated. It is counted at the doors, and written once a minute. */
export type { DeprecatedUseRow }

export interface UseWhere {
  keyId?: string | null | undefined
  what?: string | null | undefined
}

/** A page of the uses, those that began last first. */
export async function usesPage(ctx: Context, where: UseWhere, window: Window): Promise<Slice<DeprecatedUseRow>> {
  const { params, options } = asked(ctx, where)
  const rows = await ctx.db.all(useList.page({ options, ...windowShape(window) }), { ...params, ...windowParams(window) })
  return sliceOf(rows, window)
}

/** How many keys use how many things, in all. */
export async function countUses(ctx: Context, where: UseWhere): Promise<number> {
  const { params, options } = asked(ctx, where)
  return (await ctx.db.first(useList.count({ options }), params))?.total ?? 0
}

function asked(ctx: Context, { keyId, what }: UseWhere): { params: Wanted; options: Given } {
  require(ctx.viewer, 'audit.view')
  return {
    params: { companyId: ctx.viewer.companyId, keyId: keyId ?? undefined, what: what ?? undefined },
    options: { keyId: keyId != null, what: what != null },
  }
}
