import { createHash } from 'node:crypto'
import { levels } from './scopes.ts'
import { dataScopeOf, roleLevel, type Viewer } from './viewer.ts'

/** The extent of a caller's rights at one time, for comparison with a later time. */
export interface ReachSnapshot {
  scopes: readonly string[]
  level: (typeof levels)[number]
  teamIds: readonly string[]
  /** SHA-256 of the ids of the users whose records a Team Leader can view: teams can be large. */
  teamUsers: string
}

const digestOf = (ids: readonly string[]) =>
  createHash('sha256')
    .update([...ids].sort().join())
    .digest('hex')

export const reachSnapshot = ({ role, rights, teamIds, teamUserIds }: Viewer): ReachSnapshot => ({
  scopes: rights.list,
  level: roleLevel[role],
  teamIds,
  teamUsers: digestOf(teamUserIds),
})

/** Whether the caller's access is independent of teams. */
const viewsEverything = (viewer: Viewer) =>
  [undefined, 'people.view', 'people.edit', 'deals.view'].every(
    (scope) => dataScopeOf(viewer, scope as 'people.view' | undefined).all,
  )

/**
 * Whether the caller's rights may be narrower than before. A team whose users have changed counts
 * as narrower, since the digest does not show who left.
 */
export function isNarrowerThan(viewer: Viewer, before: ReachSnapshot): boolean {
  const now = reachSnapshot(viewer)
  if (levels.indexOf(now.level) < levels.indexOf(before.level)) return true
  if (!before.scopes.every((scope) => now.scopes.includes(scope))) return true
  if (viewsEverything(viewer)) return false
  return (
    now.teamUsers !== before.teamUsers || !before.teamIds.every((id) => now.teamIds.includes(id))
  )
}
