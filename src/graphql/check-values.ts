/**
 * Checks input values against their types and limits, for GraphQL and REST. graphql-js also checks
 * the types, but not the limits, and its errors contain no codes.
 */
import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLList,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'
import { type DetailCode, truncateText } from '../errors.ts'
import { suggestNames } from '../lib/text.ts'
import { findTextProblem, InputError } from './schema/scalar-parsers.ts'
import type { JsonSchema } from './schema/scalars.ts'
import { EnumLiteral, type InputPath } from './values.ts'

export type Problem = { path: InputPath; code: DetailCode; message: string }

/** The schema extensions of an argument or input field that limit its values. */
export interface Constraints {
  jsonSchema?: JsonSchema
  /** Whether `null` is rejected, or the error message for `null`. */
  notNull?: boolean | string
  allowsAnyText?: boolean
  /** Additional limits on the fields of an input object, by field name. */
  comparators?: Record<string, { jsonSchema: JsonSchema }>
}

/** Returns the problems of a value. A single value is not accepted as a list of one. */
export function findValueProblems(value: unknown, type: GraphQLInputType, path: InputPath = []) {
  const problems: Problem[] = []
  new ValueChecker((problem) => void problems.push(problem), true).check(value, type, path)
  return problems
}

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const textTypes = new Set(['ID', 'String', 'EventPattern', 'EventType'])

/** Matches ASCII text without spaces, such as an id. Each UTF-16 code unit is a character. */
const visibleAscii = /^[!-~]*$/

/** Maximum list elements to check; the length limits of lists are lower. */
const maxElements = 1000

export class ValueChecker {
  readonly #add: (problem: Problem) => void
  readonly #requiresLists: boolean

  /** @param requiresLists whether to reject a single value, which GraphQL accepts as a list */
  constructor(add: (problem: Problem) => void, requiresLists: boolean) {
    this.#add = add
    this.#requiresLists = requiresLists
  }

  #report(path: InputPath, code: DetailCode, message: string): void {
    this.#add({ path, code, message })
  }

  check(value: unknown, type: GraphQLInputType, path: InputPath, constraints: Constraints = {}) {
    const isRequired = isNonNullType(type)
    if (value === undefined || value === null) {
      const { notNull } = constraints
      if (!isRequired && (value === undefined || !notNull)) return
      const message = isRequired ? 'is required' : 'cannot be null: omit it or set a value'
      this.#report(path, 'REQUIRED_FIELD', typeof notNull === 'string' ? notNull : message)
    } else if (isRequired) this.check(value, type.ofType, path, constraints)
    else if (isListType(type)) this.#checkList(value, type, path, constraints)
    else if (isInputObjectType(type)) this.#checkObject(value, type, path, constraints)
    else if (isEnumType(type)) this.#checkEnum(value, type, path)
    else this.#checkScalar(value, type, path, constraints)
  }

  #checkList(
    value: unknown,
    type: GraphQLList<GraphQLInputType>,
    path: InputPath,
    constraints: Constraints,
  ): void {
    if (!Array.isArray(value)) {
      if (this.#requiresLists) return this.#report(path, 'INVALID_FORMAT', 'must be a list')
      return this.check([value], type, path, constraints)
    }
    this.#checkLimits(value, path, constraints)
    const { notNull } = constraints
    const elementConstraints = typeof notNull === 'string' ? { notNull } : {}
    for (const [index, element] of value.slice(0, maxElements).entries())
      this.check(element, type.ofType, [...path, index], elementConstraints)
  }

  #checkObject(
    value: unknown,
    type: GraphQLInputObjectType,
    path: InputPath,
    { comparators }: Constraints,
  ): void {
    if (typeof value !== 'object' || Array.isArray(value) || value instanceof EnumLiteral)
      return this.#report(path, 'INVALID_FORMAT', 'must be an object')
    const inputObject = value as Record<string, unknown>
    const fields = type.getFields()
    for (const field of Object.values(fields)) {
      const { name, extensions } = field
      const fieldValue = Object.hasOwn(inputObject, name) ? inputObject[name] : undefined
      if (fieldValue === undefined && !isRequiredInputField(field)) continue
      const comparatorLimits = comparators?.[name]
      const constraints = comparatorLimits ? { ...extensions, ...comparatorLimits } : extensions
      this.check(fieldValue, field.type, [...path, name], constraints)
    }
    // REST checks `@oneOf` inputs itself, so that it can report the fields by their REST names.
    if (type.isOneOf && !this.#requiresLists) this.#checkOneOf(inputObject, type, path)
    for (const name of Object.keys(inputObject)) {
      if (Object.hasOwn(fields, name)) continue
      const message = `is not a field of ${type.name}${suggestNames(name, Object.keys(fields))}`
      this.#report([...path, name], 'INVALID_VALUE', message)
    }
  }

  #checkOneOf(object: Record<string, unknown>, type: GraphQLInputObjectType, path: InputPath) {
    const names = Object.keys(type.getFields())
    const [firstName, ...otherNames] = names.filter((name) => object[name] !== undefined)
    const message = `set exactly one of \`${names.join('`, `')}\``
    if (!firstName) this.#report(path, 'REQUIRED_FIELD', `is empty: ${message}`)
    else if (object[firstName] === null)
      this.#report([...path, firstName], 'REQUIRED_FIELD', `cannot be null: ${message}`)
    const combinedMessage = `cannot be combined with \`${firstName}\`: ${message}`
    for (const name of otherNames) this.#report([...path, name], 'INVALID_VALUE', combinedMessage)
  }

  #checkEnum(value: unknown, type: GraphQLEnumType, path: InputPath): void {
    const name = value instanceof EnumLiteral ? value.name : value
    if (typeof name === 'string' && type.getValue(name)) return
    const enumNames = type.getValues().map((enumValue) => enumValue.name)
    this.#report(path, 'INVALID_VALUE', `must be one of ${enumNames.join(', ')}`)
  }

  #checkScalar(
    value: unknown,
    type: { name: string; coerceInputValue(value: unknown): unknown },
    path: InputPath,
    constraints: Constraints,
  ): void {
    if (value instanceof EnumLiteral) {
      const name = truncateText(value.name, 50)
      return this.#report(path, 'INVALID_FORMAT', `must be a value, not the unquoted word ${name}`)
    }
    const problem = findScalarProblem(value, type.name, constraints)
    if (problem) return this.#report(path, ...problem)
    try {
      type.coerceInputValue(value)
    } catch (error) {
      if (!(error instanceof InputError))
        return this.#report(path, 'INVALID_FORMAT', `must be a ${type.name}`)
      if (error.problems.length === 0) return this.#report(path, error.code, error.message)
      for (const { path: inner, code, message } of error.problems.slice(0, 100))
        this.#report([...path, ...inner], code, message)
      return
    }
    this.#checkLimits(value, path, constraints)
  }

  #checkLimits(value: unknown, path: InputPath, { jsonSchema: limits }: Constraints): void {
    const problem = limits && findLimitProblem(value, limits)
    if (problem) this.#report(path, ...problem)
  }
}

function findLimitProblem(value: unknown, limits: JsonSchema): [DetailCode, string] | undefined {
  const { minItems = 0, maxItems = maxElements, minLength = 0, maxLength = Infinity } = limits
  const { minimum = -Infinity, maximum = Infinity, pattern } = limits
  if (Array.isArray(value)) {
    const noun = minItems === 1 ? 'element' : 'elements'
    if (value.length < minItems) return ['TOO_SHORT', `must have at least ${minItems} ${noun}`]
    if (value.length > maxItems) return ['TOO_LONG', `must have at most ${maxItems} elements`]
  } else if (typeof value === 'number') {
    const range = maximum === Infinity ? `at least ${minimum}` : `from ${minimum} to ${maximum}`
    if (value < minimum || value > maximum) return ['OUT_OF_RANGE', `must be ${range}`]
  } else if (typeof value === 'string') {
    const { length } = visibleAscii.test(value) ? value : [...value.normalize('NFC').trim()]
    if (length < minLength) return ['TOO_SHORT', `must have at least ${minLength} characters`]
    if (length > maxLength) return ['TOO_LONG', `must have at most ${maxLength} characters`]
    if (pattern && !new RegExp(pattern, 'u').test(value))
      return ['INVALID_FORMAT', `must match ${pattern}`]
  }
  return undefined
}

/** Returns the problem of a text, number or Boolean, if any, before graphql-js coerces it. */
function findScalarProblem(
  value: unknown,
  typeName: string,
  { allowsAnyText, jsonSchema }: Constraints,
): [DetailCode, string] | undefined {
  if (textTypes.has(typeName)) {
    if (typeof value !== 'string') return ['INVALID_FORMAT', 'must be a string']
    if (allowsAnyText) return undefined
    const isVisibleAscii = visibleAscii.test(value)
    if (!isVisibleAscii && (!value.isWellFormed() || controlCharacters.test(value)))
      return ['INVALID_FORMAT', 'must not contain control characters or lone surrogates']
    const maxLength = jsonSchema?.maxLength ?? 1000
    if (value.length > Math.max(maxLength, 1000))
      return ['TOO_LONG', `must have at most ${maxLength} characters`]
    const problem = isVisibleAscii ? undefined : findTextProblem(value)
    if (problem) return ['INVALID_FORMAT', problem]
  }
  if (typeName === 'Int' || typeName === 'Float') {
    if (typeof value !== 'number')
      return ['INVALID_FORMAT', `must be a ${typeName === 'Int' ? 'whole number' : 'number'}`]
    if (!Number.isFinite(value)) return ['OUT_OF_RANGE', 'must be a finite number']
    if (typeName === 'Int' && !Number.isInteger(value))
      return ['INVALID_FORMAT', 'must be a whole number']
  }
  if (typeName === 'Boolean' && typeof value !== 'boolean')
    return ['INVALID_FORMAT', 'must be true or false']
  return undefined
}
