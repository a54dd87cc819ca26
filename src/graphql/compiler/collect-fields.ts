/** Collects the fields of selection sets, and decides which operations are compilable. */
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

/** The fields of an object by response key; those of one key are merged. */
export function collectFields(
  { schema, fragments }: PreparedOperation,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>()
  const spread = new Set<string>()
  const collect = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value
        fields.set(key, [...(fields.get(key) ?? []), selection])
        continue
      }
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD
      if (isSpread && spread.has(selection.name.value)) continue
      if (isSpread) spread.add(selection.name.value)
      const fragment = isSpread ? fragments.get(selection.name.value) : selection
      const condition = fragment?.typeCondition ? typeFromAST(schema, fragment.typeCondition) : type
      const applies =
        condition === type || (isAbstractType(condition) && schema.isSubType(condition, type))
      if (fragment && applies) collect(fragment.selectionSet)
    }
  }
  for (const set of sets) collect(set)
  return fields
}

/** Evaluates `@skip` and `@include`; undefined for a field that is always included. */
export function includeCondition({
  directives = [],
}: FieldNode): ((run: CompiledRun) => boolean) | undefined {
  const conditions = directives.map(({ name, arguments: [argument] = [] }) => ({
    value: argument?.value,
    expected: name.value === 'include',
  }))
  if (conditions.length === 0) return undefined
  return ({ variables }) =>
    conditions.every(({ value, expected }) => {
      const actual =
        value?.kind === Kind.VARIABLE
          ? variables.coerced[value.name.value]
          : value?.kind === Kind.BOOLEAN
            ? value.value
            : undefined
      if (typeof actual !== 'boolean') throw bailOut
      return actual === expected
    })
}

/** Compiling takes as long as a dozen runs: beyond this, longer than others should wait. */
export const maxFields = 300

/**
 * Queries and single mutations are compilable, without introspection. Conditional fragments, and
 * conditional fields that are selected again elsewhere, are not: which of their nodes count is known
 * only in a run.
 */
export function isCompilable({ document, definition, type }: PreparedOperation): boolean {
  const [root, another] = definition.selectionSet.selections
  const isSingleMutation = type === 'mutation' && root?.kind === Kind.FIELD && !another
  if (type !== 'query' && !isSingleMutation) return false
  const keys: string[] = []
  const conditionalKeys: string[] = []
  let isSupported = true
  const refuseDirectives = ({ directives }: { directives?: readonly unknown[] | undefined }) => {
    if (directives?.length) isSupported = false
  }
  visit(document, {
    Field(node) {
      const key = node.alias?.value ?? node.name.value
      keys.push(key)
      if (node.directives?.length) conditionalKeys.push(key)
      if (node.name.value === '__schema' || node.name.value === '__type') isSupported = false
    },
    FragmentSpread: refuseDirectives,
    InlineFragment: refuseDirectives,
  })
  return (
    isSupported &&
    keys.length <= maxFields &&
    conditionalKeys.every((key) => keys.indexOf(key) === keys.lastIndexOf(key))
  )
}
