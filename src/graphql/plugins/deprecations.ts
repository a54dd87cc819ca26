import {
  type ASTVisitor,
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
import { type DeprecatedUse, deprecationOf, deprecationReason } from '../../lib/deprecation.ts'
import type { Variables } from '../check-values.ts'
import type { PreparedOperation } from '../operation.ts'

/**
 * Which deprecated parts of the schema an operation asks for. What its text says of that is found
 * out once.
 */
interface Found {
  /** Named in the text. */
  written: DeprecatedUse[]
  /** The variables whose values can name some. */
  variables: [name: string, type: GraphQLInputType][]
}

type Part = { extensions?: unknown; toString(): string }
type Note = (part: Part | null | undefined) => void

const none: readonly DeprecatedUse[] = []
const schemas = new WeakMap<GraphQLSchema, boolean>()
const known = new WeakMap<PreparedOperation, Found>()

function foundIn(operation: PreparedOperation): Found {
  let found = known.get(operation)
  if (!found) {
    found = { written: writtenIn(operation), variables: variablesOf(operation) }
    known.set(operation, found)
  }
  return found
}

/**
 * Whether anything is deprecated in a schema at all: mostly nothing is, and then nothing needs to
 * be looked at.
 */
export function hasDeprecations(schema: GraphQLSchema): boolean {
  let found = schemas.get(schema)
  if (found === undefined) {
    found = Object.values(schema.getTypeMap()).some((type) => partsOf(type).some(deprecationOf))
    schemas.set(schema, found)
  }
  return found
}

function partsOf(type: GraphQLNamedType): readonly Part[] {
  if (isEnumType(type)) return type.getValues()
  if (isInputObjectType(type)) return Object.values(type.getFields())
  return isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields()).flatMap((field) => [field, ...field.args])
    : []
}

/**
 * Collects what is deprecated of what it is told, each once; graphql-js writes a part of the schema
 * as its coordinate.
 */
function collect(look: (note: Note) => void): DeprecatedUse[] {
  const found: DeprecatedUse[] = []
  look((part) => {
    const deprecation = deprecationOf(part)
    if (deprecation) found.push({ name: String(part), deprecation })
  })
  return uniqueUses(found)
}

const writtenIn = ({ schema, document, name }: PreparedOperation): DeprecatedUse[] =>
  collect((note) => {
    const types = new TypeInfo(schema)
    const parts: ASTVisitor = {
      Field: () => note(types.getFieldDef()),
      Argument: () => note(types.getArgument()),
      EnumValue: () => note(types.getEnumValue()),
      ObjectField(node) {
        const parent = getNamedType(types.getParentInputType())
        if (isInputObjectType(parent)) note(parent.getFields()[node.name.value])
      },
    }
    visit(separateOperations(document)[name ?? ''] ?? document, visitWithTypeInfo(types, parts))
  })

const variablesOf = ({ schema, definition }: PreparedOperation): Found['variables'] =>
  (definition.variableDefinitions ?? []).flatMap(({ variable, type }): Found['variables'] => {
    const of = typeFromAST(schema, type as never) as GraphQLInputType
    return canName(getNamedType(of)) ? [[variable.name.value, of]] : []
  })

function canName(type: GraphQLNamedType, seen = new Set<GraphQLNamedType>()): boolean {
  if (seen.has(type)) return false
  seen.add(type)
  return partsOf(type).some(
    (part) =>
      deprecationOf(part) ||
      (isInputObjectType(type) &&
        canName(getNamedType((part as { type: GraphQLInputType }).type), seen)),
  )
}

function namedIn(value: unknown, type: GraphQLInputType, note: Note): void {
  if (isNonNullType(type)) return namedIn(value, type.ofType, note)
  if (isListType(type)) {
    for (const each of Array.isArray(value) ? value : [value]) namedIn(each, type.ofType, note)
    return
  }
  if (isEnumType(type)) return note(type.getValue(String(value)))
  if (!isInputObjectType(type) || value === null || typeof value !== 'object') return
  const fields = type.getFields()
  for (const [name, each] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || each === undefined) continue
    note(field)
    namedIn(each, field.type, note)
  }
}

export const uniqueUses = (uses: readonly DeprecatedUse[]): DeprecatedUse[] => [
  ...new Map(uses.map((use) => [use.name, use])).values(),
]

/**
 * Those that the values of an operation's variables name; the text is the server's own where it is
 * a route's.
 */
export function deprecatedUsesInVariables(
  operation: PreparedOperation,
  variables: Variables,
): readonly DeprecatedUse[] {
  if (!hasDeprecations(operation.schema)) return none
  const watched = foundIn(operation).variables
  if (watched.length === 0) return none
  return collect((note) => {
    for (const [name, type] of watched) namedIn(variables[name], type, note)
  })
}

/** Those that an operation names, in its text or by its variables. */
export function deprecatedUses(
  operation: PreparedOperation,
  variables: Variables,
): readonly DeprecatedUse[] {
  if (!hasDeprecations(operation.schema)) return none
  const { written, variables: watched } = foundIn(operation)
  if (watched.length === 0) return written
  return uniqueUses([...written, ...deprecatedUsesInVariables(operation, variables)])
}

/** As an answer tells it, in `extensions.deprecations`. */
export const deprecationNotice = ({ name, deprecation }: DeprecatedUse) => ({
  coordinate: name,
  reason: deprecationReason(deprecation),
  since: deprecation.since,
  ...(deprecation.sunset && { sunset: deprecation.sunset }),
  ...(deprecation.link && { link: deprecation.link }),
})
