import type { Deps } from '../../context.ts'
import { asSystem } from '../companies/operations.ts'
import { allCompanies } from '../companies/queries.ts'
import { trashedBefore } from './queries.ts'
import { removePerson } from './trash.ts'

/** People removed in one transaction, so that requests never wait long behind the purge. */
const slice = 50
const day = 86_400_000

/** Removes for good whoever has been in Trash for longer than `TRASH_DAYS`. @returns how many */
export async function emptyTrash(deps: Deps): Promise<number> {
  const before = new Date(deps.now() - deps.settings.TRASH_DAYS * day).toISOString()
  let removed = 0
  for (const company of await deps.store.allCompanies.readLatest((db) =>
    db.all(allCompanies, {}),
  )) {
    for (let last = slice; last === slice; removed += last) {
      last = await asSystem(deps, company, async (ctx) => {
        const people = await ctx.db.all(trashedBefore, {
          companyId: company.id,
          before,
          limit: slice,
        })
        for (const person of people) await removePerson(ctx, person)
        return people.length
      })
    }
  }
  return removed
}
