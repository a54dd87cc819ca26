import type { AccessParams, AccessScope } from '../access/access-scope.ts'
import type { Context } from '../context.ts'
import type { Deprecation } from '../lib/deprecation.ts'
import type { Form, Kind } from '../store/kinds.ts'

/** What every filter and every predicate is given. */
export type FindParams = AccessParams & { now: string }
export type FindSight = AccessScope
export type FilterSpec = Kind<FindParams, FindSight> & {
  /** Converts fields of type `conditions`; `where` is the filter that contains them. */
  readers?: Record<
    string,
    (ctx: Context, given: readonly unknown[], where: object) => Promise<Condition[]>
  >
  /** Those fields, relations and orders, by their names, that are to go. */
  deprecated?: Record<string, Deprecation>
}

/** A condition on a field, with the value that it is run with. */
export interface Condition {
  field: string
  form: Form
  value: string
}

/**
 * Lets records of a kind be filtered by the records that are related to them. Said where the
 * relation is known.
 */
export function relate(
  kind: FilterSpec,
  name: string,
  relation: FilterSpec['relations'][string],
): void {
  kind.relations[name] = relation
}
