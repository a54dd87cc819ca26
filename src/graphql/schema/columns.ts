/** Determines the columns that a selection reads, so that lists fetch only the selected columns. */
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

/** Declares the columns that a field reads; by default, its exposed column, or else all columns. */
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

/** Returns the options of a nullable field for the record that a column references. */
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

/** Returns the options of a non-null field for the record that a required column references. */
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

/** Returns the columns that a connection's selection reads; undefined for whole rows. */
export function getSelectedColumns(info: GraphQLResolveInfo): readonly string[] | undefined {
  const [node, secondNode] = info.fieldNodes
  if (!node || secondNode) return undefined
  return columnCache.getOrCreate(node, () => {
    const columns = collectColumns(node.selectionSet, getNamedType(info.returnType), info)
    return columns && [...columns].sort()
  })
}

/** Returns the columns that a selection set reads if no `@skip` or `@include` excludes a field. */
function collectColumns(
  selectionSet: SelectionSetNode | undefined,
  type: unknown,
  info: GraphQLResolveInfo,
): ReadonlySet<string> | undefined {
  if (!isObjectType(type)) return undefined
  const allColumns = new Set<string>()
  for (const selection of selectionSet?.selections ?? []) {
    const columns = collectSelectionColumns(selection, type, info)
    if (!columns) return undefined
    for (const column of columns) allColumns.add(column)
  }
  return allColumns
}

function collectSelectionColumns(
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
