/**
 * Rows of a bulk change are independent: one with invalid values fails alone, and the others
 * succeed.
 */
import {
  GraphQLID,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  isRequiredInputField,
  Kind,
} from 'graphql'
import type { Detail } from '../../errors.ts'
import type { Variables } from '../arguments.ts'
import { formatInputPath, type Problem } from '../check-values.ts'
import type { SelectedField } from '../operation.ts'
import type { CheckedInput } from './context.ts'

const maxDetails = 100

/**
 * Separates the problems of rows from the others, and puts a valid placeholder in each row's place.
 * @param isOneMutation several mutations of a request are one change: an invalid row fails all
 */
export function separateRowProblems<P extends Problem & { at: SelectedField }>(
  problems: readonly P[],
  variables: Variables,
  isOneMutation = true,
): CheckedInput & { others: readonly P[] } {
  if (!isOneMutation) return { others: problems, variables }
  const refusedRows = new Map<number, Detail[]>()
  const others: P[] = []
  let checked = variables
  for (const problem of problems) {
    const { path, code, message, at } = problem
    const rows = rowsOf(at)
    const [argument, index, ...inner] = path
    const list = rows && checked[rows.variable]
    if (!rows || argument !== rows.argument || typeof index !== 'number' || !Array.isArray(list)) {
      others.push(problem)
      continue
    }
    const detail = { field: formatInputPath(inner), code, message }
    const details = refusedRows.get(index)
    if (!details) {
      refusedRows.set(index, [detail])
      const placeholder = placeholderRow(rows.type, list[index])
      checked = { ...checked, [rows.variable]: list.with(index, placeholder) }
    } else if (details.length < maxDetails) details.push(detail)
  }
  return { others, variables: checked, ...(refusedRows.size > 0 && { refusedRows }) }
}

/** The argument whose elements are rows, if a variable provides it. */
function rowsOf({ field, node }: SelectedField) {
  const [argument, ...further] = (field.extensions['rows'] as string[] | undefined) ?? []
  const value = node.arguments?.find(({ name }) => name.value === argument)?.value
  const type = field.args.find(({ name }) => name === argument)?.type
  if (!argument || further.length > 0 || !type || value?.kind !== Kind.VARIABLE) return undefined
  return { argument, variable: value.name.value, type }
}

/** A row with the required fields only: its ids, and one letter for each text. */
function placeholderRow(type: GraphQLInputType, row: unknown): object {
  const rowType = getNamedType(type)
  const fields = isInputObjectType(rowType) ? Object.values(rowType.getFields()) : []
  const idIn = (name: string) => {
    const id = (row as Record<string, unknown> | null)?.[name]
    return typeof id === 'string' ? id : ''
  }
  return Object.fromEntries(
    fields
      .filter(isRequiredInputField)
      .map(({ name, type }) => [name, getNamedType(type) === GraphQLID ? idIn(name) : 'x']),
  )
}
