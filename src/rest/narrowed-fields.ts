/**
 * Fields that a route narrows to one type, such as `task: subject { ... on Task { id title } }`.
 * REST returns null for an object of another type, from which GraphQL selects nothing.
 */
import { type InlineFragmentNode, Kind, type SelectionSetNode } from 'graphql'

/** Returns the only selection of a field if it is an inline fragment with a type. */
export function findNarrowing(set: SelectionSetNode | undefined): InlineFragmentNode | undefined {
  const [selection, secondSelection] = set?.selections ?? []
  return selection?.kind === Kind.INLINE_FRAGMENT && !secondSelection ? selection : undefined
}

/** Returns the paths of all narrowed fields, as response keys without the indices of lists. */
export const listNarrowedPaths = (set: SelectionSetNode): string[][] =>
  set.selections.flatMap((node): string[][] => {
    if (node.kind !== Kind.FIELD || !node.selectionSet) return []
    const key = (node.alias ?? node.name).value
    if (findNarrowing(node.selectionSet)) return [[key]]
    return listNarrowedPaths(node.selectionSet).map((path) => [key, ...path])
  })

/** Replaces objects from which a narrowed field selects nothing with null. */
export function clearOtherTypes(value: unknown, [key = '', ...path]: readonly string[]): void {
  if (Array.isArray(value)) for (const item of value) clearOtherTypes(item, [key, ...path])
  else if (value && typeof value === 'object') {
    const object = value as Record<string, object | null>
    if (path.length > 0) clearOtherTypes(object[key], path)
    else if (object[key] && Object.keys(object[key]).length === 0) object[key] = null
  }
}
