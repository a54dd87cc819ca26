/**
 * Extends the documents of routes with common fields: record versions for `ETag` and `If-Match`
 * (RFC 9110, 8.8.3 and 13.1.1), the counts of a merge preview and, for lists, `beforeCursor`,
 * `total` and the cursors of the `Link` header (RFC 8288).
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import type { Reply } from './route.ts'

export const versionVariable = 'expectedVersion'
export const versionAlias = '_version'
export const lastVariable = '_last'

/** Arguments and selections to add to a field, and their variables. */
type Extension = ReturnType<typeof parseExtension>

function parseExtension(text: string) {
  const operation = parse(text, { noLocation: true }).definitions[0] as OperationDefinitionNode
  const [field] = operation.selectionSet.selections as [FieldNode]
  return { field, variables: operation.variableDefinitions ?? [] }
}

const extensions = {
  expectVersion: parseExtension(
    `query ($${versionVariable}: Int) { record(expectedVersion: $${versionVariable}) }`,
  ),
  selectVersion: parseExtension(`{ record { ${versionAlias}: version } }`),
  pageBackward: parseExtension(
    `query ($${lastVariable}: Int, $beforeCursor: String) {
      list(last: $${lastVariable}, before: $beforeCursor) {
        pageInfo { _hasPrevious: hasPreviousPage _start: startCursor }
      }
    }`,
  ),
  count: parseExtension(
    'query ($total: Boolean! = false) { list { _total: totalCount @include(if: $total) } }',
  ),
}

/** A page of a list, as selected by an extended document. */
export interface Page {
  nodes: unknown[]
  pageInfo: {
    hasNextPage: boolean
    endCursor: string | null
    _hasPrevious?: boolean
    _start?: string | null
  }
  _total?: number
}

export const extendDocument = (schema: GraphQLSchema, document: DocumentNode, reply: Reply) =>
  visit(document, {
    OperationDefinition: { leave: (operation) => extendOperation(schema, operation, reply) },
  })

function extendOperation(schema: GraphQLSchema, operation: OperationDefinitionNode, reply: Reply) {
  const [root, ...otherSelections] = operation.selectionSet.selections
  const rootFields = schema.getRootType(operation.operation)?.getFields()
  const field = root?.kind === Kind.FIELD ? rootFields?.[root.name.value] : undefined
  if (root?.kind !== Kind.FIELD || !field) return operation
  const nestedName = getOnlySelection(root)?.name.value
  const result = nestedName === undefined ? field : getFields(field.type)[nestedName]
  const parts = result ? createResultExtensions(result, reply) : []
  const additions = [
    ...(hasArgument(field, 'expectedVersion') ? [extensions.expectVersion] : []),
    ...(nestedName === undefined ? parts : parts.map((part) => nestExtension(part, nestedName))),
  ]
  const extendedRoot = additions.reduce((node, addition) => mergeField(node, addition.field), root)
  return {
    ...operation,
    variableDefinitions: [
      ...(operation.variableDefinitions ?? []),
      ...additions.flatMap(({ variables }) => variables),
    ],
    selectionSet: { ...operation.selectionSet, selections: [extendedRoot, ...otherSelections] },
  }
}

type Field = { type: GraphQLOutputType; args: readonly { name: string }[] }

const getFields = (type: GraphQLOutputType) => {
  const namedType = getNamedType(type)
  return isObjectType(namedType) ? namedType.getFields() : {}
}

const hasArgument = ({ args }: Field, name: string) => args.some((arg) => arg.name === name)

export const getResponseKey = ({ alias, name }: FieldNode): string => (alias ?? name).value

/** Returns whether a field is a record's id, as in `id: user { id }`, which is a string in REST. */
export const isRecordId = ({ alias, selectionSet }: FieldNode): boolean =>
  alias?.value === 'id' && selectionSet !== undefined

/** Returns the only field that a field selects, if the selected field has a selection set. */
export function getOnlySelection({ selectionSet }: FieldNode): FieldNode | undefined {
  const [selection, secondSelection] = selectionSet?.selections ?? []
  const isOnly = selection?.kind === Kind.FIELD && selection.selectionSet && !secondSelection
  return isOnly ? selection : undefined
}

function createResultExtensions(result: Field, { kind }: Reply): Extension[] {
  const fields = getFields(result.type)
  if (kind !== 'list')
    return [
      ...('version' in fields ? [extensions.selectVersion] : []),
      ...(isMergeCounts(fields['moves']) ? [createCountsExtension(fields['moves'])] : []),
    ]
  return [
    ...(hasArgument(result, 'before') ? [extensions.pageBackward] : []),
    ...('totalCount' in fields ? [extensions.count] : []),
  ]
}

const isMergeCounts = (field: Field | undefined): field is Field =>
  field !== undefined && getNamedType(field.type).name === 'PersonMergeMoves'

/** Selects the count of every kind of record in `moves` of a merge preview. */
const createCountsExtension = ({ type }: Field) =>
  parseExtension(`{ record { moves { ${Object.keys(getFields(type)).join(' ')} } } }`)

const nestExtension = ({ field, variables }: Extension, name: string): Extension => {
  const nestedField: FieldNode = { ...field, name: { kind: Kind.NAME, value: name } }
  return {
    variables,
    field: {
      ...field,
      arguments: [],
      selectionSet: { kind: Kind.SELECTION_SET, selections: [nestedField] },
    },
  }
}

const mergeField = (node: FieldNode, addedField: FieldNode): FieldNode => ({
  ...node,
  arguments: [...(node.arguments ?? []), ...(addedField.arguments ?? [])],
  selectionSet: node.selectionSet && {
    ...node.selectionSet,
    selections: mergeSelections(
      node.selectionSet.selections,
      (addedField.selectionSet?.selections ?? []) as FieldNode[],
    ),
  },
})

/**
 * Merges added fields with a selection set into fields of the same name. Appends leaf fields that
 * are not yet selected.
 */
function mergeSelections(selections: readonly SelectionNode[], addedFields: readonly FieldNode[]) {
  const mergedSelections = selections.map((selection) => {
    const matchingField =
      selection.kind === Kind.FIELD &&
      addedFields.find((field) => field.selectionSet && field.name.value === selection.name.value)
    return matchingField ? mergeField(selection, matchingField) : selection
  })
  const isSelected = (field: FieldNode) =>
    selections.some(
      (node) => node.kind === Kind.FIELD && getResponseKey(node) === getResponseKey(field),
    )
  return [
    ...mergedSelections,
    ...addedFields.filter((field) => !field.selectionSet && !isSelected(field)),
  ]
}

/**
 * Returns a field's only selection if it is an inline fragment, as in
 * `task: subject { ... on Task { id title } }`. REST returns null for an object of another type.
 */
export function findFragment(node: SelectionSetNode | undefined): InlineFragmentNode | undefined {
  const [selection, secondSelection] = node?.selections ?? []
  return selection?.kind === Kind.INLINE_FRAGMENT && !secondSelection ? selection : undefined
}

/** Returns the paths, without list indexes, of fields that select only an inline fragment. */
export const listFragmentPaths = ({ selections }: SelectionSetNode): string[][] =>
  selections.flatMap((node): string[][] => {
    if (node.kind !== Kind.FIELD || !node.selectionSet) return []
    const key = getResponseKey(node)
    if (findFragment(node.selectionSet)) return [[key]]
    return listFragmentPaths(node.selectionSet).map((path) => [key, ...path])
  })

/** Sets the field at a fragment path to null if it is empty because its object has another type. */
export function clearOtherTypes(value: unknown, [key = '', ...path]: readonly string[]): void {
  if (Array.isArray(value)) for (const element of value) clearOtherTypes(element, [key, ...path])
  else if (value && typeof value === 'object') {
    const object = value as Record<string, object | null>
    if (path.length > 0) clearOtherTypes(object[key], path)
    else if (object[key] && Object.keys(object[key]).length === 0) object[key] = null
  }
}
