/** Reports deprecated parts of the schema that an operation uses, in the response and the log. */
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
import type { GraphqlPlugin } from './context.ts'

export const useDeprecationNotices = (): GraphqlPlugin => ({
  onContextBuilding({ context: { http, operation, input, extensions } }) {
    http.deprecatedUses = withoutDuplicates([
      ...textCache.getOrCreate(operation, () => findUsesInText(operation)),
      ...findUsesInVariables(operation, input.variables),
    ])
    if (http.deprecatedUses.length > 0) extensions.deprecations = http.deprecatedUses.map(toNotice)
  },
})

const schemaCache = createDerivedCache<GraphQLSchema, boolean>('deprecated_schemas')

/** Returns whether a part of the schema is deprecated; if not, requests need not be searched. */
export const hasDeprecations = (schema: GraphQLSchema): boolean =>
  schemaCache.getOrCreate(schema, () =>
    Object.values(schema.getTypeMap()).some((type) => {
      if ('getValues' in type) return type.getValues().some(getDeprecation)
      const fields = 'getFields' in type ? Object.values(type.getFields()) : []
      return fields.some(
        (field) => getDeprecation(field) || ('args' in field && field.args.some(getDeprecation)),
      )
    }),
  )

const textCache = createDerivedCache<PreparedOperation, DeprecatedUse[]>('deprecated_uses')

const findUsesInText = ({ schema, document, name }: PreparedOperation): DeprecatedUse[] =>
  findUses(schema, separateOperations(document)[name ?? ''] ?? document)

/** Finds uses in variables only, since the server itself wrote the document of a REST route. */
export const findUsesInVariables = (
  { schema, definition: { variableDefinitions = [] } }: PreparedOperation,
  variables: Variables,
): DeprecatedUse[] =>
  variableDefinitions.flatMap(({ variable, type: typeNode }) => {
    const type = typeFromAST(schema, typeNode as never) as GraphQLInputType
    const literal = valueToLiteral(variables[variable.name.value], type)
    return literal ? findUses(schema, literal, type) : []
  })

/** @param type the type of a value; not needed for a document */
function findUses(schema: GraphQLSchema, node: ASTNode, type?: GraphQLInputType): DeprecatedUse[] {
  const uses: DeprecatedUse[] = []
  const types = new TypeInfo(schema, type)
  /** @param part a definition in the schema, which graphql-js prints as its coordinate */
  const add = (part: { extensions?: unknown; toString(): string } | null | undefined): void => {
    const deprecation = getDeprecation(part)
    if (deprecation) uses.push({ name: String(part), deprecation })
  }
  visit(
    node,
    visitWithTypeInfo(types, {
      Field: () => add(types.getFieldDef()),
      Argument: () => add(types.getArgument()),
      EnumValue: () => add(types.getEnumValue()),
      ObjectField({ name }) {
        const parent = getNamedType(types.getParentInputType())
        if (isInputObjectType(parent)) add(parent.getFields()[name.value])
      },
    }),
  )
  return uses
}

export const withoutDuplicates = (uses: readonly DeprecatedUse[]): DeprecatedUse[] => [
  ...new Map(uses.map((use) => [use.name, use])).values(),
]

const toNotice = ({ name, deprecation }: DeprecatedUse) => ({
  coordinate: name,
  reason: formatDeprecationReason(deprecation),
  since: deprecation.since,
  ...(deprecation.sunset && { sunset: deprecation.sunset }),
  ...(deprecation.link && { link: deprecation.link }),
})
