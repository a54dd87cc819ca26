/** A field in a document, and errors that name it before the document is executed. */
import {
  type ASTNode,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  getNullableType,
  isListType,
} from 'graphql'
import type { ApiError } from '../errors.ts'

export interface SelectedField {
  field: GraphQLField<unknown, unknown>
  node: FieldNode
  depth: number
  parent: GraphQLObjectType
  /** The field whose selection contains this one; undefined for a root field. */
  parentField: SelectedField | undefined
}

/** Adds the places in the document to an error that is found before execution. */
export const locateError = (
  error: ApiError,
  nodes: readonly ASTNode[],
  path?: readonly string[],
): GraphQLError =>
  new GraphQLError(error.message, { nodes, ...(path && { path }), originalError: error })

/** Adds the field to an error that is found before execution. */
export const locateAtField = (
  error: ApiError,
  selected: SelectedField,
  nodes: readonly ASTNode[] = [selected.node],
): GraphQLError => locateError(error, nodes, getResponsePath(selected))

/** Returns the path of a field in the response; undefined in a list, whose indexes are unknown. */
function getResponsePath({ node, parentField }: SelectedField): string[] | undefined {
  const key = (node.alias ?? node.name).value
  if (!parentField) return [key]
  if (isListType(getNullableType(parentField.field.type))) return undefined
  return getResponsePath(parentField)?.concat(key)
}
