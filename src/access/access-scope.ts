import { createDerivedCache } from '../lib/cache.ts'
import { listParam } from '../store/sql.ts'
import { covers, narrowedViewScopes } from './narrowing.ts'
import { allScopes, type ViewScope } from './scopes.ts'
import { dataScopeOf, type Viewer } from './viewer.ts'

/**
 * What the visibility predicates need to know of the caller: as a shape (does the reach cover
 * everybody?), on which the text of a query depends, and as parameters (whose records otherwise).
 */
export interface AccessScope {
  people: boolean
  edit: boolean
  deals: boolean
  role: boolean
  /**
   * A deal is seen by way of people as far as the caller's sight of people reaches, or that of
   * deals where it is the narrower: a key with `deals.view.own` would else see every deal that has
   * a person, since it sees people as its user does.
   */
  dealsByPeople: 'peopleReach' | 'dealsReach'
  /** Narrowed keys only: the view scopes whose level is lower than that of the role. */
  narrowed?: readonly ViewScope[]
}

export interface AccessParams {
  companyId: string
  viewerId: string
  /** Lists (see `listParam`) of the users whose records the caller's reach covers. */
  peopleReach: string
  editReach: string
  dealsReach: string
  roleReach: string
  /** The teams that the caller belongs to. */
  teamIds: string
  /** The caller's API key; empty for the server itself. */
  keyId: string
  /**
   * The scopes that a narrowed key holds for credentials of its own user, and for credentials of
   * other users.
   */
  heldForOwn: string
  heldForOthers: string
}

const viewerScopes = createDerivedCache<Viewer, { scope: AccessScope; params: AccessParams }>(
  'viewer_scopes',
)

function deriveScope(viewer: Viewer): { scope: AccessScope; params: AccessParams } {
  const reach = {
    people: dataScopeOf(viewer, 'people.view'),
    edit: dataScopeOf(viewer, 'people.edit'),
    deals: dataScopeOf(viewer, 'deals.view'),
    role: dataScopeOf(viewer),
  }
  const users = (each: (typeof reach)['role']) => listParam(each.all ? [] : each.userIds)
  const { rights } = viewer
  const held = (ofAnotherUser: boolean) =>
    rights.narrowed ? allScopes.filter((scope) => covers(rights, scope, ofAnotherUser)) : []
  return {
    scope: {
      people: reach.people.all,
      edit: reach.edit.all,
      deals: reach.deals.all,
      role: reach.role.all,
      dealsByPeople:
        reach.people.all ||
        (!reach.deals.all && reach.deals.userIds.length < reach.people.userIds.length)
          ? 'dealsReach'
          : 'peopleReach',
      ...(rights.narrowed && { narrowed: narrowedViewScopes(viewer) }),
    },
    params: {
      companyId: viewer.companyId,
      viewerId: viewer.userId,
      peopleReach: users(reach.people),
      editReach: users(reach.edit),
      dealsReach: users(reach.deals),
      roleReach: users(reach.role),
      teamIds: listParam(viewer.teamIds),
      keyId: viewer.keyId ?? '',
      heldForOwn: listParam(held(false)),
      heldForOthers: listParam(held(true)),
    },
  }
}

const scopesOf = (viewer: Viewer) => viewerScopes.getOrCreate(viewer, () => deriveScope(viewer))

export const accessScopeOf = (viewer: Viewer): AccessScope => scopesOf(viewer).scope
export const accessParams = (viewer: Viewer): AccessParams => scopesOf(viewer).params
