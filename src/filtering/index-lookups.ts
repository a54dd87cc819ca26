/** Finds a filter's candidate sets, and the filter's comparisons that restrict an index scan. */
import { sql } from 'kysely'
import type { AccessScope } from '../access/access-scope.ts'
import { isInCompany, type Sql } from '../store/sql.ts'
import type {
  Comparison,
  FilterExpression,
  FilterParams,
  FilterSpec,
  Relation,
} from './filter-spec.ts'
import { findField, findRelation, getPlaceholder, toPredicate } from './predicates.ts'

/** Returns whether an index can find the matches; a text search reads row by row. */
const isIndexable = ({ operator }: Comparison) =>
  operator !== 'contains' && operator !== 'startsWith'

const getIndexedColumn = (spec: FilterSpec, comparison: Comparison): string | undefined => {
  const { indexed, column } = findField(spec, comparison)
  return indexed && isIndexable(comparison) ? column : undefined
}

/** Selects the ids of records related to at least one of the target records `ids`. */
function findRelated({ table }: FilterSpec, { target, via }: Relation, p: FilterParams, ids: Sql) {
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
  /** A query whose row count estimates the size; for a to-many relation, it counts related rows. */
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
  const createConditionSet = (condition: FilterExpression) =>
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
      column ? [createConditionSet({ and: conjuncts })] : conjuncts.flatMap(findSets),
    )
  }
  if ('or' in filter) {
    const sets = filter.or
      .map((expression) => findSets(expression)[0])
      .filter((set) => set !== undefined)
    if (sets.length === 0 || sets.length < filter.or.length) return []
    return [{ ids: unionAll(sets, 'ids'), sizeQuery: unionAll(sets, 'sizeQuery') }]
  }
  if ('relation' in filter) return findRelatedSets(spec, filter, p, scope)
  const { matchingIds } = findField(spec, filter)
  if (matchingIds && filter.operator !== 'isNull' && isIndexable(filter))
    return [createSet(matchingIds(p, scope, getPlaceholder(p, filter), filter.operator))]
  return getIndexedColumn(spec, filter) ? [createConditionSet(filter)] : []
}

function findRelatedSets(
  spec: FilterSpec,
  filter: Extract<FilterExpression, { relation: string }>,
  p: FilterParams,
  scope: AccessScope,
): CandidateSet[] {
  if (filter.isNegated) return []
  const relation = findRelation(spec, filter.relation)
  return findCandidateSets(relation.target, filter.where, p, scope).map(({ ids, sizeQuery }) => {
    const relatedIds = findRelated(spec, relation, p, ids)
    return 'ownColumn' in relation.via ? createSet(relatedIds) : { ids: relatedIds, sizeQuery }
  })
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
    ...comparisons.filter((comparison) => findField(spec, comparison).hasPartialIndex),
  ]
}
