import {
  GraphQLID,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  isRequiredInputField,
  Kind,
} from 'graphql'
import type { Detail } from '../errors.ts'
import type { Problem, Variables } from './check-values.ts'
import { formatInputPath } from './check-values.ts'
import type { SelectedField } from './operation.ts'

/**
 * In a bulk change a row stands by itself: one whose values are refused fails alone, and the others
 * go through.
 */
export interface CheckedInput {
  /** With an empty row in the place of each that is refused. */
  variables: Variables
  /** What was refused of each row, by its index. */
  refusedRows?: Map<number, Detail[]>
}

type Found = Problem & { at: SelectedField }

/**
 * The argument whose elements are rows, where the operation has one, and the variable that feeds
 * it.
 */
function rowsOf(
  at: SelectedField,
): { argument: string; variable: string; type: GraphQLInputType } | undefined {
  const [argument, ...further] = (at.field.extensions['rows'] as string[] | undefined) ?? []
  const node = at.node.arguments?.find(({ name }) => name.value === argument)
  const type = at.field.args.find(({ name }) => name === argument)?.type
  if (!argument || further.length > 0 || !type || node?.value.kind !== Kind.VARIABLE)
    return undefined
  return { argument, variable: node.value.name.value, type }
}

/**
 * Takes the problems of rows out of the others. Several mutations in one request are one change:
 * there a bad row refuses all.
 */
export function separateRowProblems(
  problems: Found[],
  variables: Variables,
  alone = true,
): CheckedInput & { others: Found[] } {
  if (!alone) return { others: problems, variables }
  const refusedRows = new Map<number, Detail[]>()
  const others: Found[] = []
  let admitted = variables
  for (const problem of problems) {
    const { place, code, message, at } = problem
    const rows = rowsOf(at)
    const [argument, index, ...inside] = place
    const list = rows && admitted[rows.variable]
    if (!rows || argument !== rows.argument || typeof index !== 'number' || !Array.isArray(list)) {
      others.push(problem)
      continue
    }
    const row = refusedRows.get(index)
    if (!row)
      admitted = {
        ...admitted,
        [rows.variable]: list.with(index, emptyRow(rows.type, list[index])),
      }
    if (!row) refusedRows.set(index, [{ field: formatInputPath(inside), code, message }])
    else if (row.length < 100) row.push({ field: formatInputPath(inside), code, message })
  }
  return { others, variables: admitted, ...(refusedRows.size > 0 && { refusedRows }) }
}

/** A valid row with only the required fields: ids as given, one letter for each text. */
function emptyRow(type: GraphQLInputType, row: unknown): object {
  const named = getNamedType(type)
  const required = isInputObjectType(named)
    ? Object.values(named.getFields()).filter(isRequiredInputField)
    : []
  const given = (name: string) => (row as Record<string, unknown> | null)?.[name]
  const idOf = (name: string) => (typeof given(name) === 'string' ? given(name) : '')
  return Object.fromEntries(
    required.map(({ name, type }) => [name, getNamedType(type) === GraphQLID ? idOf(name) : 'x']),
  )
}
