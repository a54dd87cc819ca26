import { type RawBuilder, sql } from 'kysely'
import type { Way } from './page.ts'
import type { TableName } from './schema.ts'
import { elements } from './sql.ts'

/**
 * A kind of record that can be filtered and sorted, described as data: from it come the GraphQL input types, the
 * conditions in SQL, and the plan by which a page is found.
 */
export interface Kind<P = never, S = never> {
  table: TableName
  /** The prefix of its ids, which carry the time of creation. */
  prefix: string
  /** In which ways the caller can see a record (see `listOf`); none: all are seen. */
  ways(p: P, sight: S): Way[]
  /** The same for one record at a time. */
  sees(p: P, sight: S): RawBuilder<boolean>
  fields: Record<string, Field<P, S>>
  relations: Record<string, Relation<P, S>>
  orders: Record<string, Order>
}

/** How a field is compared: equal, true, false, without a value, one of a list, from … to (included), before (excluded). */
export type Form = 'is' | 'yes' | 'no' | 'none' | 'in' | 'from' | 'to' | 'before'

export interface Field<P, S> {
  about: string
  /**
   * What is given: a value; a range of numbers, of times, of times of creation (which are looked up by id); or
   * conditions, which are read into conditions on other fields (`readers`).
   */
  type: 'ID' | 'String' | 'Boolean' | 'Enum' | 'DateTime' | 'number' | 'time' | 'created' | 'conditions'
  list?: true
  /** Must look like an id, or it is refused rather than not found. */
  strict?: true
  /** `null` may be given: those that have none. */
  nullable?: true
  /** Set by the program, not offered to clients. */
  hidden?: true
  /** The column that is compared; there is an index on (companyId, column, id) where `indexed`, which serves `when` too. */
  column?: string
  indexed?: true
  /** A partial index has the records for which this holds in order, so that a walk can leave the others out. */
  walked?: true
  /** The condition, where it is not a comparison of the column. `value` is the placeholder of what was given. */
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
export type Shape = { all: Shape[] } | { any: Shape[] } | { not: Shape } | Leaf | { relation: string; none: boolean; of: Shape }

export interface Leaf {
  field: string
  form: Form
  value: string
}

const compared: Record<Form, (column: RawBuilder<unknown>, value: unknown) => RawBuilder<boolean>> = {
  is: (column, value) => sql<boolean>`${column} = ${value}`,
  yes: (column) => sql<boolean>`${column} = 1`,
  no: (column) => sql<boolean>`${column} = 0`,
  none: (column) => sql<boolean>`${column} is null`,
  in: (column, value) => sql<boolean>`${column} in ${elements(value as string)}`,
  from: (column, value) => sql<boolean>`${column} >= ${value}`,
  to: (column, value) => sql<boolean>`${column} <= ${value}`,
  before: (column, value) => sql<boolean>`${column} < ${value}`,
}

const joined = (conditions: RawBuilder<boolean>[], by: 'and' | 'or', empty: '1 = 1' | '1 = 0') =>
  conditions.length ? sql<boolean>`(${sql.join(conditions, sql.raw(` ${by} `))})` : sql.raw<boolean>(empty)

/** What a filter asks of a row of the kind's table. */
export function conditionOf<P, S>(kind: Kind<P, S>, shape: Shape, p: P, sight: S): RawBuilder<boolean> {
  if ('all' in shape)
    return joined(
      shape.all.map((each) => conditionOf(kind, each, p, sight)),
      'and',
      '1 = 1',
    )
  if ('any' in shape)
    return joined(
      shape.any.map((each) => conditionOf(kind, each, p, sight)),
      'or',
      '1 = 0',
    )
  // What is unknown (a comparison with a missing value) does not hold, so its opposite does.
  if ('not' in shape) return sql<boolean>`(${conditionOf(kind, shape.not, p, sight)}) is not true`
  if ('relation' in shape) {
    const { from, kind: related } = relationOf(kind, shape.relation)
    const found = sql<boolean>`exists (select 1 ${from(p)} and ${related.sees(p, sight)} and ${conditionOf(related, shape.of, p, sight)})`
    return shape.none ? sql<boolean>`not ${found}` : found
  }
  const field = fieldOf(kind, shape.field)
  const value = (p as Record<string, string>)[shape.value] as string
  return field.when ? field.when(p, sight, value, shape.form) : compared[shape.form](sql.ref(`${kind.table}.${field.column}`), value)
}

/** The ways to reach all records that a filter can mean by an index: each yields too many at most, never too few. */
export function setsOf<P extends { companyId: string }, S>(kind: Kind<P, S>, shape: Shape, p: P, sight: S): RawBuilder<unknown>[] {
  const set = (of: Shape) =>
    sql`select ${sql.ref(`${kind.table}.id`)} as "id" from ${sql.table(kind.table)} where ${sql.ref(`${kind.table}.companyId`)} = ${p.companyId}
      and ${conditionOf(kind, of, p, sight)}`
  if ('all' in shape) {
    // What is asked of one column bounds one stretch of its index: from … to.
    const byColumn = Map.groupBy(partsOf(shape), (part) => ('field' in part && !fieldOf(kind, part.field).ids ? columnOf(kind, part) : undefined))
    return [...byColumn].flatMap(([column, parts]) => (column ? [set({ all: parts })] : parts.flatMap((part) => setsOf(kind, part, p, sight))))
  }
  if ('any' in shape) {
    const sets = shape.any.map((each) => setsOf(kind, each, p, sight)[0])
    const known = sets.filter((each) => each !== undefined)
    return known.length === sets.length && sets.length > 0 ? [sql`${sql.join(known, sql` union all `)}`] : []
  }
  if ('relation' in shape) {
    if (shape.none) return []
    const { kind: related, parents } = relationOf(kind, shape.relation)
    return setsOf(related, shape.of, p, sight).map((ids) => parents(p, ids))
  }
  if ('not' in shape) return []
  const field = fieldOf(kind, shape.field)
  const value = (p as Record<string, unknown>)[shape.value] as string
  if (field.ids && shape.form !== 'none') return [field.ids(p, sight, value, shape.form)]
  return columnOf(kind, shape) ? [set(shape)] : []
}

/** What holds of every record that is wanted. */
const partsOf = (shape: Shape): Shape[] => ('all' in shape ? shape.all.flatMap(partsOf) : [shape])

/** The column whose index serves a comparison, if one does. */
function columnOf<P, S>(kind: Kind<P, S>, { field }: Leaf): string | undefined {
  const { indexed, column } = fieldOf(kind, field)
  return indexed ? column : undefined
}

const leavesOf = (shape: Shape): Leaf[] => partsOf(shape).filter((part): part is Leaf => 'field' in part)

/** The range that is asked for of an indexed column; a row without a value there is not wanted then. */
export const boundsOf = <P, S>(kind: Kind<P, S>, shape: Shape, column: string): Leaf[] =>
  leavesOf(shape).filter((leaf) => ['from', 'to', 'before'].includes(leaf.form) && columnOf(kind, leaf) === column)

/** Which ends a stretch of an order has already. */
interface Ends {
  column: string
  least: boolean
  most: boolean
}

/**
 * What a walk need not look at: by the range that is asked for of the order's own column, by an equality whose index
 * is in the order of ids (when that is the order), and by what partial indexes leave out.
 */
export function guidesOf<P, S>(kind: Kind<P, S>, shape: Shape, { column, least, most }: Ends): Leaf[] {
  const leaves = leavesOf(shape)
  const equal = leaves.find((leaf) => leaf.form === 'is' && columnOf(kind, leaf) && !fieldOf(kind, leaf.field).when)
  const bounds = boundsOf(kind, shape, column).filter(({ form }) => (form === 'from' ? !least : !most))
  return [...bounds, ...(column === 'id' && equal ? [equal] : []), ...leaves.filter(({ field }) => fieldOf(kind, field).walked)]
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
