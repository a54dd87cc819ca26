import {
  type FieldNode,
  type GraphQLObjectType,
  isAbstractType,
  Kind,
  type SelectionSetNode,
  typeFromAST,
  visit,
} from 'graphql'
import type { PreparedOperation } from '../operation.ts'
import { bailOut, type CompiledRun } from './complete-value.ts'

/** The fields of an object by the keys of the answer; those of one key are one field. */
export function collectFields(
  { schema, fragments }: PreparedOperation,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const found = new Map<string, FieldNode[]>()
  const spread = new Set<string>()
  const into = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value
        found.set(key, [...(found.get(key) ?? []), selection])
        continue
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD && spread.has(selection.name.value)) continue
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
      if (selection.kind === Kind.FRAGMENT_SPREAD) spread.add(selection.name.value)
      const includeCondition = fragment?.typeCondition
        ? typeFromAST(schema, fragment.typeCondition)
        : type
      if (
        fragment &&
        (includeCondition === type ||
          (isAbstractType(includeCondition) && schema.isSubType(includeCondition, type)))
      )
        into(fragment.selectionSet)
    }
  }
  for (const set of sets) into(set)
  return found
}

/** Whether a field that has `@skip` or `@include` is asked for; none: it always is. */
export function condition({
  directives = [],
}: FieldNode): ((run: CompiledRun) => boolean) | undefined {
  const wanted = directives.map(({ name, arguments: [argument] = [] }) => ({
    value: argument?.value,
    when: name.value === 'include',
  }))
  if (wanted.length === 0) return undefined
  return ({ variables }) =>
    wanted.every(({ value, when }) => {
      const holds =
        value?.kind === Kind.VARIABLE
          ? variables.coerced[value.name.value]
          : value?.kind === Kind.BOOLEAN
            ? value.value
            : undefined
      if (typeof holds !== 'boolean') throw bailOut
      return holds === when
    })
}

/**
 * Compiling takes as long as a dozen runs; of a larger document, longer than others should wait.
 */
export const maxFields = 300

/**
 * Queries are compiled, and single mutations; not what describes the schema. Nor are fragments
 * under a condition, or a field under one that is asked for elsewhere too: which of its nodes count
 * is known only when it runs.
 */
export function isCompilable({ document, definition, type }: PreparedOperation): boolean {
  const all: string[] = []
  const conditional: string[] = []
  const [root, another] = definition.selectionSet.selections
  const single = type === 'mutation' && root?.kind === Kind.FIELD && !another
  let fits = type === 'query' || single
  const unless = ({ directives }: { directives?: readonly unknown[] | undefined }) => {
    if (directives?.length) fits = false
  }
  visit(document, {
    Field(node) {
      const key = node.alias?.value ?? node.name.value
      all.push(key)
      if (node.directives?.length) conditional.push(key)
      if (node.name.value === '__schema' || node.name.value === '__type') fits = false
    },
    FragmentSpread: unless,
    InlineFragment: unless,
  })
  return (
    fits &&
    all.length <= maxFields &&
    conditional.every((key) => all.indexOf(key) === all.lastIndexOf(key))
  )
}
