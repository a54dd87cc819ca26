/**
 * Translates a filter to SQL: to a predicate on a row, to candidate sets found by an index, and to
 * conditions that restrict an index scan.
 */
import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../access/access-scope.ts'
import {
  allOf,
  anyOf,
  contains,
  type ElementType,
  isIn,
  isInCompany,
  type Sql,
  sqlFold,
  startsWith,
} from '../store/sql.ts'
import type {
  Comparison,
  FilterExpression,
  FilterField,
  FilterParams,
  FilterSpec,
  Operator,
  Relation,
} from './filter-spec.ts'

type Predicate = RawBuilder<boolean>

const predicateByOperator: Record<
  Exclude<Operator, 'between'>,
  (operand: Sql, value: unknown, type: ElementType) => RawBuilder<boolean>
> = {
  equals: (operand, value) => sql`${operand} = ${value}`,
  isTrue: (operand) => sql`${operand} = 1`,
  isFalse: (operand) => sql`${operand} = 0`,
  isNull: (operand) => sql`${operand} is null`,
  in: (operand, value, type) => isIn(operand, value as string, type),
  atLeast: (operand, value) => sql`${operand} >= ${value}`,
  atMost: (operand, value) => sql`${operand} <= ${value}`,
  greaterThan: (operand, value) => sql`${operand} > ${value}`,
  lessThan: (operand, value) => sql`${operand} < ${value}`,
  contains,
  startsWith,
}

/** Compares an operand with a value; for `in`, the value is an encoded list (`encodeListParam`). */
export const compare = (
  operand: Sql,
  operator: Operator,
  value: unknown,
  type: ElementType = 'text',
) => predicateByOperator[operator as keyof typeof predicateByOperator](operand, value, type)

const findField = ({ table, fields }: FilterSpec, { field }: Comparison): FilterField => {
  const filterField = fields[field]
  if (!filterField) throw new Error(`\`${table}\` has no field \`${field}\``)
  return filterField
}

const findRelation = ({ table, relations }: FilterSpec, name: string): Relation => {
  const relation = relations[name]
  if (!relation) throw new Error(`\`${table}\` has no relation \`${name}\``)
  return relation
}

/** Returns whether an index can find the matches; a text search reads row by row. */
const isIndexable = ({ operator }: Comparison) =>
  operator !== 'contains' && operator !== 'startsWith'

const getIndexedColumn = (spec: FilterSpec, comparison: Comparison): string | undefined => {
  const { indexed, column } = findField(spec, comparison)
  return indexed && isIndexable(comparison) ? column : undefined
}

const getParamValue = (p: FilterParams, { param }: Comparison) =>
  (p as unknown as Record<string, string>)[param] as string

/** Returns a predicate on a row of the spec's table. Hidden related records do not match. */
export function toPredicate(
  spec: FilterSpec,
  filter: FilterExpression,
  p: FilterParams,
  scope: AccessScope,
): Predicate {
  const translate = (expression: FilterExpression) => toPredicate(spec, expression, p, scope)
  if ('and' in filter) return allOf(filter.and.map(translate))
  if ('or' in filter) return anyOf(filter.or.map(translate))
  // A comparison with null is neither true nor false, so `not` matches a row with null.
  if ('not' in filter) return sql`(${translate(filter.not)}) is not true`
  if ('relation' in filter) {
    const relation = findRelation(spec, filter.relation)
    const rows = fromVisibleRelated(spec, relation, p, scope, sql.ref(`${spec.table}.id`))
    const relatedExists = sql<boolean>`exists (select 1 ${rows} and ${toPredicate(relation.target, filter.where, p, scope)})`
    return filter.negated ? sql`not ${relatedExists}` : relatedExists
  }
  const field = findField(spec, filter)
  const value = getParamValue(p, filter)
  if (field.predicate) return field.predicate(p, scope, value, filter.operator)
  const operand = toOperand(spec, field, filter.operator)
  return compare(operand, filter.operator, value, toElementType(field))
}

const toElementType = ({ type }: FilterField): ElementType =>
  type === 'Int' ? 'integer' : type === 'Float' ? 'number' : 'text'

/** Returns the operand of a comparison; text searches ignore case and accents. */
function toOperand({ table }: FilterSpec, field: FilterField, operator: Operator): Sql {
  if (field.text) return field.text
  const column = sql.ref(`${table}.${field.column}`)
  return operator === 'contains' || operator === 'startsWith' ? sqlFold(column) : column
}

/** Returns `from … where …` for the visible records related to the record `id`. */
export function fromVisibleRelated(
  { table }: FilterSpec,
  { target, via }: Relation,
  p: AccessParams,
  scope: AccessScope,
  id: Sql,
): Sql {
  const [relatedTable, relatedId] = [sql.table(target.table), sql.ref(`${target.table}.id`)]
  const isVisible = sql`${isInCompany(target.table, p.companyId)} and ${target.policy.canView(p, scope)}`
  if ('ownColumn' in via)
    return sql`from ${relatedTable} where ${relatedId} = ${sql.ref(`${table}.${via.ownColumn}`)} and ${isVisible}`
  if (!('linkTable' in via))
    return sql`from ${relatedTable} where ${sql.ref(`${target.table}.${via.targetColumn}`)} = ${id} and ${isVisible}`
  return sql`from ${sql.table(via.linkTable)} as "link" cross join ${relatedTable} where ${isInCompany('link', p.companyId)}
    and ${sql.ref(`link.${via.recordColumn}`)} = ${id} and ${relatedId} = ${sql.ref(`link.${via.targetColumn}`)} and ${isVisible}`
}

/** Selects the ids of records related to at least one of the target records `ids`. */
function findRelated({ table }: FilterSpec, { target, via }: Relation, p: AccessParams, ids: Sql) {
  const selectIds = (fromTable: string, idColumn: string, column: string) =>
    sql`select ${sql.ref(idColumn)} as "id" from ${sql.table(fromTable)} where "companyId" = ${p.companyId} and ${sql.ref(column)} in (${ids}) and ${sql.ref(idColumn)} is not null`
  if ('ownColumn' in via) return selectIds(table, 'id', via.ownColumn)
  return 'linkTable' in via
    ? selectIds(via.linkTable, via.recordColumn, via.targetColumn)
    : selectIds(target.table, via.targetColumn, 'id')
}

/** A superset of the matching records, found through an index. */
export interface CandidateSet {
  /** A query that selects the ids, possibly with duplicates. */
  ids: Sql
  /** A query whose row count estimates the size; for a to-many relation, it selects its targets. */
  sizeQuery: Sql
}

const createSet = (ids: Sql): CandidateSet => ({ ids, sizeQuery: ids })

const unionAll = (sets: CandidateSet[], key: keyof CandidateSet): Sql =>
  sql.join(
    sets.map((set) => set[key]),
    sql` union all `,
  )

/** Returns the candidate sets of a filter; each set contains all matching records. */
export function findCandidateSets(
  spec: FilterSpec,
  filter: FilterExpression,
  p: FilterParams,
  scope: AccessScope,
): CandidateSet[] {
  const findSets = (expression: FilterExpression) => findCandidateSets(spec, expression, p, scope)
  const selectOwnRows = (condition: FilterExpression) =>
    createSet(sql`select ${sql.ref(`${spec.table}.id`)} as "id" from ${sql.table(spec.table)} where ${isInCompany(spec.table, p.companyId)}
      and ${toPredicate(spec, condition, p, scope)}`)
  if ('not' in filter) return []
  if ('and' in filter) {
    // Comparisons of the same column form one range of the column's index.
    const conjunctsByColumn = Map.groupBy(listConjuncts(filter), (conjunct) =>
      'field' in conjunct && !findField(spec, conjunct).matchingIds
        ? getIndexedColumn(spec, conjunct)
        : undefined,
    )
    return [...conjunctsByColumn].flatMap(([column, conjuncts]) =>
      column ? [selectOwnRows({ and: conjuncts })] : conjuncts.flatMap(findSets),
    )
  }
  if ('or' in filter) {
    const sets = filter.or
      .map((expression) => findSets(expression)[0])
      .filter((set) => set !== undefined)
    if (sets.length === 0 || sets.length < filter.or.length) return []
    return [{ ids: unionAll(sets, 'ids'), sizeQuery: unionAll(sets, 'sizeQuery') }]
  }
  if ('relation' in filter) {
    if (filter.negated) return []
    const relation = findRelation(spec, filter.relation)
    return findCandidateSets(relation.target, filter.where, p, scope).map(({ ids, sizeQuery }) => {
      const relatedIds = findRelated(spec, relation, p, ids)
      return 'ownColumn' in relation.via ? createSet(relatedIds) : { ids: relatedIds, sizeQuery }
    })
  }
  const { matchingIds } = findField(spec, filter)
  if (matchingIds && filter.operator !== 'isNull' && isIndexable(filter))
    return [createSet(matchingIds(p, scope, getParamValue(p, filter), filter.operator))]
  return getIndexedColumn(spec, filter) ? [selectOwnRows(filter)] : []
}

const listConjuncts = (filter: FilterExpression): FilterExpression[] =>
  'and' in filter ? filter.and.flatMap(listConjuncts) : [filter]

const listComparisons = (filter: FilterExpression): Comparison[] =>
  listConjuncts(filter).filter((conjunct): conjunct is Comparison => 'field' in conjunct)

/** Returns the comparisons that restrict an indexed column to a range, which excludes nulls. */
export const findRangeComparisons = (spec: FilterSpec, filter: FilterExpression, column: string) =>
  listComparisons(filter).filter(
    (comparison) =>
      ['atLeast', 'atMost', 'greaterThan', 'lessThan'].includes(comparison.operator) &&
      getIndexedColumn(spec, comparison) === column,
  )

interface ScanEnds {
  column: string
  /** Whether a keyset already bounds the lower or upper end of the scan. */
  hasLowerEnd: boolean
  hasUpperEnd: boolean
}

/**
 * Returns the comparisons that restrict an index scan: ranges of the order's own column; for the
 * order by id, an equality on a column whose index also contains the id; and conditions of partial
 * indexes.
 */
export function findIndexConditions(
  spec: FilterSpec,
  filter: FilterExpression,
  { column, hasLowerEnd, hasUpperEnd }: ScanEnds,
): Comparison[] {
  const comparisons = listComparisons(filter)
  const equalityComparison = comparisons.find(
    (comparison) =>
      comparison.operator === 'equals' &&
      getIndexedColumn(spec, comparison) &&
      !findField(spec, comparison).predicate,
  )
  return [
    ...findRangeComparisons(spec, filter, column).filter(({ operator }) =>
      operator === 'atLeast' || operator === 'greaterThan' ? !hasLowerEnd : !hasUpperEnd,
    ),
    ...(column === 'id' && equalityComparison ? [equalityComparison] : []),
    ...comparisons.filter((comparison) => findField(spec, comparison).partialIndex),
  ]
}
