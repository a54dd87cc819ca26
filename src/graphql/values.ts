/**
 * Reads the values of arguments, and checks them against their types and limits, for both
 * interfaces. graphql-js checks them again, but stops at the first fault and names no field.
 */
import {
  type ArgumentNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type ValueNode,
} from 'graphql'
import { type DetailCode, truncateText } from '../errors.ts'
import { suggestNames } from '../lib/suggestions.ts'
import type { InputPath } from './input-path.ts'
import type { PreparedOperation } from './operation.ts'
import { checkLimits, findScalarProblem, maxElements } from './scalar-values.ts'
import { InputError } from './schema/scalar-parsers.ts'
import type { JsonSchema } from './schema/scalars.ts'

export type Variables = Readonly<Record<string, unknown>>

/** An unquoted name in a document: an enum value, or a string whose quotes were forgotten. */
export class EnumLiteral {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Returns the value of a literal; undefined for a variable without a value. */
export function readLiteral(node: ValueNode, variables: Variables): unknown {
  switch (node.kind) {
    case Kind.VARIABLE:
      return Object.hasOwn(variables, node.name.value) ? variables[node.name.value] : undefined
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value)
    case Kind.ENUM:
      return new EnumLiteral(node.value)
    case Kind.NULL:
      return null
    case Kind.LIST:
      return node.values.map((value) => readLiteral(value, variables) ?? null)
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, readLiteral(value, variables)]),
      )
    default:
      return node.value
  }
}

export const readArgument = (argument: ArgumentNode | undefined, variables: Variables) =>
  argument && readLiteral(argument.value, variables)

/** Returns the values of the operation's variables, with defaults applied. */
export function applyDefaults({ definition }: PreparedOperation, variables: Variables): Variables {
  const values: Record<string, unknown> = Object.create(null)
  for (const { variable, defaultValue } of definition.variableDefinitions ?? []) {
    const name = variable.name.value
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    values[name] = value === undefined && defaultValue ? readLiteral(defaultValue, {}) : value
  }
  return values
}

/** Returns the names of the variables in a value, each as often as it is used. */
export function collectVariableNames(node: ValueNode): string[] {
  if (node.kind === Kind.VARIABLE) return [node.name.value]
  if (node.kind === Kind.LIST) return node.values.flatMap(collectVariableNames)
  if (node.kind === Kind.OBJECT)
    return node.fields.flatMap(({ value }) => collectVariableNames(value))
  return []
}

export const usesVariables = (node: ValueNode): boolean => collectVariableNames(node).length > 0

export interface Problem {
  path: InputPath
  code: DetailCode
  message: string
}

export type Report = (path: InputPath, code: DetailCode, message: string) => void

/** @property strictLists whether a single value is rejected where GraphQL accepts a list of one */
type CheckOptions = { strictLists: boolean }
type CheckTarget = {
  extensions?: {
    jsonSchema?: JsonSchema
    /** Whether null is rejected, or the message that rejects it. */
    notNull?: boolean | string
    anyText?: boolean
    /** Limits on the fields of an input object, in addition to their own. */
    comparators?: Record<string, { jsonSchema: JsonSchema }>
  }
}

export function checkValue(
  value: unknown,
  type: GraphQLInputType,
  path: InputPath,
  report: Report,
  options: CheckOptions,
  target: CheckTarget = {},
): void {
  if (isNonNullType(type)) {
    if (value === undefined || value === null)
      return report(path, 'REQUIRED_FIELD', findNullMessage(target) ?? 'is required')
    return checkValue(value, type.ofType, path, report, options, target)
  }
  if (value === null && target.extensions?.notNull)
    report(
      path,
      'REQUIRED_FIELD',
      findNullMessage(target) ?? 'cannot be null: omit it or set a value',
    )
  if (value === undefined || value === null) return
  if (isListType(type)) {
    if (!Array.isArray(value)) {
      if (options.strictLists) return report(path, 'INVALID_FORMAT', 'must be a list')
      return checkValue([value], type, path, report, options, target)
    }
    checkLimits(value, target.extensions?.jsonSchema, (code, message) =>
      report(path, code, message),
    )
    for (const [index, item] of value.slice(0, maxElements).entries())
      checkValue(item, type.ofType, [...path, index], report, options, toItemTarget(target))
    return
  }
  if (isInputObjectType(type)) return checkObject(value, type, path, report, options, target)
  if (isEnumType(type)) {
    const name = value instanceof EnumLiteral ? value.name : value
    if (typeof name === 'string' && type.getValue(name)) return
    const names = type.getValues().map((item) => item.name)
    return report(path, 'INVALID_VALUE', `must be one of ${names.join(', ')}`)
  }
  checkScalar(value, type, path, report, target)
}

/** Returns the message with which a filter rejects null, in fields and in lists. */
const findNullMessage = ({ extensions }: CheckTarget) =>
  typeof extensions?.notNull === 'string' ? extensions.notNull : undefined

const toItemTarget = (list: CheckTarget): CheckTarget => {
  const message = findNullMessage(list)
  return message ? { extensions: { notNull: message } } : {}
}

function checkObject(
  value: unknown,
  type: GraphQLInputObjectType,
  path: InputPath,
  report: Report,
  options: CheckOptions,
  { extensions: { comparators } = {} }: CheckTarget,
): void {
  if (typeof value !== 'object' || Array.isArray(value) || value instanceof EnumLiteral)
    return report(path, 'INVALID_FORMAT', 'must be an object')
  const object = value as Record<string, unknown>
  const fields = type.getFields()
  for (const field of Object.values(fields)) {
    const fieldValue = Object.hasOwn(object, field.name) ? object[field.name] : undefined
    if (fieldValue === undefined && !isRequiredInputField(field)) continue
    const limits = comparators?.[field.name]
    const target = limits ? { extensions: { ...field.extensions, ...limits } } : field
    const fieldPath = [...path, field.name]
    checkValue(fieldValue, field.type, fieldPath, report, options, target as CheckTarget)
  }
  // REST reports several alternatives by their names in REST.
  if (type.isOneOf && !options.strictLists) checkOneOf(object, Object.keys(fields), path, report)
  for (const name of Object.keys(object))
    if (!Object.hasOwn(fields, name))
      report(
        [...path, name],
        'INVALID_VALUE',
        `is not a field of ${type.name}${suggestNames(name, Object.keys(fields))}`,
      )
}

function checkOneOf(
  object: Record<string, unknown>,
  names: string[],
  path: InputPath,
  report: Report,
): void {
  const [first, ...others] = names.filter((name) => object[name] !== undefined)
  const message = `set exactly one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  if (!first) report(path, 'REQUIRED_FIELD', `is empty: ${message}`)
  else if (object[first] === null)
    report([...path, first], 'REQUIRED_FIELD', `cannot be null: ${message}`)
  for (const name of others)
    report([...path, name], 'INVALID_VALUE', `cannot be combined with ${first}: ${message}`)
}

function checkScalar(
  value: unknown,
  type: { name: string; coerceInputValue(value: unknown): unknown },
  path: InputPath,
  report: Report,
  target: CheckTarget,
): void {
  if (value instanceof EnumLiteral) {
    const word = truncateText(value.name, 50)
    return report(path, 'INVALID_FORMAT', `must be a value, not the unquoted word ${word}`)
  }
  const problem = findScalarProblem(value, type.name, target.extensions ?? {})
  if (problem) return report(path, ...problem)
  try {
    type.coerceInputValue(value)
  } catch (error) {
    if (!(error instanceof InputError))
      return report(path, 'INVALID_FORMAT', `must be a ${type.name}`)
    for (const { path: inner, code, message } of error.problems.slice(0, 100))
      report([...path, ...inner], code, message)
    return error.problems.length > 0 ? undefined : report(path, error.code, error.message)
  }
  checkLimits(value, target.extensions?.jsonSchema, (code, message) => report(path, code, message))
}
