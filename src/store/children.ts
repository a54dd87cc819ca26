import { type RawBuilder, sql } from 'kysely'
import { range, rangeInTime, type ListShape as Shape } from './page.ts'
import { type Query, queryFamily } from './query.ts'
import type { Schema, TableName } from './schema.ts'
import { selected } from './selected.ts'
import { limitedPerRow, listRows } from './sql.ts'

interface ChildrenOf<P, S> {
  table: TableName
  /** `from … where …`, tying the children to their `parent`. */
  from(p: P, parent: RawBuilder<string>, options: S): RawBuilder<unknown>
  /** The column of `from` that holds the child's id. */
  id: string
  /**
   * A column by whose time they are in order rather than by their ids; `after` and `before` are
   * then "time id" (see `momentOf`).
   */
  time?: string
  /** The child's own column that names its parent, where it has one: its rows then lie together. */
  parent?: string
}

type Parents = { parents: string }
type Page = Parents & { after?: string | undefined; before?: string | undefined; limit: number }

export interface ChildQueries<P, R, S> {
  table: string
  page(shape: Shape<S>): Query<P & Page, R & { parentId: string }>
  count(options: S): Query<P & Parents, { parentId: string; total: number }>
}

/**
 * A page of the children of each of many parents in one statement, newest first; and how many each
 * has.
 */
export function childrenOf<T extends TableName, P extends { companyId: string }, S>(
  list: ChildrenOf<P, S> & { table: T },
): ChildQueries<P, Schema[T], S> {
  const parents = (p: Parents) => listRows(p.parents, 'parent')
  const parent = sql<string>`"parent"."value"`
  return {
    table: list.table,
    page: queryFamily<Shape<S>, P & Page, Schema[T] & { parentId: string }>((_, p, shape) => {
      const those = sql`${list.from(p, parent, shape.options)}${list.time ? rangeInTime(p, shape, list.time, list.id) : range(p, shape, list.id)}`
      const own = list.parent ? sql` and ${sql.ref(`child.${list.parent}`)} = ${parent}` : sql``
      const direction = shape.backward ? sql` asc` : sql` desc`
      const time = list.time?.slice(list.time.lastIndexOf('.') + 1)
      const inTime = time ? sql`${sql.ref(`child.${time}`)}${direction}, ` : sql``
      // What the order and the parent go by is wanted too.
      const columns = shape.columns && [
        ...shape.columns,
        ...(time ? [time] : []),
        ...(list.parent ? [list.parent] : []),
      ]
      const few = limitedPerRow({
        from: parents(p),
        those,
        table: list.table,
        id: list.id,
        as: 'child',
        columns,
        company: p.companyId,
      })
      return sql<
        Schema[T] & { parentId: string }
      >`select "parent"."value" as "parentId", ${selected('child', shape.columns)}
        ${few}${own} order by ${inTime}"child"."id"${direction}`
    }),
    count: queryFamily<S, P & Parents, { parentId: string; total: number }>(
      (_, p, options) =>
        sql<{
          parentId: string
          total: number
        }>`select "parent"."value" as "parentId", (select count(*) ${list.from(p, parent, options)}) as "total" from ${parents(p)}`,
    ),
  }
}
