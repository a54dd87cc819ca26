/** The fields that every kind of record has: queries, mutations, and lists of related records. */
import type { InputFieldMap, InputRef, InputShapeFromFields, ObjectRef } from '@pothos/core'
import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { type NodeType, registerNodeType } from '../../crud/node-types.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import type { FilteredList, ListOptions } from '../../filtering/filtered-list.ts'
import type { MaybePromise } from '../../lib/async.ts'
import { type ArgBuilder, builder, idArg, needs, versionArgs } from './builder.ts'
import { readsColumns } from './columns.ts'
import { type CustomTypes, listArgs, orderInput, resolveList, whereInput } from './filter-inputs.ts'
import { Deleted } from './node.ts'
import { type Children, connectionType, pageArgs, resolveChildConnection } from './paging.ts'

type RecordRef<R> = ObjectRef<typeof builder.$inferSchemaTypes, R, R>
type ConnectionRef<R extends { id: string }> = ReturnType<typeof connectionType<R>>

/** @template L the rows of the list, which can have more columns than the type shows */
interface RecordQueries<R extends { id: string }, L extends R>
  extends Omit<NodeType, 'type' | 'policy'> {
  filterSpec: FilterSpec
  /** Custom input types, by filter field. */
  filterTypes?: CustomTypes
  /** The prefix of the filter inputs' names; by default the name of the type. */
  filterName?: string
  one: { description: string; get(ctx: Context, id: string): MaybePromise<R> }
  /** The list query; a kind whose list has more arguments adds the query itself. */
  many?: { name: string; description: string; list: FilteredList<ListOptions, L> }
}

/** Converts a type name to a noun: `ApiKey` to `API key`. */
const toNoun = (name: string) =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/^api\b/, 'API')

/** Registers a kind of record for `node`, and adds its connection type and its queries. */
export function registerRecord<R extends { id: string }, L extends R>(
  type: RecordRef<R>,
  { filterSpec, filterTypes, filterName, one, many, ...node }: RecordQueries<R, L>,
) {
  const { name } = type
  const { prefix, policy } = filterSpec
  registerNodeType(prefix, { ...node, type: name, policy })
  const connection = connectionType(name, type)
  const where = whereInput(filterName ?? name, filterSpec, filterTypes)
  const order = orderInput(filterName ?? name, filterSpec)
  const extensions = policy.scope ? needs(policy.scope) : needs()
  builder.queryField(`${name[0]?.toLowerCase()}${name.slice(1)}`, (t) =>
    t.field({
      type,
      nullable: true,
      description: one.description,
      extensions,
      args: { id: idArg(t, `The id of the ${toNoun(name)}.`) },
      resolve: (_, { id }, ctx) => one.get(ctx, id) as never,
    }),
  )
  if (many)
    builder.queryField(many.name, (t) =>
      t.field({
        type: connection,
        description: many.description,
        extensions,
        args: listArgs(t, where, order),
        resolve: (_, { where, orderBy, ...page }, ctx, info) =>
          resolveList(ctx, info, page, many.name, { where, orderBy }, many.list) as never,
      }),
    )
  return { connection, where, order }
}

/**
 * The type of an input without null, which `notNull` fields refuse; JSON becomes `never`, since the
 * operation parses it.
 */
export type WithoutNull<I> = unknown extends I
  ? never
  : I extends object
    ? { [K in keyof I]: WithoutNull<Exclude<I[K], null | undefined>> }
    : I

interface Mutation<R> {
  /** The type of the result; by default the record. */
  type?: RecordRef<R>
  /** The scopes of which any one suffices; by default the scope of the kind. */
  scopes?: readonly RequiredScope[]
  description: string
}

interface Creation<R, I> extends Mutation<R> {
  input: InputRef<I>
  resolve: (ctx: Context, input: WithoutNull<I>) => MaybePromise<R>
}

interface Update<R, I> extends Mutation<R> {
  input: InputRef<I>
  inputDescription?: string
  resolve: (ctx: Context, id: string, input: WithoutNull<I>) => MaybePromise<R>
}

interface Action<R, A extends InputFieldMap> extends Mutation<R> {
  idDescription?: string
  args?: (t: { arg: ArgBuilder }) => A
  resolve: (ctx: Context, id: string, args: InputShapeFromFields<A>) => MaybePromise<R>
}

/** Adds mutations of one kind of record. All except `create` have an id and an expected version. */
export function recordMutations<K extends { id: string }>(kind: {
  type: RecordRef<K>
  noun: string
  scope?: RequiredScope
}) {
  const addMutation = (
    name: string,
    mutation: Mutation<never>,
    args: (t: { arg: ArgBuilder }) => InputFieldMap,
    resolve: (ctx: Context, args: Record<string, unknown>) => unknown,
  ) => {
    const { type = kind.type, scopes = kind.scope ? [kind.scope] : [], description } = mutation
    builder.mutationField(name, (t) =>
      t.field({
        type: type as RecordRef<K>,
        nullable: true,
        description,
        extensions: needs(...scopes),
        args: args(t),
        resolve: (_, args, ctx) => resolve(ctx, args) as never,
      }),
    )
  }
  const action = <R = K, A extends InputFieldMap = Record<never, never>>(
    name: string,
    { idDescription, args, resolve, ...mutation }: Action<R, A>,
  ): void =>
    addMutation(
      name,
      mutation as Mutation<never>,
      (t) => ({
        id: idArg(t, idDescription ?? `The id of the ${kind.noun}.`),
        ...versionArgs(t),
        ...args?.(t),
      }),
      (ctx, { id, ...actionArgs }) => resolve(ctx, id as string, actionArgs as never),
    )

  return {
    create: <I, R = K>(name: string, { input, resolve, ...mutation }: Creation<R, I>): void =>
      addMutation(
        name,
        mutation as Mutation<never>,
        (t) => ({
          input: t.arg({ type: input, required: true, description: `The ${kind.noun}.` }),
        }),
        (ctx, args) => resolve(ctx, args['input'] as never),
      ),
    update: <I, R = K>(
      name: string,
      { input, inputDescription = 'The changes.', resolve, ...mutation }: Update<R, I>,
    ): void =>
      action(name, {
        ...mutation,
        args: (t) => ({
          input: t.arg({ type: input, required: true, description: inputDescription }),
        }),
        resolve: (ctx, id, args) => resolve(ctx, id, (args as { input: never }).input),
      }),
    /** Adds a mutation without an input object. */
    action,
    delete: <A extends InputFieldMap = Record<never, never>>(
      name: string,
      deletion: Omit<Action<{ id: string }, A>, 'type'>,
    ): void => action(name, { ...deletion, type: Deleted }),
  }
}

interface ChildList<R extends { id: string }> {
  connection: ConnectionRef<R>
  scope: RequiredScope
  description: string
  children: Children<R>
}

/** Adds a list of children to a parent type, such as `Person.tasks`. */
export function addChildList<P extends { id: string }, R extends { id: string }>(
  parent: RecordRef<P>,
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
