/** Adds the fields of every kind of record: queries, mutations and lists of related records. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { type NodeType, registerNodeType } from '../../crud/node-types.ts'
import { type ActionRule, declareActions } from '../../crud/record-actions.ts'
import type { ChildLoaders } from '../../filtering/child-list.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import type { FilteredList, ListOptions } from '../../filtering/filtered-list.ts'
import type { MaybePromise } from '../../lib/async.ts'
import { toNoun, uncapitalize, withArticle } from '../../lib/text.ts'
import {
  type ArgBuilder,
  atLeastOneField,
  builder,
  idArg,
  optional,
  type RecordRef,
  requiredScopes,
  versionArgs,
} from './builder.ts'
import { readsColumns } from './columns.ts'
import { type CustomTypes, listArgs, orderInput, resolveList, whereInput } from './filter-inputs.ts'
import { createConnectionType, pageArgs, resolveChildConnection } from './paging.ts'
import {
  addMutation,
  createInputType,
  deletionPayload,
  type InputOptions,
  type InputSource,
  type PayloadFields,
  recordPayload,
  type ValueOf,
} from './payloads.ts'

type ConnectionRef<R extends { id: string }> = ReturnType<typeof createConnectionType<R>>

/** @template L the list's row type, which can have more columns than the GraphQL type exposes */
interface RecordQueries<R extends { id: string }, L extends R>
  extends Omit<NodeType, 'type' | 'policy'> {
  filterSpec: FilterSpec
  /** Custom input types by filter field name. */
  filterTypes?: CustomTypes
  /** The name prefix of the filter inputs; by default, the type name. */
  filterName?: string
  one: { description: string; get(ctx: Context, id: string): MaybePromise<R> }
  /** The list query. A kind whose list has additional arguments adds its own query instead. */
  many?: { name: string; description: string; list: FilteredList<ListOptions, L> }
}

/** Registers a kind of record for `node`, and adds its connection type and its queries. */
export function registerRecord<R extends { id: string }, L extends R>(
  type: RecordRef<R>,
  { filterSpec, filterTypes, filterName = type.name, one, many, ...node }: RecordQueries<R, L>,
) {
  const { prefix, policy } = filterSpec
  registerNodeType(prefix, { ...node, type: type.name, policy })
  const connection = createConnectionType(type.name, type)
  const where = whereInput(filterName, filterSpec, filterTypes)
  const order = orderInput(filterName, filterSpec)
  const extensions = policy.scope ? requiredScopes(policy.scope) : requiredScopes()
  addRecordQuery(type, one, extensions)
  if (many)
    builder.queryField(many.name, (t) =>
      t.field({
        type: connection,
        description: many.description,
        extensions,
        args: listArgs(t, where, order),
        resolve: (_, { where, orderBy, ...paging }, ctx, info) =>
          resolveList(ctx, info, paging, many.name, { where, orderBy }, many.list) as never,
      }),
    )
  return {
    connection,
    where,
    order,
    /** Adds a list of this kind's records to the type of their parent record. */
    addListTo: <P extends { id: string }>(
      parent: RecordRef<P>,
      name: string,
      children: ChildLoaders<R>,
      description = `The ${toNoun(parent.name)}'s ${name}, newest first.`,
    ): void =>
      addChildList(parent, name, { connection, scope: policy.scope, description, children }),
  }
}

/** Adds a query for one record by id, such as `person(id)`. */
function addRecordQuery<R extends { id: string }, L extends R>(
  type: RecordRef<R>,
  { description, get }: RecordQueries<R, L>['one'],
  extensions: ReturnType<typeof requiredScopes>,
): void {
  builder.queryField(uncapitalize(type.name), (t) =>
    t.field({
      type,
      ...optional(description),
      extensions,
      args: { id: idArg(t, `The ${toNoun(type.name)}'s id.`) },
      resolve: (_, { id }, ctx) => get(ctx, id) as never,
    }),
  )
}

interface Mutation<R> {
  /** The payload fields; by default, one field with the record. */
  payload?: PayloadFields<R>
  /** Scopes of which any one is sufficient; by default, the kind's scope. */
  scopes?: readonly RequiredScope[]
  description: string
}

interface Creation<R, S extends InputSource> extends Mutation<R>, InputOptions<S> {
  resolve: (ctx: Context, input: ValueOf<S>) => MaybePromise<R>
}

interface RecordMutation<K, R> extends Mutation<R> {
  /** The actions that the mutation performs on a record, for the field `viewerCan`. */
  actions: readonly ActionRule<K>[]
}

type WithDefaults<M extends { actions: unknown; description: string }> = Omit<
  M,
  'actions' | 'description'
> &
  Partial<Pick<M, 'actions' | 'description'>>

interface Update<K, R, S extends InputSource> extends RecordMutation<K, R>, InputOptions<S> {
  inputDescription?: string
  resolve: (ctx: Context, id: string, input: ValueOf<S>) => MaybePromise<R>
}

interface Action<K, R, A extends InputFieldMap> extends RecordMutation<K, R> {
  idDescription?: string
  args?: (t: { arg: ArgBuilder }) => A
  resolve: (ctx: Context, id: string, args: InputShapeFromFields<A>) => MaybePromise<R>
}

interface MutatedKind<K> {
  type: RecordRef<K>
  noun: string
  /** The scope that the mutations require by default; null if any credential is sufficient. */
  scope: RequiredScope | null
}

/** Adds a kind's mutations. All mutations except creations accept an id and an expected version. */
export class RecordMutations<K extends { id: string }> {
  readonly #type: RecordRef<K>
  readonly #noun: string
  readonly #aRecord: string
  readonly #defaults: { payload: PayloadFields<never>; scopes: readonly RequiredScope[] }

  constructor({ type, noun, scope }: MutatedKind<K>) {
    this.#type = type
    this.#noun = noun
    this.#aRecord = uncapitalize(withArticle(noun))
    this.#defaults = { payload: recordPayload(type), scopes: scope ? [scope] : [] }
  }

  create<S extends InputSource, R = K>(name: string, creation: Creation<R, S>): void {
    const { resolve, ...mutation } = creation
    const type = createInputType(name, mutation, `A new ${this.#noun}.`)
    const description = `The new ${this.#noun}.`
    addMutation<R, InputFieldMap>(name, {
      ...this.#defaults,
      ...mutation,
      args: (t) => ({ input: t.arg({ type, required: true, description }) }),
      resolve: (ctx, args) => resolve(ctx, args['input'] as never),
    })
  }

  update<S extends InputSource, R = K>(name: string, update: WithDefaults<Update<K, R, S>>): void {
    const { resolve, ...mutation } = update
    const changes = `Changes to ${this.#aRecord}.`
    const type = createInputType(name, mutation, changes, atLeastOneField)
    const { inputDescription: description = 'The fields to update.' } = mutation
    this.action(name, {
      actions: [{ action: 'update' }],
      description: `Updates ${this.#aRecord}.`,
      ...mutation,
      args: (t) => ({ input: t.arg({ type, required: true, description }) }),
      resolve: (ctx, id, args) => resolve(ctx, id, (args as { input: never }).input),
    })
  }

  /** Adds a mutation without an input object. */
  action<R = K, A extends InputFieldMap = Record<never, never>>(
    name: string,
    { idDescription, args, actions, resolve, ...mutation }: Action<K, R, A>,
  ): void {
    const scopes = mutation.scopes ?? this.#defaults.scopes
    const description = idDescription ?? `The ${this.#noun}'s id.`
    addMutation<R, InputFieldMap>(name, {
      ...this.#defaults,
      ...mutation,
      extensions: declareActions(this.#type.name, scopes, actions),
      args: (t) => ({ id: idArg(t, description), ...versionArgs(t), ...args?.(t) }),
      resolve: (ctx, { id, ...actionArgs }) => resolve(ctx, id as string, actionArgs as never),
    })
  }

  delete<A extends InputFieldMap = Record<never, never>>(
    name: string,
    deletion: WithDefaults<Omit<Action<K, { id: string }, A>, 'payload'>>,
  ): void {
    this.action(name, {
      actions: [{ action: 'delete' }],
      description: `Permanently deletes ${this.#aRecord}.`,
      ...deletion,
      payload: deletionPayload(this.#noun),
    })
  }
}

/** Adds a list of children to a parent type, such as `Person.tasks`. */
export function addChildList<P extends { id: string }, R extends { id: string }>(
  parent: RecordRef<P>,
  name: string,
  {
    connection,
    scope,
    description,
    children,
  }: {
    connection: ConnectionRef<R>
    /** The scope that the children require; null if any credential is sufficient. */
    scope: RequiredScope | null
    description: string
    children: ChildLoaders<R>
  },
) {
  builder.objectField(parent, name, (t) =>
    t.field({
      type: connection,
      nullable: true,
      description,
      extensions: { ...(scope && requiredScopes(scope)), ...readsColumns('id') },
      args: pageArgs(t),
      resolve: (row, args, ctx, info) =>
        resolveChildConnection(ctx, info, `${parent.name}.${name}`, row, args, children) as never,
    }),
  )
}
