import {
  type FieldNode,
  type GraphQLField,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Context } from '../../context.ts'
import type { Loader } from '../../crud/loader.ts'
import { type MaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts'

type Columns = ReadonlySet<string> | 'all'

const known = new WeakMap<FieldNode, readonly string[] | undefined>()

/**
 * The columns of its rows that the selection of a connection reads; nothing where it may be any.
 */
export function columnsOf(info: GraphQLResolveInfo): readonly string[] | undefined {
  const [node, another] = info.fieldNodes
  if (!node || another) return undefined
  if (!known.has(node)) {
    const columns = ofSelection(info, node.selectionSet, getNamedType(info.returnType))
    known.set(node, columns === 'all' ? undefined : [...columns].sort())
  }
  return known.get(node)
}

/**
 * Of a connection those of its records, of a record those of its fields. Conditions of directives
 * are left out of account.
 */
function ofSelection(
  info: GraphQLResolveInfo,
  set: SelectionSetNode | undefined,
  type: unknown,
): Columns {
  const found = new Set<string>()
  if (!isObjectType(type)) return 'all'
  for (const selection of set?.selections ?? []) {
    let columns: Columns
    if (selection.kind === Kind.FIELD) {
      const field = type.getFields()[selection.name.value]
      const below = field?.extensions['pageOf']
        ? ofSelection(info, selection.selectionSet, getNamedType(field.type))
        : undefined
      columns = below ?? (field ? readBy(field) : new Set())
    } else {
      const inside =
        selection.kind === Kind.FRAGMENT_SPREAD ? info.fragments[selection.name.value] : selection
      columns = ofSelection(info, inside?.selectionSet, type)
    }
    if (columns === 'all') return 'all'
    for (const column of columns) found.add(column)
  }
  return found
}

function readBy({ extensions }: GraphQLField<unknown, unknown>): Columns {
  const columns = extensions['reads'] ?? extensions['pothosExposedField']
  return columns === undefined ? 'all' : new Set([columns].flat() as string[])
}

/**
 * The columns of its row that a field reads: a list fetches those that it is asked for, and no
 * others. A field that shows a column under its own name says nothing; for one that could read any,
 * the whole row is fetched (see `columns.ts`).
 */
export const readsColumns = (...columns: string[]) => ({ reads: columns })

/** A field that shows what is found under the key in a column. */
export function relationField<C extends string, V, T = V | undefined>(
  load: Loader<V>,
  column: C,
  show: (found: V | undefined, ctx: Context) => MaybePromise<T> = (found) => found as T,
) {
  return {
    extensions: readsColumns(column),
    resolve: (
      row: { readonly [column in C]: string | null },
      _: unknown,
      ctx: Context,
    ): MaybePromise<T> => mapMaybePromise(load.of(ctx, row, column), (found) => show(found, ctx)),
  }
}
