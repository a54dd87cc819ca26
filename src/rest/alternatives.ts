/**
 * Inputs of which a route uses one. Its document passes them to a `@oneOf` input, such as
 * `place: { position: $order, before: $before, after: $after }`, of which GraphQL allows one field:
 * the document that runs has one variable for the whole object instead.
 */
import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getOperationAST,
  isInputObjectType,
  isNonNullType,
  Kind,
  type ObjectFieldNode,
  parse,
  parseType,
  print,
  TypeInfo,
  type ValueNode,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Detail } from '../errors.ts'

/** The inputs of one `@oneOf` object, in order of precedence. */
export interface Alternatives {
  /** The variable of the object in the document that runs. */
  variable: string
  isRequired: boolean
  /** The fields of the object, by the name of the input. */
  fields: ReadonlyMap<string, string>
}

type Replacement = { value: ValueNode; definition: VariableDefinitionNode }

const defineVariable = (name: string, type: string): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
  type: parseType(type),
})

const nameOf = ({ value }: ObjectFieldNode) =>
  value.kind === Kind.VARIABLE ? value.name.value : ''

/** Replaces the `@oneOf` objects of a document, and the variables that they use. */
function replaceObjects(
  schema: GraphQLSchema,
  document: DocumentNode,
  replace: (fields: readonly ObjectFieldNode[], type: GraphQLInputType) => Replacement,
): DocumentNode {
  const types = new TypeInfo(schema)
  const removedNames = new Set<string>()
  const addedVariables: VariableDefinitionNode[] = []
  const replacedDocument = visit(
    document,
    visitWithTypeInfo(types, {
      ObjectValue({ fields }) {
        const type = types.getInputType()
        const objectType = isNonNullType(type) ? type.ofType : type
        if (!type || !isInputObjectType(objectType) || !objectType.isOneOf) return undefined
        const { value, definition } = replace(fields, type)
        for (const field of fields) removedNames.add(nameOf(field))
        addedVariables.push(definition)
        return value
      },
    }),
  )
  if (removedNames.size === 0) return document
  return visit(replacedDocument, {
    OperationDefinition: (node) => ({
      ...node,
      variableDefinitions: [
        ...(node.variableDefinitions ?? []).filter(
          ({ variable }) => !removedNames.has(variable.name.value),
        ),
        ...addedVariables,
      ],
    }),
  })
}

/** Returns the document that runs, with one variable for each `@oneOf` object. */
export function extractAlternatives(schema: GraphQLSchema, document: DocumentNode) {
  const alternatives: Alternatives[] = []
  const extracted = replaceObjects(schema, document, (nodes, type) => {
    const variable = `_oneOf${alternatives.length}`
    const fields = new Map(nodes.map((node) => [nameOf(node), node.name.value]))
    alternatives.push({ variable, isRequired: isNonNullType(type), fields })
    const definition = defineVariable(variable, String(type))
    return { value: definition.variable, definition }
  })
  return { document: extracted, alternatives }
}

/** Returns the text of a route's document with one alternative of each, as GraphQL accepts it. */
export function printDocument(
  schema: GraphQLSchema,
  text: string,
  isUsed: (input: string) => boolean,
): string {
  const document = parse(text)
  const definitions = getOperationAST(document)?.variableDefinitions ?? []
  const types = new Map(definitions.map(({ variable, type }) => [variable.name.value, print(type)]))
  const narrowed = replaceObjects(schema, document, (fields) => {
    const [firstField] = fields as [ObjectFieldNode]
    const field = fields.find((candidate) => isUsed(nameOf(candidate))) ?? firstField
    const definition = defineVariable(nameOf(field), `${types.get(nameOf(field))}!`)
    return { value: { kind: Kind.OBJECT, fields: [field] }, definition }
  })
  return print(narrowed)
}

/** Returns the variables of the `@oneOf` objects; null and false count as absent. */
export function toObjects(
  alternatives: readonly Alternatives[],
  values: Record<string, unknown>,
): Record<string, object> {
  const entries = alternatives.flatMap(({ variable, isRequired, fields }): [string, object][] => {
    const present = [...fields].filter(([name]) => values[name] != null && values[name] !== false)
    const object = Object.fromEntries(present.map(([name, field]) => [field, values[name]]))
    return isRequired || present.length > 0 ? [[variable, object]] : []
  })
  return Object.fromEntries(entries)
}

/** Returns a detail for each input after the first of one object. */
export const findConflicts = (
  alternatives: readonly Alternatives[],
  variables: Record<string, unknown>,
): Detail[] =>
  alternatives.flatMap(({ variable, fields }) => {
    const [, ...unusedFields] = [...fields].filter(([, field]) =>
      Object.hasOwn((variables[variable] as object | undefined) ?? {}, field),
    )
    const message = describeConflict([...fields.keys()])
    return unusedFields.map(([field]) => ({ field, code: 'INVALID_VALUE', message }))
  })

const describeConflict = (names: readonly string[]): string =>
  names.length === 2
    ? `cannot be combined with ${names[0]}: set only one of them`
    : `cannot be combined: set at most one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
