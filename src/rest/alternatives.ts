/**
 * Alternative inputs, of which a request uses at most one. A route's document lists them in a
 * `@oneOf` object, such as `place: { position: $order, before: $before, after: $after }`. GraphQL
 * allows only one of these fields, so the executed document has a variable for the object instead.
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
  /** The object's variable in the executed document. */
  variable: string
  isRequired: boolean
  /** The object's field names, by input name. */
  fields: ReadonlyMap<string, string>
}

type Replacement = { value: ValueNode; definition: VariableDefinitionNode }

const defineVariable = (name: string, type: string): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
  type: parseType(type),
})

const getVariableName = ({ value }: ObjectFieldNode) =>
  value.kind === Kind.VARIABLE ? value.name.value : ''

/** Replaces the `@oneOf` objects of a document, and the variables in these objects. */
function replaceOneOfObjects(
  schema: GraphQLSchema,
  document: DocumentNode,
  replace: (fields: readonly ObjectFieldNode[], type: GraphQLInputType) => Replacement,
): DocumentNode {
  const typeInfo = new TypeInfo(schema)
  const removedNames = new Set<string>()
  const addedVariables: VariableDefinitionNode[] = []
  const replacedDocument = visit(
    document,
    visitWithTypeInfo(typeInfo, {
      ObjectValue({ fields }) {
        const type = typeInfo.getInputType()
        const objectType = isNonNullType(type) ? type.ofType : type
        if (!type || !isInputObjectType(objectType) || !objectType.isOneOf) return undefined
        const { value, definition } = replace(fields, type)
        for (const field of fields) removedNames.add(getVariableName(field))
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

/** Returns the document to execute, with one variable per `@oneOf` object, and the alternatives. */
export function extractAlternatives(schema: GraphQLSchema, document: DocumentNode) {
  const alternatives: Alternatives[] = []
  const executedDocument = replaceOneOfObjects(schema, document, (nodes, type) => {
    const variable = `_oneOf${alternatives.length}`
    const fields = new Map(nodes.map((node) => [getVariableName(node), node.name.value]))
    alternatives.push({ variable, isRequired: isNonNullType(type), fields })
    const definition = defineVariable(variable, String(type))
    return { value: definition.variable, definition }
  })
  return { document: executedDocument, alternatives }
}

/** Prints a route's document with one field per `@oneOf` object, as GraphQL clients send it. */
export function printDocument(
  schema: GraphQLSchema,
  text: string,
  isUsed: (input: string) => boolean,
): string {
  const document = parse(text)
  const definitions = getOperationAST(document)?.variableDefinitions ?? []
  const types = new Map(definitions.map(({ variable, type }) => [variable.name.value, print(type)]))
  const clientDocument = replaceOneOfObjects(schema, document, (fields) => {
    const [firstField] = fields as [ObjectFieldNode]
    const field = fields.find((candidate) => isUsed(getVariableName(candidate))) ?? firstField
    const name = getVariableName(field)
    const definition = defineVariable(name, `${types.get(name)}!`)
    return { value: { kind: Kind.OBJECT, fields: [field] }, definition }
  })
  return print(clientDocument)
}

/** Returns the `@oneOf` objects by variable name; null and false are treated as absent. */
export function createOneOfObjects(
  alternatives: readonly Alternatives[],
  values: Record<string, unknown>,
): Record<string, object> {
  const entries = alternatives.flatMap(({ variable, isRequired, fields }): [string, object][] => {
    const inputs = [...fields].filter(([name]) => values[name] != null && values[name] !== false)
    const oneOfObject = Object.fromEntries(inputs.map(([name, field]) => [field, values[name]]))
    return isRequired || inputs.length > 0 ? [[variable, oneOfObject]] : []
  })
  return Object.fromEntries(entries)
}

/** Returns an error detail for each input after the first that a request sets in an object. */
export const findConflicts = (
  alternatives: readonly Alternatives[],
  variables: Record<string, unknown>,
): Detail[] =>
  alternatives.flatMap(({ variable, fields }) => {
    const [, ...extraInputs] = [...fields].filter(([, field]) =>
      Object.hasOwn((variables[variable] as object | undefined) ?? {}, field),
    )
    const message = describeConflict([...fields.keys()])
    return extraInputs.map(([field]) => ({ field, code: 'INVALID_VALUE', message }))
  })

const describeConflict = (names: readonly string[]): string =>
  names.length === 2
    ? `cannot be combined with \`${names[0]}\`: set only one of the two`
    : `cannot be combined: set at most one of \`${names.join('`, `')}\``
