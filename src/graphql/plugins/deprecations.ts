/** Reports deprecated parts of the schema that an operation uses, in the response and the log. */
import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  separateOperations,
  TypeInfo,
  typeFromAST,
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
  onContextBuilding({ context: { http, operation, params, extensions } }) {
    const uses = findUses(operation, params.variables ?? {})
    http.deprecatedUses = uses
    if (uses.length > 0) extensions.deprecations = uses.map(toNotice)
  },
})

/** A definition in the schema, which graphql-js prints as its coordinate. */
type SchemaPart = { extensions?: unknown; toString(): string }
type Visit = (part: SchemaPart | null | undefined) => void

const schemaCache = createDerivedCache<GraphQLSchema, boolean>('deprecated_schemas')

export const hasDeprecations = (schema: GraphQLSchema): boolean =>
  schemaCache.getOrCreate(schema, () =>
    Object.values(schema.getTypeMap()).some((type) => listParts(type).some(getDeprecation)),
  )

function listParts(type: GraphQLNamedType): readonly SchemaPart[] {
  if (isEnumType(type)) return type.getValues()
  if (isInputObjectType(type)) return Object.values(type.getFields())
  return isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields()).flatMap((field) => [field, ...field.args])
    : []
}

const textCache = createDerivedCache<PreparedOperation, DeprecatedUse[]>('deprecated_uses')

const findUses = (operation: PreparedOperation, variables: Variables) =>
  withoutDuplicates([
    ...textCache.getOrCreate(operation, () => findUsesInText(operation)),
    ...findUsesInVariables(operation, variables),
  ])

/** Finds uses in variables only, since the server itself wrote the document of a REST route. */
export const findUsesInVariables = (
  { schema, definition }: PreparedOperation,
  variables: Variables,
): DeprecatedUse[] =>
  collectUses((visit) => {
    for (const { variable, type } of definition.variableDefinitions ?? [])
      visitValue(
        variables[variable.name.value],
        typeFromAST(schema, type as never) as GraphQLInputType,
        visit,
      )
  })

export const withoutDuplicates = (uses: readonly DeprecatedUse[]): DeprecatedUse[] => [
  ...new Map(uses.map((use) => [use.name, use])).values(),
]

function collectUses(traverse: (visit: Visit) => void): DeprecatedUse[] {
  const uses: DeprecatedUse[] = []
  traverse((part) => {
    const deprecation = getDeprecation(part)
    if (deprecation) uses.push({ name: String(part), deprecation })
  })
  return withoutDuplicates(uses)
}

const findUsesInText = ({ schema, document, name }: PreparedOperation): DeprecatedUse[] =>
  collectUses((visitPart) => {
    const types = new TypeInfo(schema)
    visit(
      separateOperations(document)[name ?? ''] ?? document,
      visitWithTypeInfo(types, {
        Field: () => visitPart(types.getFieldDef()),
        Argument: () => visitPart(types.getArgument()),
        EnumValue: () => visitPart(types.getEnumValue()),
        ObjectField(node) {
          const parent = getNamedType(types.getParentInputType())
          if (isInputObjectType(parent)) visitPart(parent.getFields()[node.name.value])
        },
      }),
    )
  })

function visitValue(value: unknown, type: GraphQLInputType, visit: Visit): void {
  if (isNonNullType(type)) return visitValue(value, type.ofType, visit)
  if (isListType(type)) {
    for (const item of Array.isArray(value) ? value : [value]) visitValue(item, type.ofType, visit)
    return
  }
  if (isEnumType(type)) return visit(type.getValue(String(value)))
  if (!isInputObjectType(type) || value === null || typeof value !== 'object') return
  const fields = type.getFields()
  for (const [name, each] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || each === undefined) continue
    visit(field)
    visitValue(each, field.type, visit)
  }
}

const toNotice = ({ name, deprecation }: DeprecatedUse) => ({
  coordinate: name,
  reason: formatDeprecationReason(deprecation),
  since: deprecation.since,
  ...(deprecation.sunset && { sunset: deprecation.sunset }),
  ...(deprecation.link && { link: deprecation.link }),
})
