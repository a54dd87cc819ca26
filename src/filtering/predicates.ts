/**
 * Translates a filter to SQL: to a predicate on a row, to sets of candidates that an index finds,
 * and to the conditions by which a scan of an index can be bounded.
 */
import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../access/access-scope.ts'
import { isIn } from '../store/sql.ts'
import type {
  Comparison,
  FilterExpression,
  FilterField,
  FilterParams,
  FilterSpec,
  Operator,
  Relation,
} from './filter-spec.ts'

type Sql = RawBuilder<unknown>
type Predicate = RawBuilder<boolean>

const columnComparisons: Record<
  Exclude<Operator, 'between'>,
  (column: Sql, value: unknown) => Predicate
> = {
  equals: (column, value) => sql`${column} = ${value}`,
  isTrue: (column) => sql`${column} = 1`,
  isFalse: (column) => sql`${column} = 0`,
  isNull: (column) => sql`${column} is null`,
  in: (column, value) => isIn(column, value as string),
  atLeast: (column, value) => sql`${column} >= ${value}`,
  atMost: (column, value) => sql`${column} <= ${value}`,
  lessThan: (column, value) => sql`${column} < ${value}`,
}

const allOf = (predicates: Predicate[]): Predicate =>
  predicates.length ? sql`(${sql.join(predicates, sql` and `)})` : sql`1 = 1`
const anyOf = (predicates: Predicate[]): Predicate =>
  predicates.length ? sql`(${sql.join(predicates, sql` or `)})` : sql`1 = 0`

const findField = ({ table, fields }: FilterSpec, { field }: Comparison): FilterField => {
  const found = fields[field]
  if (!found) throw new Error(`${table} has no field ${field}`)
  return found
}

const findRelation = ({ table, relations }: FilterSpec, name: string): Relation => {
  const relation = relations[name]
  if (!relation) throw new Error(`${table} has no relation ${name}`)
  return relation
}

const indexedColumn = (spec: FilterSpec, comparison: Comparison): string | undefined => {
  const { indexed, column } = findField(spec, comparison)
  return indexed ? column : undefined
}

const getParam = (p: FilterParams, { param }: Comparison) =>
  (p as unknown as Record<string, string>)[param] as string

/** Whether a row of the spec's table matches. Related records match only if they are visible. */
export function toPredicate(
  spec: FilterSpec,
  filter: FilterExpression,
  p: FilterParams,
  scope: AccessScope,
): Predicate {
  const inner = (each: FilterExpression) => toPredicate(spec, each, p, scope)
  if ('and' in filter) return allOf(filter.and.map(inner))
  if ('or' in filter) return anyOf(filter.or.map(inner))
  // A comparison with a missing value is unknown rather than true, so its negation holds.
  if ('not' in filter) return sql`(${inner(filter.not)}) is not true`
  if ('relation' in filter) {
    const relation = findRelation(spec, filter.relation)
    const rows = visibleRelated(spec, relation, p, scope, sql.ref(`${spec.table}.id`))
    const related = sql<boolean>`exists (select 1 ${rows} and ${toPredicate(relation.target, filter.where, p, scope)})`
    return filter.negated ? sql`not ${related}` : related
  }
  const field = findField(spec, filter)
  const value = getParam(p, filter)
  if (field.predicate) return field.predicate(p, scope, value, filter.operator)
  const column = sql.ref(`${spec.table}.${field.column}`)
  return columnComparisons[filter.operator as keyof typeof columnComparisons](column, value)
}

/** `from … where …`: the visible records that a relation finds for the record with the id `id`. */
export function visibleRelated(
  { table }: FilterSpec,
  { target, via }: Relation,
  p: AccessParams,
  scope: AccessScope,
  id: Sql,
): Sql {
  const [related, relatedId] = [sql.table(target.table), sql.ref(`${target.table}.id`)]
  const inCompany = (name: string) => sql`${sql.ref(`${name}.companyId`)} = ${p.companyId}`
  const visible = sql`${inCompany(target.table)} and ${target.policy.canView(p, scope)}`
  if ('ownColumn' in via)
    return sql`from ${related} where ${relatedId} = ${sql.ref(`${table}.${via.ownColumn}`)} and ${visible}`
  if (!('linkTable' in via))
    return sql`from ${related} where ${sql.ref(`${target.table}.${via.targetColumn}`)} = ${id} and ${visible}`
  return sql`from ${sql.table(via.linkTable)} as "link" cross join ${related} where ${inCompany('link')}
    and ${sql.ref(`link.${via.recordColumn}`)} = ${id} and ${relatedId} = ${sql.ref(`link.${via.targetColumn}`)} and ${visible}`
}

/** Selects the ids of the records for which a relation finds one of the records `ids`. */
function relatedTo({ table }: FilterSpec, { target, via }: Relation, p: AccessParams, ids: Sql) {
  const select = (from: string, id: string, column: string) =>
    sql`select ${sql.ref(id)} as "id" from ${sql.table(from)} where "companyId" = ${p.companyId} and ${sql.ref(column)} in (${ids}) and ${sql.ref(id)} is not null`
  if ('ownColumn' in via) return select(table, 'id', via.ownColumn)
  return 'linkTable' in via
    ? select(via.linkTable, via.recordColumn, via.targetColumn)
    : select(target.table, via.targetColumn, 'id')
}

/** A superset of the matching records that an index finds. */
export interface CandidateSet {
  /** Selects the ids; may repeat one. */
  ids: Sql
  /** Selects rows whose count estimates the size: for a relation, the related records. */
  measure: Sql
}

const plainSet = (ids: Sql): CandidateSet => ({ ids, measure: ids })

const unionAll = (sets: CandidateSet[], part: keyof CandidateSet): Sql =>
  sql.join(
    sets.map((set) => set[part]),
    sql` union all `,
  )

/** The candidate sets of a filter; each contains every matching record. */
export function candidateSets(
  spec: FilterSpec,
  filter: FilterExpression,
  p: FilterParams,
  scope: AccessScope,
): CandidateSet[] {
  const inner = (each: FilterExpression) => candidateSets(spec, each, p, scope)
  const ownRows = (of: FilterExpression) =>
    plainSet(sql`select ${sql.ref(`${spec.table}.id`)} as "id" from ${sql.table(spec.table)} where ${sql.ref(`${spec.table}.companyId`)} = ${p.companyId}
      and ${toPredicate(spec, of, p, scope)}`)
  if ('not' in filter) return []
  if ('and' in filter) {
    // Comparisons of one column bound one range of its index.
    const byColumn = Map.groupBy(listConjuncts(filter), (each) =>
      'field' in each && !findField(spec, each).matchingIds ? indexedColumn(spec, each) : undefined,
    )
    return [...byColumn].flatMap(([column, conjuncts]) =>
      column ? [ownRows({ and: conjuncts })] : conjuncts.flatMap(inner),
    )
  }
  if ('or' in filter) {
    const sets = filter.or.map((each) => inner(each)[0]).filter((set) => set !== undefined)
    if (sets.length === 0 || sets.length < filter.or.length) return []
    return [{ ids: unionAll(sets, 'ids'), measure: unionAll(sets, 'measure') }]
  }
  if ('relation' in filter) {
    if (filter.negated) return []
    const relation = findRelation(spec, filter.relation)
    return candidateSets(relation.target, filter.where, p, scope).map(({ ids, measure }) => {
      const records = relatedTo(spec, relation, p, ids)
      return 'ownColumn' in relation.via ? plainSet(records) : { ids: records, measure }
    })
  }
  const { matchingIds } = findField(spec, filter)
  if (matchingIds && filter.operator !== 'isNull')
    return [plainSet(matchingIds(p, scope, getParam(p, filter), filter.operator))]
  return indexedColumn(spec, filter) ? [ownRows(filter)] : []
}

/** The expressions of which all must match. */
const listConjuncts = (filter: FilterExpression): FilterExpression[] =>
  'and' in filter ? filter.and.flatMap(listConjuncts) : [filter]

const listComparisons = (filter: FilterExpression): Comparison[] =>
  listConjuncts(filter).filter((each): each is Comparison => 'field' in each)

/** The comparisons that limit an indexed column to a range, and thereby to rows with a value. */
export const rangeComparisons = (
  spec: FilterSpec,
  filter: FilterExpression,
  column: string,
): Comparison[] =>
  listComparisons(filter).filter(
    (each) =>
      ['atLeast', 'atMost', 'lessThan'].includes(each.operator) &&
      indexedColumn(spec, each) === column,
  )

interface ScanEnds {
  column: string
  /** Whether a keyset bounds the scan already. */
  hasLowerEnd: boolean
  hasUpperEnd: boolean
}

/**
 * The comparisons that bound a scan of an index, so that it skips other rows: a range of the order's
 * own column; for the order of ids, an equality whose index continues with the id; and what a
 * partial index contains.
 */
export function indexConditions(
  spec: FilterSpec,
  filter: FilterExpression,
  { column, hasLowerEnd, hasUpperEnd }: ScanEnds,
): Comparison[] {
  const comparisons = listComparisons(filter)
  const equality = comparisons.find(
    (each) =>
      each.operator === 'equals' && indexedColumn(spec, each) && !findField(spec, each).predicate,
  )
  return [
    ...rangeComparisons(spec, filter, column).filter(({ operator }) =>
      operator === 'atLeast' ? !hasLowerEnd : !hasUpperEnd,
    ),
    ...(column === 'id' && equality ? [equality] : []),
    ...comparisons.filter((each) => findField(spec, each).partialIndex),
  ]
}
