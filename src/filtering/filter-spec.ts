/**
 * A filter spec declares the filters and sort orders of a record kind. The GraphQL input types, the
 * SQL predicates and the SQL statements of each list are derived from the spec.
 */
import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../access/access-scope.ts'
import type { Policy } from '../access/policy.ts'
import type { Context } from '../context.ts'
import type { Deprecation } from '../lib/deprecation.ts'
import { fold } from '../lib/text.ts'
import type { TableName } from '../store/schema.ts'
import { type Sql, sqlFold } from '../store/sql.ts'
import type { ComparatorType } from './comparators.ts'

/** The parameters of every predicate: the caller's access, the current time and filter values. */
export type FilterParams = AccessParams & { now: string }

export interface FilterSpec<T extends TableName = TableName> {
  table: T
  /** The id prefix of the records; an id also contains the creation time. */
  prefix: string
  policy: Policy
  fields: Record<string, FilterField>
  relations?: Record<string, Relation>
  orders: Record<string, Order>
  /** The order used if a request has no `orderBy`; by default, `createdAt`. */
  defaultOrder?: string
  computedColumns?: Record<string, Sql>
  /** Functions that convert fields of type `Custom` to conditions on internal fields. */
  expansions?: Record<string, (ctx: Context, input: never) => Promise<FieldCondition[]>>
  /** Deprecated fields, relations and orders, by name. */
  deprecated?: Record<string, Deprecation>
}

export type Operator =
  | 'equals'
  | 'isTrue'
  | 'isFalse'
  | 'isNull'
  | 'in'
  | 'atLeast'
  | 'atMost'
  | 'greaterThan'
  | 'lessThan'
  | 'between'
  | 'contains'
  | 'startsWith'

/** The type of a filter field, which determines the comparators. */
export type FieldType =
  | Exclude<ComparatorType, 'Date' | 'ExactId' | 'ExactString'>
  /** A custom input type, which `expansions` converts to conditions. */
  | 'Custom'

export interface FilterField {
  description: string
  type: FieldType
  /** Whether the input of a `Custom` field is a list. */
  list?: true
  /** Whether a malformed id is rejected instead of matching no record. */
  checkIdFormat?: true
  /** Whether the value can be null, which adds the comparator `isNull`. */
  nullable?: true
  /** Whether the field is for operations only and hidden from clients. */
  internal?: true
  column?: string
  /** Whether the column is an id, whose embedded creation time is compared. */
  isTimeOfId?: true
  /** Whether an index on (companyId, column, id) exists, and `predicate`, if set, can use it. */
  indexed?: true
  /** Whether a partial index contains exactly the matching records, in list order. */
  hasPartialIndex?: true
  /** An expression compared, instead of the column, with the values that `normalize` returns. */
  text?: Sql
  /** Replaces the column comparison; `value` is a parameter placeholder. */
  predicate?(
    p: FilterParams,
    scope: AccessScope,
    value: string,
    operator: Operator,
  ): RawBuilder<boolean>
  /** Selects, through an index, the ids of all matching records and possibly of others. */
  matchingIds?(p: FilterParams, scope: AccessScope, value: string, operator: Operator): Sql
  /** Converts a filter value to the form stored in the column. */
  normalize?(value: string, region: string): string
}

export type Relation = { description: string; target: FilterSpec; via: RelationColumns }

export type RelationColumns =
  /** A column of the record references a single related record. */
  | { ownColumn: string }
  /** A column of the related records references the record. */
  | { targetColumn: string }
  /** Rows of a link table reference both records. */
  | { linkTable: TableName; recordColumn: string; targetColumn: string }

export interface Order {
  description: string
  column: string
  nullable?: true
  /** Whether no index has this order; such an order can sort only short lists. */
  unindexed?: true
  isDescending: boolean
}

/** A filter without values: each comparison names the parameter that contains its value. */
export type FilterExpression =
  | { and: FilterExpression[] }
  | { or: FilterExpression[] }
  | { not: FilterExpression }
  | { relation: string; isNegated: boolean; where: FilterExpression }
  | Comparison

export type Comparison = { field: string; operator: Operator; param: string }

export interface FieldCondition {
  field: string
  operator: Operator
  value: unknown
  isNegated?: boolean
}

/** Adds a relation to a spec; called in a module that imports both record kinds. */
export function addRelation(spec: FilterSpec, name: string, relation: Relation): void {
  spec.relations = Object.assign(spec.relations ?? {}, { [name]: relation })
}

type ColumnType = Exclude<FieldType, 'Phone' | 'StringList' | 'Custom'>

/** Creates a filter field for a column without an index; `?` in `type` means nullable. */
export function unindexed(
  type: ColumnType | `${ColumnType}?`,
  column: string,
  description: string,
): FilterField {
  return {
    description,
    type: type.replace('?', '') as ColumnType,
    ...(type.endsWith('?') && { nullable: true }),
    column,
  }
}

/** Creates a filter field for an indexed column. */
export const indexed = (...args: Parameters<typeof unindexed>): FilterField => ({
  ...unindexed(...args),
  indexed: true,
})

type Condition = (p: FilterParams) => RawBuilder<boolean>

/** Creates a Boolean filter field. @param negation a more efficient form of `not condition` */
export const booleanFilter = (
  description: string,
  condition: Condition,
  negation: Condition = (p) => sql`not ${condition(p)}`,
): FilterField => ({
  description,
  type: 'Boolean',
  predicate: (p, _scope, _value, operator) => (operator === 'isTrue' ? condition(p) : negation(p)),
})

/** Creates a Boolean filter for whether a column is not null. It can use partial indexes. */
export const hasValueFilter = (column: string, description: string): FilterField =>
  booleanFilter(
    description,
    () => sql`${sql.ref(column)} is not null`,
    () => sql`${sql.ref(column)} is null`,
  )

type OrderOptions = Pick<Order, 'nullable' | 'unindexed'>

export const ascending = (column: string, description: string, options?: OrderOptions): Order => ({
  description,
  column,
  isDescending: false,
  ...options,
})

export const descending = (column: string, description: string, options?: OrderOptions): Order => ({
  ...ascending(column, description, options),
  isDescending: true,
})

export const id = indexed('ID', 'id', 'The id.')

export const createdAt: FilterField = {
  ...indexed('DateTime', 'id', 'The creation time.'),
  isTimeOfId: true,
}

export const orderByCreation = descending('id', 'The creation time.')

export const orderByPosition = ascending('position', 'The position.')

/** Creates an unindexed text field whose comparison ignores case and accents. */
export const foldedText = (description: string, text: Sql): FilterField => ({
  description: `${description}, ignoring case and accents.`,
  type: 'String',
  text: sqlFold(text),
  normalize: fold,
})

/** Creates a filter field for an indexed column that contains lower-case text. */
export const indexedKey = (table: TableName, column: string, description: string): FilterField => ({
  ...indexed('String', column, description),
  text: sql.ref(`${table}.${column}`),
  normalize: (text) => text.normalize('NFC').trim().toLowerCase(),
})

/** Creates an unindexed filter and sort order by name, for kinds with few records per company. */
export function nameFilters(column: string, noun: string) {
  const name = sql.ref(column)
  return {
    name: foldedText(`The ${noun}'s name`, name),
    nameOrder: { name: ascending('nameKey', `The ${noun}'s name.`, { unindexed: true }) },
    computedColumns: { nameKey: sqlFold(name) },
  }
}
