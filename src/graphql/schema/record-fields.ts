/** The fields that every kind of record has: its two queries, and lists below other records. */
import type { ObjectRef } from '@pothos/core'
import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import type { FilteredList, ListOptions } from '../../filtering/filtered-list.ts'
import { builder, idArg, needs } from './builder.ts'
import { readsColumns } from './columns.ts'
import { type CustomTypes, listArgs, orderInput, resolveList, whereInput } from './filter-inputs.ts'
import { type Children, type connectionType, pageArgs, resolveChildConnection } from './paging.ts'

type Types = typeof builder.$inferSchemaTypes
type ConnectionRef<R extends { id: string }> = ReturnType<typeof connectionType<R>>

/** @template L the rows of the list, which can have more columns than the type shows */
interface RecordQueries<R extends { id: string }, L extends R> {
  type: ObjectRef<Types, R, R>
  connection: ConnectionRef<R>
  /** The scope of both queries; by default any key. */
  scope?: RequiredScope
  filterSpec: FilterSpec
  /** The types of filters that have one of their own. */
  filterTypes?: CustomTypes
  /** The query of one record. */
  one: { name: string; description: string; get(ctx: Context, id: string): Promise<R> }
  /** The query of a list. */
  many: { name: string; description: string; list: FilteredList<ListOptions, L> }
}

/** `ApiKey` → `API key` */
const nounOf = (name: string) =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/^api\b/, 'API')

/** Adds the queries of one record and of the list; `name` begins the names of the filter inputs. */
export function recordQueries<R extends { id: string }, L extends R>(
  name: string,
  kind: RecordQueries<R, L>,
) {
  const { one, many, filterSpec } = kind
  const where = whereInput(name, filterSpec, kind.filterTypes)
  const order = orderInput(name, filterSpec)
  const extensions = kind.scope ? needs(kind.scope) : needs()
  builder.queryField(one.name, (t) =>
    t.field({
      type: kind.type,
      nullable: true,
      description: one.description,
      extensions,
      args: { id: idArg(t, `The id of the ${nounOf(name)}.`) },
      resolve: (_, { id }, ctx) => one.get(ctx, id) as never,
    }),
  )
  builder.queryField(many.name, (t) =>
    t.field({
      type: kind.connection,
      description: many.description,
      extensions,
      args: listArgs(t, where, order),
      resolve: (_, { where, orderBy, ...page }, ctx, info) =>
        resolveList(ctx, info, page, many.name, { where, orderBy }, many.list) as never,
    }),
  )
}

interface ChildList<R extends { id: string }> {
  connection: ConnectionRef<R>
  scope: RequiredScope
  description: string
  children: Children<R>
}

/** Adds a list of children to a parent type, such as `Person.tasks`. */
export function addChildList<P extends { id: string }, R extends { id: string }>(
  parent: ObjectRef<Types, P, P>,
  name: string,
  { connection, scope, description, children }: ChildList<R>,
) {
  builder.objectField(parent, name, (t) =>
    t.field({
      type: connection,
      nullable: true,
      description: `${description} Requires \`${scope}\`.`,
      extensions: { ...needs(scope), ...readsColumns('id') },
      args: pageArgs(t),
      resolve: (row, args, ctx, info) =>
        resolveChildConnection(ctx, info, `${parent.name}.${name}`, row, args, children) as never,
    }),
  )
}
