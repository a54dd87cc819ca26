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
  ways(p: P, sight: S): AccessPath[]
  /** The same for one record at a time. */
  sees(p: P, sight: S): RawBuilder<boolean>
  fields: Record<string, Field<P, S>>
  relations: Record<string, Relation<P, S>>
  orders: Record<string, Order>
  /** The order that lists have unless another is asked for; createdAt where nothing is said. */
  usual?: string
  /** What stands for a column in `orders` and is made of others. */
  computed?: Record<string, RawBuilder<unknown>>
}

/**
 * How a field is compared: equal, true, false, without a value, one of a list, from … to
 * (included), before (excluded).
 */
export type Form = 'is' | 'yes' | 'no' | 'none' | 'in' | 'from' | 'to' | 'before'

export interface Field<P, S> {
  about: string
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
  strict?: true
  /** `null` may be given: those that have none. */
  nullable?: true
  /** Set by the program, not offered to clients. */
  hidden?: true
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
  walked?: true
  /**
   * The condition, where it is not a comparison of the column. `value` is the placeholder of what
   * was given.
   */
  when?(p: P, sight: S, value: string, form: Form): RawBuilder<boolean>
  /** The ids (as a column `id`) of all records for which it holds, by an index. */
  ids?(p: P, sight: S, value: string, form: Form): RawBuilder<unknown>
  /** From what was given to what is compared. */
  read?(value: string, region: string): string
}

export interface Relation<P, S> {
  about: string
  needs: string
  kind: Kind<P, S>
  /** At most one record is related. */
  one?: true
  /** `from … where …`, tying the related records to the record that is looked at. */
  from(p: P): RawBuilder<unknown>
  /** The ids of the records to which some of these related ones belong. */
  parents(p: P, ids: RawBuilder<unknown>): RawBuilder<unknown>
}

/** A field that lists can be sorted by. */
export interface Order {
  about: string
  column: string
  nullable?: true
  /** Where no index has the order, only lists that are short enough to be sorted are. */
  unindexed?: true
  descending: boolean
}

/** A filter without its values, which are parameters under the names that stand in `value`. */
export type Shape =
  | { all: Shape[] }
  | { any: Shape[] }
  | { not: Shape }
  | Leaf
  | { relation: string; none: boolean; of: Shape }

export interface Leaf {
  field: string
  form: Form
  value: string
}
