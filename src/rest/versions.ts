import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type VariableDefinitionNode,
} from 'graphql'
import { badRequest } from '../errors.ts'

/**
 * Lost updates on REST (RFC 9110, clauses 8.8.3 and 13.1.1): an answer with a record carries its
 * version as `ETag`, and
 * `If-Match` on a change is the mutation's `expectedVersion`. Routes say nothing of it; it is put
 * into their documents here.
 */
export const versionVariable = 'expectedVersion'
export const versionAlias = '_version'

const name = (value: string) => ({ kind: Kind.NAME, value }) as const
const variable = { kind: Kind.VARIABLE, name: name(versionVariable) } as const
const definition: VariableDefinitionNode = {
  kind: Kind.VARIABLE_DEFINITION,
  variable,
  type: { kind: Kind.NAMED_TYPE, name: name('Int') },
}
const argument: ArgumentNode = { kind: Kind.ARGUMENT, name: name(versionVariable), value: variable }
const version: SelectionNode = {
  kind: Kind.FIELD,
  alias: name(versionAlias),
  name: name('version'),
}

/**
 * A route's document that also asks for the record's version, and takes the one that is expected.
 */
export function addVersions(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const definitions = document.definitions.map((each) =>
    each.kind === Kind.OPERATION_DEFINITION ? versioned(schema, each) : each,
  )
  return { ...document, definitions }
}

function versioned(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): OperationDefinitionNode {
  const [root] = operation.selectionSet.selections
  const field =
    root?.kind === Kind.FIELD
      ? schema.getRootType(operation.operation)?.getFields()[root.name.value]
      : undefined
  if (root?.kind !== Kind.FIELD || !field) return operation
  const type = getNamedType(field.type)
  const takes = field.args.some((each) => each.name === versionVariable)
  const tells = isObjectType(type) && type.getFields()['version'] !== undefined && root.selectionSet
  const selected: FieldNode = {
    ...root,
    ...(takes && { arguments: [...(root.arguments ?? []), argument] }),
    ...(tells && {
      selectionSet: {
        ...root.selectionSet,
        selections: [...root.selectionSet.selections, version],
      },
    }),
  }
  return {
    ...operation,
    selectionSet: { ...operation.selectionSet, selections: [selected] },
    ...(takes && { variableDefinitions: [...(operation.variableDefinitions ?? []), definition] }),
  }
}

/** Takes the version out of what is answered. */
export function takeVersion(data: unknown): { data: unknown; etag: Record<string, string> } {
  if (data === null || typeof data !== 'object' || !(versionAlias in data))
    return { data, etag: {} }
  const { [versionAlias]: found, ...rest } = data as Record<string, unknown>
  return { data: rest, etag: { ETag: `"${String(found)}"` } }
}

/**
 * The version that `If-Match` names; nothing for `*`, which any record matches.
 * @throws BAD_REQUEST for what is no ETag of a record, or where nothing is there to match
 */
export function readIfMatch(ifMatch: string | undefined, offered: boolean): number | undefined {
  if (ifMatch === undefined) return undefined
  if (!offered)
    throw badRequest('If-Match is not offered here: it goes with a change to one record')
  if (ifMatch.trim() === '*') return undefined
  const found = /^"([1-9]\d{0,8})"$/.exec(ifMatch.trim())
  if (!found)
    throw badRequest(
      'If-Match must be the ETag that a read of the record answered, such as "3", quotes included',
    )
  return Number(found[1])
}
