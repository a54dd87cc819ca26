import { type GraphQLSchema, isNonNullType } from 'graphql'
import type { RequiredScope } from '../access/scopes.ts'
import type { Viewer } from '../access/viewer.ts'
import { type Detail, invalid, missingScope } from '../errors.ts'
import { amount, argumentValue, withDefaults } from './arguments.ts'
import { fieldName } from './field-name.ts'
import { type Admitted, rowsApart } from './rows.ts'
import { checkValue, type Problem, type Variables } from './values.ts'
import { fieldsOf, type Prepared, scopesOf, type Visit } from './walk.ts'

/** Checks an operation before it runs: scopes, values, limits. */

/**
 * @throws FORBIDDEN when a root field needs a scope that the key lacks; nothing has been looked up
 * by then
 */
export function checkScopes(schema: GraphQLSchema, prepared: Prepared, viewer: Viewer): void {
  for (const { field, depth } of fieldsOf(schema, prepared)) {
    const wanted = depth === 1 ? scopesOf(field) : []
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
export function problemsOf(
  schema: GraphQLSchema,
  prepared: Prepared,
  given: Variables,
  strictLists = false,
): (Problem & { at: Visit })[] {
  const problems: (Problem & { at: Visit })[] = []
  const told = new Map<string | number, number>()
  const tell = (problem: Problem & { at: Visit }) => {
    const part = problem.place[1] ?? ''
    const before = told.get(typeof part === 'number' ? part : '') ?? 0
    if (before < mostProblems) problems.push(problem)
    told.set(typeof part === 'number' ? part : '', before + 1)
  }
  const variables = withDefaults(prepared, given)
  const count = amount(variables)
  const fields = fieldsOf(schema, prepared).filter(({ field }) => field.args.length > 0)
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
export function checkInputs(schema: GraphQLSchema, prepared: Prepared, given: Variables): Admitted {
  const { others: problems, ...admitted } = rowsApart(
    problemsOf(schema, prepared, given),
    given,
    prepared.operation.selectionSet.selections.length === 1,
  )
  if (problems.length === 0) return admitted
  const roots = new Set(prepared.operation.selectionSet.selections).size
  const details = problems.slice(0, 100).map(({ place, code, message, at }): Detail => {
    const prefix = roots > 1 ? `${at.node.alias?.value ?? at.node.name.value}.` : ''
    return { field: prefix + fieldName(place), code, message }
  })
  throw invalid(details)
}
