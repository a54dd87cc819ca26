import { type RawBuilder, sql } from 'kysely'
import type { SightParams } from '../auth/sight.ts'
import { range } from './page.ts'
import { type Query, shaped } from './query.ts'
import type { Schema, TableName } from './schema.ts'

interface ChildrenOf<S> {
  table: TableName
  /** `from … where …`, tying the children to their `parent`. */
  from(p: SightParams, parent: RawBuilder<string>, options: S): RawBuilder<unknown>
  /** The column of `from` that holds the child's id. */
  id: string
}

interface Shape<S> {
  after: boolean
  before: boolean
  backward: boolean
  options: S
}

type Params = SightParams & { parents: string; after?: string; before?: string; limit: number }

export interface ChildQueries<R, S> {
  page(shape: Shape<S>): Query<Params, R & { parentId: string }>
  count(options: S): Query<SightParams & { parents: string }, { parentId: string; total: number }>
}

/** A page of the children of each of many parents in one statement, newest first; and how many each has. */
export function childrenOf<T extends TableName, S>(list: ChildrenOf<S> & { table: T }): ChildQueries<Schema[T], S> {
  const parents = (p: { parents: string }) => sql`json_each(${p.parents}) as "parent"`
  const parent = sql<string>`"parent"."value"`
  return {
    page: shaped<Shape<S>, Params, Schema[T] & { parentId: string }>((_, p, shape) => {
      const ids = sql`select ${sql.ref(list.id)} ${list.from(p, parent, shape.options)}${range(p, shape, list.id)}`
      const order = shape.backward ? sql`asc` : sql`desc`
      return sql<Schema[T] & { parentId: string }>`select "parent"."value" as "parentId", "child".* from ${parents(p)}
        join ${sql.table(list.table)} as "child" on "child"."companyId" = ${p.companyId} and "child"."id" in (${ids}) order by "child"."id" ${order}`
    }),
    count: shaped<S, SightParams & { parents: string }, { parentId: string; total: number }>(
      (_, p, options) => sql<{ parentId: string; total: number }>`select "parent"."value" as "parentId", (select count(*) ${list.from(p, parent, options)}) as "total" from ${parents(p)}`,
    ),
  }
}

