import type { Viewer } from '../access/viewer.ts'
import { type Context, contextOf, type Deps } from '../context.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import { listFields } from '../resources/custom-fields/operations.ts'
import { type Column, columnsOf, customKinds, type ExchangeKind } from './columns.ts'
import { type ExportAsked, type Exported, sources } from './records.ts'

/** So many records are read at once: few enough that memory stays small, and the read short. */
const atOnce = 500

/** Reading for an export, as the user whom it is for. */
export interface Export {
  columns(): Promise<Column[]>
  /** How many records there are; nothing where it would take too long to say. */
  total(): Promise<number | undefined>
  /**
   * All records in the order of creation, one pass, each part read in a snapshot of its own:
   * whatever the size, nothing is held up. What is changed meanwhile may be told as it was or as it
   * is.
   * @throws FORBIDDEN, VALIDATION_ERROR
   */
  records(): AsyncGenerator<Exported[]>
}

export function exportFor(
  deps: Deps,
  viewer: Viewer,
  kind: ExchangeKind,
  asked: ExportAsked,
): Export {
  // What is relative to the present in a filter means the same from the first record to the last.
  const now = deps.now()
  // Each part is short, and there is no end to how many are wanted: what a request may look at does
  // not bind them.
  const own: Deps = {
    ...deps,
    now: () => now,
    settings: { ...deps.settings, MAX_RECORDS_LOOKED_AT: Number.POSITIVE_INFINITY },
  }
  const read = <T>(work: (ctx: Context) => MaybePromise<T>): MaybePromise<T> =>
    deps.store
      .forCompany(viewer.companyId)
      .read((db) => work(contextOf(own, { viewer, requestId: deps.newId('export'), db })))
  return {
    async columns() {
      const record = customKinds[kind]
      return columnsOf(kind, record ? await read((ctx) => listFields(ctx, record)) : [])
    },
    total: async () =>
      read((ctx) =>
        sources[kind].count(ctx, asked).catch((error: unknown) => {
          if ((error as { code?: unknown }).code === 'BAD_REQUEST') return undefined
          throw error
        }),
      ),
    async *records() {
      let next: string | undefined
      do {
        const part = await read((ctx) => sources[kind].part(ctx, asked, next, atOnce))
        yield part.records
        next = part.next
      } while (next !== undefined)
    },
  }
}
