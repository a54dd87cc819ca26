/** Reports the deprecated schema elements that an operation uses, in the response and the log. */
import {
  type ASTNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  separateOperations,
  TypeInfo,
  typeFromAST,
  valueToLiteral,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { createDerivedCache } from '../../lib/cache.ts'
import {
  type DeprecatedUse,
  formatDeprecationReason,
  getDeprecation,
} from '../../lib/deprecation.ts'
import type { PreparedOperation } from '../operation.ts'
import type { Variables } from '../values.ts'
import type { GraphqlPlugin } from './pipeline-context.ts'

export const useDeprecationNotices = (): GraphqlPlugin => ({
  onContextBuilding({ context: { http, operation, input, extensions } }) {
    http.deprecatedUses = removeDuplicates([
      ...documentUsesCache.getOrCreate(operation, () => findUsesInDocument(operation)),
      ...findUsesInVariables(operation, input.variables),
    ])
    if (http.deprecatedUses.length > 0) extensions.deprecations = http.deprecatedUses.map(toNotice)
  },
})

/** Returns whether the schema has deprecated elements. If not, requests need not be checked. */
export const hasDeprecations = (schema: GraphQLSchema): boolean =>
  Object.values(schema.getTypeMap()).some((type) => {
    if ('getValues' in type) return type.getValues().some(getDeprecation)
    const fields = 'getFields' in type ? Object.values(type.getFields()) : []
    return fields.some(
      (field) => getDeprecation(field) || ('args' in field && field.args.some(getDeprecation)),
    )
  })

const documentUsesCache = createDerivedCache<PreparedOperation, DeprecatedUse[]>('deprecated_uses')

const findUsesInDocument = ({ schema, document, name }: PreparedOperation): DeprecatedUse[] =>
  findUses(schema, separateOperations(document)[name ?? ''] ?? document)

/** Finds the deprecated elements that the values of variables use, for GraphQL and REST. */
export const findUsesInVariables = (
  { schema, definition: { variableDefinitions = [] } }: PreparedOperation,
  variables: Variables,
): DeprecatedUse[] =>
  variableDefinitions.flatMap(({ variable, type: typeNode }) => {
    const type = typeFromAST(schema, typeNode as never) as GraphQLInputType
    const literal = valueToLiteral(variables[variable.name.value], type)
    return literal ? findUses(schema, literal, type) : []
  })

/** @param type the type of `node` if the node is a value, not a document */
function findUses(schema: GraphQLSchema, node: ASTNode, type?: GraphQLInputType): DeprecatedUse[] {
  const uses: DeprecatedUse[] = []
  const typeInfo = new TypeInfo(schema, type)
  // graphql-js prints a schema element as its coordinate.
  const addUse = (element: { extensions?: unknown; toString(): string } | null | undefined) => {
    const deprecation = getDeprecation(element)
    if (deprecation) uses.push({ name: String(element), deprecation })
  }
  visit(
    node,
    visitWithTypeInfo(typeInfo, {
      Field: () => addUse(typeInfo.getFieldDef()),
      Argument: () => addUse(typeInfo.getArgument()),
      EnumValue: () => addUse(typeInfo.getEnumValue()),
      ObjectField({ name }) {
        const parent = getNamedType(typeInfo.getParentInputType())
        if (isInputObjectType(parent)) addUse(parent.getFields()[name.value])
      },
    }),
  )
  return uses
}

export const removeDuplicates = (uses: readonly DeprecatedUse[]): DeprecatedUse[] => [
  ...new Map(uses.map((use) => [use.name, use])).values(),
]

const toNotice = ({ name, deprecation }: DeprecatedUse) => ({
  coordinate: name,
  reason: formatDeprecationReason(deprecation),
  since: deprecation.since,
  ...(deprecation.sunset && { sunset: deprecation.sunset }),
  ...(deprecation.link && { link: deprecation.link }),
})
