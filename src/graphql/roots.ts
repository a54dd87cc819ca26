import type { GraphQLSchema, OperationDefinitionNode } from 'graphql'
import type { RequestContext } from '../http/request-context.ts'
import type { Runnable } from './runnable.ts'
import { fieldsOf } from './walk.ts'

const known = new WeakMap<OperationDefinitionNode, readonly string[]>()

/**
 * The fields of the schema that an operation asks for at its top, each once; none, where it only
 * asks for what describes the schema.
 */
function rootsOf(schema: GraphQLSchema, what: Runnable): readonly string[] {
  let found = known.get(what.operation)
  if (!found) {
    found = [
      ...new Set(
        fieldsOf(schema, what).flatMap(({ depth, field }) => (depth === 1 ? [field.name] : [])),
      ),
    ]
    known.set(what.operation, found)
  }
  return found
}

/**
 * Counts what an operation asks for, and names it after that; what the client calls it is for the
 * log. A document that has been validated names no fields but those of the schema.
 */
export function nameByRoots(x: RequestContext, schema: GraphQLSchema, what: Runnable): void {
  const roots = rootsOf(schema, what)
  x.label = what.operation.name?.value ?? 'anonymous'
  x.operation = roots.length > 1 ? 'several' : (roots[0] ?? 'introspection')
  for (const root of roots) x.deps.meters.rootFields.add(1, what.operation.operation, root)
}
