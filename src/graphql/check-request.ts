import { isNonNullType } from 'graphql'
import type { RequiredScope } from '../access/scopes.ts'
import type { Viewer } from '../access/viewer.ts'
import { type Detail, invalid, missingScope } from '../errors.ts'
import { argumentSizeLimiter, argumentValue, withDefaultValues } from './arguments.ts'
import { type CheckedInput, separateRowProblems } from './bulk-rows.ts'
import { checkValue, formatInputPath, type Problem, type Variables } from './check-values.ts'
import { type PreparedOperation, requiredScopes, type SelectedField } from './operation.ts'

/** Checks an operation before it runs: scopes, values, limits. */

/**
 * @throws FORBIDDEN when a root field needs a scope that the key lacks; nothing has been looked up
 * by then
 */
export function checkScopes(operation: PreparedOperation, viewer: Viewer): void {
  for (const { field } of operation.rootFields) {
    const wanted = requiredScopes(field)
    if (wanted.length > 0 && !wanted.some((scope) => viewer.rights.has(scope as RequiredScope)))
      throw missingScope(wanted.join(' or '))
  }
}

/** So many are told: of each row of a list that is an argument, and of all else. */
const mostProblems = 100

/**
 * The values in the operation that its types or limits refuse, each with its place: `[argument,
 * field, index …]`.
 */
export function findProblems(
  operation: PreparedOperation,
  given: Variables,
  strictLists = false,
): (Problem & { at: SelectedField })[] {
  const problems: (Problem & { at: SelectedField })[] = []
  const told = new Map<string | number, number>()
  const tell = (problem: Problem & { at: SelectedField }) => {
    const part = problem.place[1] ?? ''
    const before = told.get(typeof part === 'number' ? part : '') ?? 0
    if (before < mostProblems) problems.push(problem)
    told.set(typeof part === 'number' ? part : '', before + 1)
  }
  const variables = withDefaultValues(operation, given)
  const count = argumentSizeLimiter(variables)
  const fields = operation.selectedFields.filter(({ field }) => field.args.length > 0)
  for (const { node } of fields) for (const { value } of node.arguments ?? []) count(value)
  for (const at of fields) {
    const given = new Map(
      (at.node.arguments ?? []).map((argument) => [argument.name.value, argument]),
    )
    for (const argument of at.field.args) {
      const node = given.get(argument.name)
      if (
        !node &&
        !(
          isNonNullType(argument.type) &&
          argument.default === undefined &&
          argument.defaultValue === undefined
        )
      )
        continue
      const value = argumentValue(node, variables)
      const others = argument.extensions['ignoredBeside'] as string[] | undefined
      if (
        others &&
        (isEmpty(value) ||
          others.some((name) => !isEmpty(argumentValue(given.get(name), variables))))
      )
        continue
      checkValue(
        value,
        argument.type,
        [argument.name],
        (place, code, message) => tell({ place, code, message, at }),
        { strictLists },
        argument as never,
      )
    }
    const first = argumentValue(given.get('first'), variables) != null
    const last = argumentValue(given.get('last'), variables) != null
    if (first && last)
      tell({
        place: ['last'],
        code: 'INVALID_VALUE',
        message: 'cannot stand beside first: ask for one end of the list',
        at,
      })
  }
  return problems
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/**
 * @throws VALIDATION_ERROR with one detail for each bad value, but for those of the rows of a bulk
 * change
 */
export function checkInputs(operation: PreparedOperation, given: Variables): CheckedInput {
  const { others: problems, ...admitted } = separateRowProblems(
    findProblems(operation, given),
    given,
    operation.definition.selectionSet.selections.length === 1,
  )
  if (problems.length === 0) return admitted
  const roots = new Set(operation.definition.selectionSet.selections).size
  const details = problems.slice(0, 100).map(({ place, code, message, at }): Detail => {
    const prefix = roots > 1 ? `${at.node.alias?.value ?? at.node.name.value}.` : ''
    return { field: prefix + formatInputPath(place), code, message }
  })
  throw invalid(details)
}
