/** Repairs or omits optional values that the API rejects. Required values must be valid. */
import { coerceInputValue, type GraphQLInputObjectType, isNonNullType } from 'graphql'
import { ApiError, type Detail } from '../../errors.ts'
import { findValueProblems, type Problem as InputProblem } from '../../graphql/check-values.ts'
import type { JsonSchema } from '../../graphql/schema/scalars.ts'
import { formatInputPath, type InputPath } from '../../graphql/values.ts'
import type { Remark } from '../reading/source.ts'
import type { Draft, Input, Problem } from './row-reader.ts'

type ScalarWithSchema = { extensions?: { jsonSchema?: JsonSchema } }

/** A repaired value may still be invalid. The next round then omits the value. */
const maxRepairRounds = 3

const longFields = new Set(['firstName', 'lastName', 'background', 'description', 'content'])

/** The error of a rejected row, whose changes are rolled back. */
export class RowRejected extends ApiError {
  readonly problems: Problem[]
  constructor(problems: Problem[]) {
    super('VALIDATION_ERROR', 'The row is rejected.')
    this.problems = problems
  }
}

/**
 * Returns a copy of the input that the API accepts. Repairs or omits invalid optional values, and
 * omits values that an earlier attempt rejected. @throws RowRejected if the copy remains invalid
 */
export function repairInput(type: GraphQLInputObjectType, originalInput: Input, draft: Draft) {
  const input = structuredClone(originalInput)
  const repair = new InputRepair(type, input, draft)
  repair.omit(
    (draft.rejected ?? []).map(({ field, message }) => ({ path: parsePath(field), message })),
  )
  for (let round = 0; round < maxRepairRounds; round++) {
    const problems = findValueProblems(input, type)
    if (problems.length === 0) return coerceInputValue(input, type) as Input
    const requiredProblems = problems
      .filter(({ path }) => isRequired(type, path))
      .map(({ path, message }) => ({ heading: getHeading(draft, formatInputPath(path)), message }))
    if (requiredProblems.length > 0) throw new RowRejected(requiredProblems)
    repair.omit(problems.filter((problem) => !repair.repairText(problem)))
  }
  throw new RowRejected([])
}

export const canOmit = (
  type: GraphQLInputObjectType,
  details: readonly Detail[],
  input: Input,
): boolean =>
  details.length > 0 &&
  details.every(({ field, code }) => {
    const path = parsePath(field)
    const isInInput = Object.hasOwn(input, String(path[0]))
    return code !== 'REQUIRED_FIELD' && isInInput && !isRequired(type, path)
  })

function isRequired(type: GraphQLInputObjectType, [field]: InputPath): boolean {
  const fieldDefinition = type.getFields()[String(field)]
  return fieldDefinition !== undefined && isNonNullType(fieldDefinition.type)
}

const parsePath = (field: string): InputPath =>
  field
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))

const getValueAt = (input: unknown, path: InputPath): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)?.[key], input)

/** Removes control characters and lone surrogates. Replaces line breaks in single-line text. */
const cleanText = (text: string, isMultiline: boolean): string =>
  (isMultiline ? text : text.replaceAll(/[\t\n\r\u000b\u000c\u0085\u2028\u2029]+/g, ' '))
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu, '')
    .trim()

class InputRepair {
  readonly #type: GraphQLInputObjectType
  readonly #input: Input
  readonly #draft: Draft
  readonly #repairedKeys = new Set<string>()

  constructor(type: GraphQLInputObjectType, input: Input, draft: Draft) {
    this.#type = type
    this.#input = input
    this.#draft = draft
  }

  /** Cleans or shortens a text, once per path and error code. @returns whether the text changed */
  repairText({ path, code }: InputProblem): boolean {
    const text = getValueAt(this.#input, path)
    const repairKey = `${code} ${path.join('.')}`
    if (typeof text !== 'string' || this.#repairedKeys.has(repairKey)) return false
    this.#repairedKeys.add(repairKey)
    const field = String(path[0])
    const cleanedText = cleanText(text, /^(background|description|content)$/.test(field))
    if (cleanedText !== '' && cleanedText !== text && code === 'INVALID_FORMAT') {
      this.#setText(path, cleanedText, 'control characters and line breaks were removed', text)
      return true
    }
    const type = this.#type.getFields()[field]?.type as ScalarWithSchema | undefined
    const maxLength = type?.extensions?.jsonSchema?.maxLength
    if (code !== 'TOO_LONG' || path.length > 1 || !longFields.has(field) || !maxLength) return false
    const shortenedText = [...text.trim().normalize('NFC')].slice(0, maxLength).join('')
    this.#setText(path, shortenedText, `shortened to the maximum of ${maxLength} characters`, text)
    return true
  }

  omit(problems: readonly { path: InputPath; message: string }[]): void {
    const removedIndexes = new Map<string, Set<number>>()
    for (const { path, message } of problems) {
      const [field = '', index] = [String(path[0]), path[1]]
      if (!Object.hasOwn(this.#input, field)) continue
      this.#remark(path, 'left out', message, getValueAt(this.#input, path))
      const fieldValue = this.#input[field]
      if (Array.isArray(fieldValue) && typeof index === 'number')
        removedIndexes.set(field, (removedIndexes.get(field) ?? new Set<number>()).add(index))
      else if (index !== undefined && typeof fieldValue === 'object' && fieldValue !== null)
        delete (fieldValue as Input)[String(index)]
      else delete this.#input[field]
    }
    for (const [field, indexes] of removedIndexes) this.#removeItems(field, indexes)
  }

  /** Removes list items. If no item remains, removes the field, since `[]` would clear the list. */
  #removeItems(field: string, indexes: ReadonlySet<number>): void {
    const { headings } = this.#draft
    const list = this.#input[field] as unknown[]
    const keptIndexes = list.map((_, index) => index).filter((index) => !indexes.has(index))
    const keptHeadings = keptIndexes.map((index) => headings.get(`${field}[${index}]`))
    this.#input[field] = keptIndexes.map((index) => list[index])
    for (const [index, heading] of keptHeadings.entries())
      if (heading !== undefined) headings.set(`${field}[${index}]`, heading)
    if (keptIndexes.length === 0) delete this.#input[field]
  }

  #setText(path: InputPath, value: string, message: string, previousValue: string): void {
    const parent = getValueAt(this.#input, path.slice(0, -1)) as Record<string | number, unknown>
    this.#remark(path, 'changed', message, previousValue)
    parent[path.at(-1) ?? ''] = value
  }

  #remark(path: InputPath, action: Remark['action'], message: string, value: unknown): void {
    const heading = getHeading(this.#draft, formatInputPath(path))
    const valueText = typeof value === 'string' ? value : JSON.stringify(value)
    this.#draft.remarks.push({
      heading,
      action,
      message,
      ...(valueText !== undefined && { value: valueText }),
    })
  }
}

/** Returns the heading for an input path such as `emails[1].value`. The default is the path. */
export function getHeading({ headings, columns }: Draft, field: string): string {
  const pathParts = field.split(/\.|(?=\[)/)
  for (let length = pathParts.length; length > 0; length--) {
    const path = pathParts.slice(0, length).join('.').replaceAll('.[', '[')
    const heading = headings.get(path) ?? headings.get(`${path}Id`)
    if (heading !== undefined) return heading
  }
  return columns.find((column) => column.field === field)?.heading ?? field
}
