/** Determines the columns that a selection reads, so that lists fetch only those. */
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Context } from '../../context.ts'
import type { Loader } from '../../crud/loader.ts'
import { type MaybePromise, mapMaybePromise } from '../../lib/async.ts'
import { createDerivedCache } from '../../lib/cache.ts'
import type { RecordRef } from './builder.ts'

/** Declares the columns of a field; by default, an exposed field reads its own, others read all. */
export const readsColumns = (...columns: string[]) => ({ reads: columns })

export function relationField<C extends string, V, T = V | undefined>(
  loader: Loader<V>,
  column: C,
  convert: (value: V | undefined, ctx: Context) => MaybePromise<T> = (value) => value as T,
) {
  return {
    extensions: readsColumns(column),
    resolve: (row: { readonly [column in C]: string | null }, _: unknown, ctx: Context) =>
      mapMaybePromise(loader.of(ctx, row, column), (value) => convert(value, ctx)),
  }
}

/** Returns the options of a nullable field for the record to which a column refers. */
export const relationToOne = <C extends string, V, R extends V>(
  type: RecordRef<V>,
  loader: Loader<R>,
  column: C,
  description: string,
) => ({
  type,
  nullable: true as const,
  description,
  ...relationField<C, R, R | undefined>(loader, column),
})

/** Returns the options of a field for the record to which a column always refers. */
export const requiredRelation = <C extends string, V, R extends V>(
  type: RecordRef<V>,
  loader: Loader<R>,
  column: C,
  description: string,
) => ({ type, description, ...relationField(loader, column, (record) => record as R) })

export const relationToMany = <V, R extends V>(
  type: RecordRef<V>,
  loader: Loader<R[]>,
  description: string,
) => ({
  type: [type] as [RecordRef<V>],
  description,
  ...relationField(loader, 'id', (rows) => rows ?? []),
})

const columnCache = createDerivedCache<FieldNode, readonly string[] | undefined>('selected_columns')

/** Returns the columns that the selection of a connection reads; undefined for the whole row. */
export function getSelectedColumns(info: GraphQLResolveInfo): readonly string[] | undefined {
  const [node, secondNode] = info.fieldNodes
  if (!node || secondNode) return undefined
  return columnCache.getOrCreate(node, () => {
    const columns = collectColumns(node.selectionSet, getNamedType(info.returnType), info)
    return columns && [...columns].sort()
  })
}

/** Returns the columns that a selection of a connection or record reads; ignores directives. */
function collectColumns(
  set: SelectionSetNode | undefined,
  type: unknown,
  info: GraphQLResolveInfo,
): ReadonlySet<string> | undefined {
  if (!isObjectType(type)) return undefined
  const allColumns = new Set<string>()
  for (const selection of set?.selections ?? []) {
    const columns = readSelection(selection, type, info)
    if (!columns) return undefined
    for (const column of columns) allColumns.add(column)
  }
  return allColumns
}

function readSelection(
  selection: SelectionNode,
  type: GraphQLObjectType,
  info: GraphQLResolveInfo,
): Iterable<string> | undefined {
  if (selection.kind !== Kind.FIELD) {
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? info.fragments[selection.name.value] : selection
    return collectColumns(fragment?.selectionSet, type, info)
  }
  const field = type.getFields()[selection.name.value]
  if (!field) return []
  const { pageOf, reads, pothosExposedField } = field.extensions
  if (pageOf) return collectColumns(selection.selectionSet, getNamedType(field.type), info)
  const columns = (reads ?? pothosExposedField) as string | string[] | undefined
  return columns === undefined ? undefined : [columns].flat()
}
