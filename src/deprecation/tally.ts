import type { Viewer } from '../access/viewer.ts'
import { type Deps, timestamp } from '../context.ts'
import type { Use } from './deprecation.ts'
import { addUses } from './queries.ts'
import type { DeprecatedUseRow } from './table.ts'

/**
 * How long uses are only counted before they are written, in milliseconds: a read is not to wait
 * for the disk.
 */
const interval = 60_000

/**
 * Who still uses what is deprecated: counted in memory, by key, and written once a minute and when
 * the server stops.
 */
export interface Tally {
  note(viewer: Viewer, uses: readonly Use[]): void
  /**
   * Resolves when all that was noted until now is written; what cannot be is kept for the next
   * time.
   */
  flush(): Promise<void>
}

type Counted = Omit<DeprecatedUseRow, 'id'>

export function tallyOf(deps: Deps): Tally {
  const counted = new Map<string, Counted>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  /**
   * Clients choose neither: there are as many entries at most as keys, times things that are
   * deprecated.
   */
  function add(more: Counted): void {
    const name = `${more.keyId} ${more.what}`
    const row = counted.get(name)
    if (row) {
      row.calls += more.calls
      if (more.firstUsedAt < row.firstUsedAt) row.firstUsedAt = more.firstUsedAt
      if (more.lastUsedAt > row.lastUsedAt) row.lastUsedAt = more.lastUsedAt
    } else counted.set(name, more)
    timer ??= setTimeout(() => void flush(), interval).unref()
  }

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const rows = [...counted.values()]
    counted.clear()
    for (const [companyId, ofCompany] of Map.groupBy(rows, (row) => row.companyId)) {
      try {
        await deps.store.of(companyId).write(async (db) => {
          for (const row of ofCompany) await db.run(addUses, { ...row, id: deps.newId('use') })
        })
      } catch (error) {
        deps.log.error(
          { err: error },
          'uses of what is deprecated could not be written; they are kept in memory',
        )
        ofCompany.forEach(add)
      }
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write)
    return writing
  }

  return {
    note({ companyId, keyId }, uses) {
      if (uses.length === 0 || !keyId) return
      const at = timestamp(deps)
      for (const { what, deprecated } of uses)
        add({
          companyId,
          keyId,
          what,
          calls: 1,
          firstUsedAt: at,
          lastUsedAt: at,
          sunset: deprecated.sunset ?? null,
        })
    },
    flush,
  }
}
