import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type ValueNode,
} from 'graphql'
import { type DetailCode, shortened } from '../errors.ts'
import type { JsonSchema } from './schema/scalars.ts'
import { InputError, textProblem } from './schema/text.ts'

/**
 * Checks input values against their types, and reports every failure with its place. Both doors use
 * it: it sees literals, variables and REST parameters alike, as plain values with their place in
 * the field's arguments.
 */
export type InputPath = readonly (string | number)[]
/** The field's name in error details, such as `tags[3]` or `emails[0].value`. */
export function formatInputPath(place: InputPath): string {
  const inner = place[0] === 'input' && typeof place[1] === 'string' ? place.slice(1) : place
  return shortened(
    inner.reduce<string>(
      (name, step) =>
        typeof step === 'number' ? `${name}[${step}]` : name ? `${name}.${step}` : String(step),
      '',
    ),
    200,
  )
}

export interface Problem {
  place: InputPath
  code: DetailCode
  message: string
}
export type Report = (place: InputPath, code: DetailCode, message: string) => void

/** A name written without quotes in a document, where strings are not meant. */
export class EnumLiteral {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type Variables = Readonly<Record<string, unknown>>

/** The plain value of a literal, with variables put in; `undefined` where there is none. */
export function literalValue(node: ValueNode, variables: Variables): unknown {
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
      return node.values.map((each) => literalValue(each, variables) ?? null)
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map((field) => [field.name.value, literalValue(field.value, variables)]),
      )
    default:
      return node.value
  }
}

interface Rules {
  /** A single value does not stand for a list of one (as it does in GraphQL). */
  strictLists: boolean
}

type Extended = { extensions?: { jsonSchema?: JsonSchema; notNull?: boolean; anyText?: boolean } }

export function checkValue(
  value: unknown,
  type: GraphQLInputType,
  place: InputPath,
  report: Report,
  rules: Rules,
  owner: Extended = {},
): void {
  if (isNonNullType(type)) {
    if (value === undefined || value === null) return report(place, 'REQUIRED_FIELD', 'is required')
    return checkValue(value, type.ofType, place, report, rules, owner)
  }
  if (value === undefined) return
  if (value === null) {
    if (owner.extensions?.notNull)
      report(place, 'REQUIRED_FIELD', 'cannot be cleared: leave it out, or give a value')
    return
  }
  if (isListType(type)) {
    if (!Array.isArray(value)) {
      if (rules.strictLists) return report(place, 'INVALID_FORMAT', 'must be a list')
      return checkValue([value], type, place, report, rules, owner)
    }
    checkLimits(value, owner.extensions?.jsonSchema, place, report)
    // A list far over its limit is not worth a report for each of its elements.
    for (const [index, item] of value.slice(0, 1000).entries())
      checkValue(item, type.ofType, [...place, index], report, rules)
    return
  }
  if (isInputObjectType(type)) {
    if (typeof value !== 'object' || Array.isArray(value) || value instanceof EnumLiteral)
      return report(place, 'INVALID_FORMAT', 'must be an object')
    const fields = type.getFields()
    for (const field of Object.values(fields)) {
      const given = Object.hasOwn(value, field.name)
        ? (value as Record<string, unknown>)[field.name]
        : undefined
      if (given === undefined && !isRequiredInputField(field)) continue
      checkValue(given, field.type, [...place, field.name], report, rules, field as Extended)
    }
    for (const name of Object.keys(value))
      if (!Object.hasOwn(fields, name))
        report([...place, name], 'INVALID_VALUE', `is not a field of ${type.name}`)
    return
  }
  if (isEnumType(type)) {
    const name = value instanceof EnumLiteral ? value.name : value
    if (typeof name !== 'string' || !type.getValue(name))
      report(
        place,
        'INVALID_VALUE',
        `must be one of ${type
          .getValues()
          .map((each) => each.name)
          .join(', ')}`,
      )
    return
  }
  if (value instanceof EnumLiteral)
    return report(
      place,
      'INVALID_FORMAT',
      `must be a value, not the bare word ${shortened(value.name, 50)}`,
    )
  const problem = builtIn(value, type.name, owner)
  if (problem) return report(place, ...problem)
  try {
    type.coerceInputValue(value)
  } catch (error) {
    if (!(error instanceof InputError))
      return report(place, 'INVALID_FORMAT', `must be a ${type.name}`)
    for (const { place: inner, detail, message } of error.inside.slice(0, 100))
      report([...place, ...inner], detail, message)
    return error.inside.length > 0 ? undefined : report(place, error.detail, error.message)
  }
  checkLimits(value, owner.extensions?.jsonSchema, place, report)
}

const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

function builtIn(
  value: unknown,
  name: string,
  { extensions = {} }: Extended,
): [DetailCode, string] | undefined {
  if (name === 'ID' || name === 'String') {
    if (typeof value !== 'string') return ['INVALID_FORMAT', 'must be a string']
    if (extensions.anyText) return undefined
    if (!value.isWellFormed() || control.test(value))
      return ['INVALID_FORMAT', 'must not contain control characters or lone surrogates']
    const most = extensions.jsonSchema?.maxLength ?? 1000
    if (value.length > Math.max(most, 1000))
      return ['TOO_LONG', `must have at most ${most} characters`]
    const wrong = textProblem(value)
    if (wrong) return ['INVALID_FORMAT', wrong]
  }
  if (name === 'Int' || name === 'Float') {
    if (typeof value !== 'number')
      return ['INVALID_FORMAT', `must be a ${name === 'Int' ? 'whole number' : 'number'}`]
    if (!Number.isFinite(value)) return ['OUT_OF_RANGE', 'must be a finite number']
    if (name === 'Int' && !Number.isInteger(value))
      return ['INVALID_FORMAT', 'must be a whole number']
  }
  if (name === 'Boolean' && typeof value !== 'boolean')
    return ['INVALID_FORMAT', 'must be true or false']
  return undefined
}

/** What is as long as it looks. */
const plain = /^[!-~]*$/

function checkLimits(
  value: unknown,
  limits: JsonSchema | undefined,
  place: InputPath,
  report: Report,
): void {
  if (!limits) return
  const {
    minItems = 0,
    maxItems = 1000,
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
    minimum = Number.NEGATIVE_INFINITY,
    maximum = Number.POSITIVE_INFINITY,
    pattern,
  } = limits
  if (Array.isArray(value)) {
    if (value.length < minItems)
      report(
        place,
        'TOO_SHORT',
        `must have at least ${minItems} element${minItems === 1 ? '' : 's'}`,
      )
    if (value.length > maxItems) report(place, 'TOO_LONG', `must have at most ${maxItems} elements`)
  } else if (typeof value === 'number') {
    if (value < minimum || value > maximum)
      report(place, 'OUT_OF_RANGE', `must be from ${minimum} to ${maximum}`)
  } else if (typeof value === 'string') {
    const length = plain.test(value) ? value.length : [...value.normalize('NFC').trim()].length
    if (length < minLength) report(place, 'TOO_SHORT', `must have at least ${minLength} characters`)
    else if (length > maxLength)
      report(place, 'TOO_LONG', `must have at most ${maxLength} characters`)
    else if (pattern && !new RegExp(pattern, 'u').test(value))
      report(place, 'INVALID_FORMAT', `must match ${pattern}`)
  }
}
