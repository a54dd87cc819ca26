import { type RawBuilder, sql } from 'kysely'
import type { Comparison, Field, FilterExpression, Kind, Operator, Relation } from './kinds.ts'
import { isIn } from './sql.ts'

const comparisons: Record<
  Exclude<Operator, 'between'>,
  (column: RawBuilder<unknown>, value: unknown) => RawBuilder<boolean>
> = {
  equals: (column, value) => sql<boolean>`${column} = ${value}`,
  isTrue: (column) => sql<boolean>`${column} = 1`,
  isFalse: (column) => sql<boolean>`${column} = 0`,
  isNull: (column) => sql<boolean>`${column} is null`,
  in: (column, value) => isIn(column, value as string),
  atLeast: (column, value) => sql<boolean>`${column} >= ${value}`,
  atMost: (column, value) => sql<boolean>`${column} <= ${value}`,
  lessThan: (column, value) => sql<boolean>`${column} < ${value}`,
}

const joined = (conditions: RawBuilder<boolean>[], by: 'and' | 'or', empty: '1 = 1' | '1 = 0') =>
  conditions.length
    ? sql<boolean>`(${sql.join(conditions, sql.raw(` ${by} `))})`
    : sql.raw<boolean>(empty)

/** What a filter asks of a row of the kind's table. */
export function conditionOf<P, S>(
  kind: Kind<P, S>,
  shape: FilterExpression,
  p: P,
  sight: S,
): RawBuilder<boolean> {
  if ('and' in shape)
    return joined(
      shape.and.map((each) => conditionOf(kind, each, p, sight)),
      'and',
      '1 = 1',
    )
  if ('or' in shape)
    return joined(
      shape.or.map((each) => conditionOf(kind, each, p, sight)),
      'or',
      '1 = 0',
    )
  // What is unknown (a comparison with a missing value) does not hold, so its opposite does.
  if ('not' in shape) return sql<boolean>`(${conditionOf(kind, shape.not, p, sight)}) is not true`
  if ('relation' in shape) {
    const { fromRelated: from, target: related } = relationOf(kind, shape.relation)
    const found = sql<boolean>`exists (select 1 ${from(p)} and ${related.canView(p, sight)} and ${conditionOf(related, shape.where, p, sight)})`
    return shape.negated ? sql<boolean>`not ${found}` : found
  }
  const field = fieldOf(kind, shape.field)
  const value = (p as Record<string, string>)[shape.param] as string
  return field.predicate
    ? field.predicate(p, sight, value, shape.operator)
    : comparisons[shape.operator as keyof typeof comparisons](
        sql.ref(`${kind.table}.${field.column}`),
        value,
      )
}

/** Ids that hold every record that a filter can mean, found by an index. */
export interface CandidateSet {
  ids: RawBuilder<unknown>
  /**
   * What is counted to know whether the set is small: of related records those, before it is asked
   * to whom they belong.
   */
  measure: RawBuilder<unknown>
}

const plainSet = (ids: RawBuilder<unknown>): CandidateSet => ({ ids, measure: ids })

/**
 * The sets in which what a filter means can be looked for: each has too many at most, never too
 * few.
 */
export function setsOf<P extends { companyId: string }, S>(
  kind: Kind<P, S>,
  shape: FilterExpression,
  p: P,
  sight: S,
): CandidateSet[] {
  const set = (of: FilterExpression) =>
    plainSet(sql`select ${sql.ref(`${kind.table}.id`)} as "id" from ${sql.table(kind.table)} where ${sql.ref(`${kind.table}.companyId`)} = ${p.companyId}
      and ${conditionOf(kind, of, p, sight)}`)
  if ('and' in shape) {
    // What is asked of one column bounds one stretch of its index: from … to.
    const byColumn = Map.groupBy(partsOf(shape), (part) =>
      'field' in part && !fieldOf(kind, part.field).matchingIds ? columnOf(kind, part) : undefined,
    )
    return [...byColumn].flatMap(([column, parts]) =>
      column ? [set({ and: parts })] : parts.flatMap((part) => setsOf(kind, part, p, sight)),
    )
  }
  if ('or' in shape) {
    const known = shape.or
      .map((each) => setsOf(kind, each, p, sight)[0])
      .filter((each) => each !== undefined)
    const union = (parts: RawBuilder<unknown>[]) => sql`${sql.join(parts, sql` union all `)}`
    const whole = known.length > 0 && known.length === shape.or.length
    return whole
      ? [
          {
            ids: union(known.map(({ ids }) => ids)),
            measure: union(known.map(({ measure }) => measure)),
          },
        ]
      : []
  }
  if ('relation' in shape) {
    if (shape.negated) return []
    const { target: related, parentIds: parents, toOne: one } = relationOf(kind, shape.relation)
    return setsOf(related, shape.where, p, sight).map(({ ids, measure }) =>
      one ? plainSet(parents(p, ids)) : { ids: parents(p, ids), measure },
    )
  }
  if ('not' in shape) return []
  const field = fieldOf(kind, shape.field)
  const value = (p as Record<string, unknown>)[shape.param] as string
  if (field.matchingIds && shape.operator !== 'isNull')
    return [plainSet(field.matchingIds(p, sight, value, shape.operator))]
  return columnOf(kind, shape) ? [set(shape)] : []
}

/** What holds of every record that is wanted. */
const partsOf = (shape: FilterExpression): FilterExpression[] =>
  'and' in shape ? shape.and.flatMap(partsOf) : [shape]

/** The column whose index serves a comparison, if one does. */
function columnOf<P, S>(kind: Kind<P, S>, { field }: Comparison): string | undefined {
  const { indexed, column } = fieldOf(kind, field)
  return indexed ? column : undefined
}

const leavesOf = (shape: FilterExpression): Comparison[] =>
  partsOf(shape).filter((part): part is Comparison => 'field' in part)

/**
 * The range that is asked for of an indexed column; a row without a value there is not wanted then.
 */
export const boundsOf = <P, S>(
  kind: Kind<P, S>,
  shape: FilterExpression,
  column: string,
): Comparison[] =>
  leavesOf(shape).filter(
    (leaf) =>
      ['atLeast', 'atMost', 'lessThan'].includes(leaf.operator) && columnOf(kind, leaf) === column,
  )

/** Which ends a stretch of an order has already. */
interface Ends {
  column: string
  least: boolean
  most: boolean
}

/**
 * What a walk need not look at: by the range that is asked for of the order's own column, by an
 * equality whose index is in the order of ids (when that is the order), and by what partial indexes
 * leave out.
 */
export function guidesOf<P, S>(
  kind: Kind<P, S>,
  shape: FilterExpression,
  { column, least, most }: Ends,
): Comparison[] {
  const leaves = leavesOf(shape)
  const equal = leaves.find(
    (leaf) =>
      leaf.operator === 'equals' && columnOf(kind, leaf) && !fieldOf(kind, leaf.field).predicate,
  )
  const bounds = boundsOf(kind, shape, column).filter(({ operator }) =>
    operator === 'atLeast' ? !least : !most,
  )
  return [
    ...bounds,
    ...(column === 'id' && equal ? [equal] : []),
    ...leaves.filter(({ field }) => fieldOf(kind, field).partialIndex),
  ]
}

function fieldOf<P, S>(kind: Kind<P, S>, name: string): Field<P, S> {
  const field = kind.fields[name]
  if (!field) throw new Error(`${kind.table} has no field ${name}`)
  return field
}

function relationOf<P, S>(kind: Kind<P, S>, name: string): Relation<P, S> {
  const relation = kind.relations[name]
  if (!relation) throw new Error(`${kind.table} has no relation ${name}`)
  return relation
}
