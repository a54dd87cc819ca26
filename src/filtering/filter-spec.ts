/**
 * Declares the filters and orders of a kind of record. The GraphQL input types, the SQL predicates
 * and the query plan of each list derive from it.
 */
import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../access/access-scope.ts'
import type { Policy } from '../access/policy.ts'
import type { Context } from '../context.ts'
import type { Deprecation } from '../lib/deprecation.ts'
import { fold } from '../lib/text.ts'
import type { TableName } from '../store/schema.ts'
import { sqlFold } from '../store/sql.ts'

/** The parameters of every predicate: the caller's, the time, and the filter's values. */
export type FilterParams = AccessParams & { now: string }
type Sql = RawBuilder<unknown>

export interface FilterSpec<T extends TableName = TableName> {
  table: T
  /** The prefix of the ids, which contain the time of creation. */
  prefix: string
  policy: Policy
  fields: Record<string, FilterField>
  relations: Record<string, Relation>
  orders: Record<string, Order>
  /** The name of the order used if a request has no `orderBy`; by default `createdAt`. */
  defaultOrder?: string
  computedColumns?: Record<string, Sql>
  /** Converts fields of type `Custom` into conditions on internal fields. */
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

/** The type of a field, which determines its comparators. */
export type FieldType =
  | 'ID'
  | 'String'
  | 'Phone'
  | 'StringList'
  | 'Boolean'
  | 'Enum'
  | 'Float'
  | 'DateTime'
  /** A custom input type, which `expansions` converts to conditions. */
  | 'Custom'

export interface FilterField {
  description: string
  type: FieldType
  /** Whether the input is a list of type `Custom`. */
  list?: true
  /** Whether a malformed id is rejected instead of matching no record. */
  checkIdFormat?: true
  /** Whether records can be without a value, which adds the comparator `isNull`. */
  nullable?: true
  /** Whether only operations can use the field, not clients. */
  internal?: true
  column?: string
  /** Whether the column is an id, with which times of creation are compared. */
  isTimeOfId?: true
  /** Whether an index on (companyId, column, id) exists; it also bounds `predicate`. */
  indexed?: true
  /** Whether a partial index contains only the matching records, in the order of the list. */
  partialIndex?: true
  /** The text that is compared instead of the column; `normalize` converts values likewise. */
  text?: Sql
  /** Replaces the comparison with the column. `value` is a placeholder. */
  predicate?(
    p: FilterParams,
    scope: AccessScope,
    value: string,
    operator: Operator,
  ): RawBuilder<boolean>
  /** Selects the `id`s of all records that match, using an index. */
  matchingIds?(p: FilterParams, scope: AccessScope, value: string, operator: Operator): Sql
  /** Converts a filter value to its stored form. */
  normalize?(value: string, region: string): string
}

export type Relation = { description: string; target: FilterSpec; via: RelationColumns }

/** The columns that relate a record to records of the target. */
export type RelationColumns =
  /** A column of the record references the only related record. */
  | { ownColumn: string }
  /** A column of the related records references the record. */
  | { targetColumn: string }
  /** Rows of a link table reference both records. */
  | { linkTable: TableName; recordColumn: string; targetColumn: string }

export interface Order {
  description: string
  column: string
  nullable?: true
  /** Whether no index has this order, so only short lists can be sorted by it. */
  unindexed?: true
  descending: boolean
}

/** A filter without its values: a comparison names the parameter that holds its value. */
export type FilterExpression =
  | { and: FilterExpression[] }
  | { or: FilterExpression[] }
  | { not: FilterExpression }
  | { relation: string; negated: boolean; where: FilterExpression }
  | Comparison

export type Comparison = { field: string; operator: Operator; param: string }

export interface FieldCondition {
  field: string
  operator: Operator
  value: unknown
  isNegated?: boolean
}

/** Adds a relation to a spec, in the module that imports both kinds of records. */
export function addRelation(spec: FilterSpec, name: string, relation: Relation): void {
  spec.relations[name] = relation
}

type ColumnType = Exclude<FieldType, 'Phone' | 'StringList' | 'Custom'>

/** Creates a field that compares a column; in `type`, `?` means nullable. */
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

/** Creates a field that compares an indexed column. */
export const indexed = (...args: Parameters<typeof unindexed>): FilterField => ({
  ...unindexed(...args),
  indexed: true,
})

type Condition = (p: FilterParams) => RawBuilder<boolean>

/** Creates a field that is true if a condition holds. @param negation the condition's negation */
export const booleanFilter = (
  description: string,
  condition: Condition,
  negation: Condition = (p) => sql`not ${condition(p)}`,
): FilterField => ({
  description,
  type: 'Boolean',
  predicate: (p, _scope, _value, operator) => (operator === 'isTrue' ? condition(p) : negation(p)),
})

/** Creates a field that is true if a column has a value; a partial index can serve its forms. */
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
  descending: false,
  ...options,
})

export const descending = (column: string, description: string, options?: OrderOptions): Order => ({
  ...ascending(column, description, options),
  descending: true,
})

export const id = indexed('ID', 'id', 'The id.')

export const createdAt: FilterField = {
  ...indexed('DateTime', 'id', 'The creation time.'),
  isTimeOfId: true,
}

export const orderByCreation = descending('id', 'The creation time.')

export const orderByPosition = ascending('position', 'The position.')

/** Creates a field of text that is compared ignoring case and accents; no index serves it. */
export const foldedText = (description: string, text: Sql): FilterField => ({
  description: `${description} Case and accents are ignored.`,
  type: 'String',
  text: sqlFold(text),
  normalize: fold,
})

/** Creates a field that compares an indexed column of text in lower case. */
export const indexedKey = (table: TableName, column: string, description: string): FilterField => ({
  ...indexed('String', column, description),
  text: sql.ref(`${table}.${column}`),
  normalize: (text) => text.normalize('NFC').trim().toLowerCase(),
})

/** Creates the name field and the order by name of a short list. */
export function nameFilters(column: string) {
  const name = sql.ref(column)
  return {
    name: foldedText('The name.', name),
    byName: ascending('nameKey', 'The name.', { unindexed: true }),
    computedColumns: { nameKey: sqlFold(name) },
  }
}
