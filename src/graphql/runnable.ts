import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import type { Prepared } from './walk.ts'

/**
 * A document that has been validated, ready to run. Both doors run their operations through here.
 */
export interface Runnable extends Prepared {
  schema: GraphQLSchema
  document: DocumentNode
}

export function runnable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Runnable {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition)
  return { schema, document, operation, fragments }
}
