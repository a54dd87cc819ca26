import type { RawBuilder } from 'kysely'
import type { TableName } from './schema.ts'
import type { AccessPath } from './ways.ts'

/**
 * A kind of record that can be filtered and sorted, described as data: from it come the GraphQL
 * input types, the conditions in SQL, and the plan by which a page is found.
 */
export interface Kind<P = never, S = never> {
  table: TableName
  /** The prefix of its ids, which carry the time of creation. */
  prefix: string
  /** In which ways the caller can see a record (see `listOf`); none: all are seen. */
  accessPaths(p: P, sight: S): AccessPath[]
  /** The same for one record at a time. */
  canView(p: P, sight: S): RawBuilder<boolean>
  fields: Record<string, Field<P, S>>
  relations: Record<string, Relation<P, S>>
  orders: Record<string, Order>
  /** The order that lists have unless another is asked for; createdAt where nothing is said. */
  defaultOrder?: string
  /** What stands for a column in `orders` and is made of others. */
  computedColumns?: Record<string, RawBuilder<unknown>>
}

/**
 * How a field is compared: equal, true, false, without a value, one of a list, from … to
 * (included), before (excluded).
 */
export type Operator =
  | 'equals'
  | 'isTrue'
  | 'isFalse'
  | 'isNull'
  | 'in'
  | 'atLeast'
  | 'atMost'
  | 'lessThan'
  | 'between'

export interface Field<P, S> {
  description: string
  /**
   * What is given: a value; a range of numbers, of times, of times of creation (which are looked up
   * by id); or conditions, which are read into conditions on other fields (`readers`).
   */
  type:
    | 'ID'
    | 'String'
    | 'Boolean'
    | 'Enum'
    | 'DateTime'
    | 'number'
    | 'time'
    | 'created'
    | 'conditions'
  list?: true
  /** Must look like an id, or it is refused rather than not found. */
  checkIdFormat?: true
  /** `null` may be given: those that have none. */
  nullable?: true
  /** Set by the program, not offered to clients. */
  internal?: true
  /**
   * The column that is compared; there is an index on (companyId, column, id) where `indexed`,
   * which serves `when` too.
   */
  column?: string
  indexed?: true
  /**
   * A partial index has the records for which this holds in order, so that a walk can leave the
   * others out.
   */
  partialIndex?: true
  /**
   * The condition, where it is not a comparison of the column. `value` is the placeholder of what
   * was given.
   */
  predicate?(p: P, sight: S, value: string, operator: Operator): RawBuilder<boolean>
  /** The ids (as a column `id`) of all records for which it holds, by an index. */
  matchingIds?(p: P, sight: S, value: string, operator: Operator): RawBuilder<unknown>
  /** From what was given to what is compared. */
  normalize?(value: string, region: string): string
}

export interface Relation<P, S> {
  description: string
  requiredScope: string
  target: Kind<P, S>
  /** At most one record is related. */
  toOne?: true
  /** `from … where …`, tying the related records to the record that is looked at. */
  fromRelated(p: P): RawBuilder<unknown>
  /** The ids of the records to which some of these related ones belong. */
  parentIds(p: P, ids: RawBuilder<unknown>): RawBuilder<unknown>
}

/** A field that lists can be sorted by. */
export interface Order {
  description: string
  column: string
  nullable?: true
  /** Where no index has the order, only lists that are short enough to be sorted are. */
  unindexed?: true
  descending: boolean
}

/** A filter without its values, which are parameters under the names that stand in `value`. */
export type FilterExpression =
  | { and: FilterExpression[] }
  | { or: FilterExpression[] }
  | { not: FilterExpression }
  | Comparison
  | { relation: string; negated: boolean; where: FilterExpression }

export interface Comparison {
  field: string
  operator: Operator
  param: string
}
