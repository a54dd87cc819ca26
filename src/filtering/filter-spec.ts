import type { AccessParams, AccessScope } from '../access/access-scope.ts'
import type { Context } from '../context.ts'
import type { Deprecation } from '../lib/deprecation.ts'
import type { Kind, Operator } from '../store/kinds.ts'

/** What every filter and every predicate is given. */
export type FilterParams = AccessParams & { now: string }
export type FilterSpec = Kind<FilterParams, AccessScope> & {
  /** Converts fields of type `conditions`; `where` is the filter that contains them. */
  expansions?: Record<
    string,
    (ctx: Context, given: readonly unknown[], where: object) => Promise<FieldCondition[]>
  >
  /** Those fields, relations and orders, by their names, that are to go. */
  deprecated?: Record<string, Deprecation>
}

/** A condition on a field, with the value that it is run with. */
export interface FieldCondition {
  field: string
  operator: Operator
  value: string
}

/**
 * Lets records of a kind be filtered by the records that are related to them. Said where the
 * relation is known.
 */
export function addRelation(
  kind: FilterSpec,
  name: string,
  relation: FilterSpec['relations'][string],
): void {
  kind.relations[name] = relation
}
