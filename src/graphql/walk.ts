import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { badRequest } from '../errors.ts'

/** Fragments that spread each other can select exponentially many fields with a few words. */
const mostVisits = 10_000

/** A document's one operation, with the fragments that it spreads. */
export interface Prepared {
  operation: OperationDefinitionNode
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

export interface Visit {
  field: GraphQLField<unknown, unknown>
  node: FieldNode
  depth: number
  parent: GraphQLObjectType
}

export const rootType = (schema: GraphQLSchema, { operation }: Prepared) =>
  schema.getRootType(operation.operation) as GraphQLObjectType

const known = new WeakMap<OperationDefinitionNode, readonly Visit[]>()

/** Each field that is written, once, however often its fragment is spread. */
export function fieldsOf(schema: GraphQLSchema, prepared: Prepared): readonly Visit[] {
  let found = known.get(prepared.operation)
  if (!found) {
    const visits: Visit[] = []
    walk<void>(schema, prepared, undefined, (at) => void visits.push(at), true)
    found = visits
    known.set(prepared.operation, found)
  }
  return found
}

/**
 * Visits the fields that an operation selects, fragments included, introspection excepted. What
 * `visit` answers is handed to the visits below it (how many parents there are, say).
 */
export function walk<T>(
  schema: GraphQLSchema,
  prepared: Prepared,
  start: T,
  visit: (at: Visit, above: T) => T,
  fragmentsOnce = false,
): void {
  let visits = 0
  const into = (
    set: SelectionSetNode,
    type: GraphQLObjectType,
    depth: number,
    above: T,
    spread: Set<string>,
  ): void => {
    for (const selection of set.selections) {
      if (++visits > mostVisits)
        throw badRequest(
          `The document selects more than ${mostVisits} fields; ask for less at once`,
        )
      if (selection.kind === Kind.FIELD) {
        const field = type.getFields()[selection.name.value]
        if (!field) continue
        const below = visit({ field, node: selection, depth, parent: type }, above)
        const of = getNamedType(field.type)
        if (selection.selectionSet && isCompositeType(of))
          into(selection.selectionSet, of as GraphQLObjectType, depth + 1, below, spread)
        continue
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? prepared.fragments.get(selection.name.value)
          : selection
      if (
        !fragment ||
        (selection.kind === Kind.FRAGMENT_SPREAD && spread.has(selection.name.value))
      )
        continue
      const condition = fragment.typeCondition
        ? schema.getType(fragment.typeCondition.name.value)
        : type
      if (!isObjectType(condition) && !isInterfaceType(condition)) continue
      const inside =
        selection.kind !== Kind.FRAGMENT_SPREAD
          ? spread
          : (fragmentsOnce ? spread : new Set(spread)).add(selection.name.value)
      into(fragment.selectionSet, condition as GraphQLObjectType, depth, above, inside)
    }
  }
  into(prepared.operation.selectionSet, rootType(schema, prepared), 1, start, new Set())
}

/** Which scopes a field needs, if any; set where the field is defined. */
export const scopesOf = (field: GraphQLField<unknown, unknown>): readonly string[] =>
  (field.extensions['scopes'] as string[] | undefined) ?? []
