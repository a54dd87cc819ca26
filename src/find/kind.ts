import type { Sight, SightParams } from '../auth/sight.ts'
import type { Kind } from '../store/kinds.ts'

/** What every filter and every predicate is given. */
export type FindParams = SightParams & { now: string }
export type FindSight = Sight
export type Findable = Kind<FindParams, FindSight>

/** Lets records of a kind be filtered by the records that are related to them. Said where the relation is known. */
export function relate(kind: Findable, name: string, relation: Findable['relations'][string]): void {
  kind.relations[name] = relation
}
