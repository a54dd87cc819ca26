/** Checks the values of an operation's arguments before it runs, and names the invalid fields. */
import {
  type GraphQLError,
  GraphQLID,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  type ValueNode,
} from 'graphql'
import { badRequest, type Detail, invalid } from '../../errors.ts'
import { createDerivedCache } from '../../lib/cache.ts'
import { type Problem, ValueChecker } from '../check-values.ts'
import { OperationFailed } from '../format-errors.ts'
import { locateAtField, type PreparedOperation, type SelectedField } from '../operation.ts'
import {
  applyDefaults,
  collectVariableNames,
  formatArgumentPath,
  formatInputPath,
  readArgument,
  type Variables,
} from '../values.ts'
import type { CheckedInput, GraphqlPlugin } from './context.ts'

export const useInputConstraints = (): GraphqlPlugin => ({
  onContextBuilding({ context: { operation, params }, extendContext }) {
    extendContext({ input: checkInputs(operation, params.variables ?? {}) })
  },
})

const maxDetails = 100

type InputProblem = Problem & { selected: SelectedField }

/**
 * Checks the arguments of an operation. @throws VALIDATION_ERROR for each field, with a detail for
 * each invalid value, except in rows of a bulk change, which fail individually
 */
export function checkInputs(operation: PreparedOperation, variables: Variables): CheckedInput {
  const problems = findProblems(operation, variables)
  if (problems.length === 0) return { variables }
  // With several mutations, which are one transaction, an invalid row fails all.
  const { others, ...input } =
    operation.definition.selectionSet.selections.length === 1
      ? separateRowProblems(problems, variables)
      : { others: problems, variables }
  if (others.length === 0) return input
  const problemsByField = Map.groupBy(others.slice(0, maxDetails), ({ selected }) => selected)
  throw new OperationFailed({
    errors: [...problemsByField].map(([selected, all]) => createInputError(selected, all)),
  })
}

function createInputError(selected: SelectedField, problems: readonly Problem[]): GraphQLError {
  const names = new Set(problems.map(({ path: [argument] }) => argument))
  const details = problems.map(
    ({ path, code, message }): Detail => ({ field: formatArgumentPath(path), code, message }),
  )
  const nodes = selected.node.arguments?.filter(({ name }) => names.has(name.value))
  return locateAtField(invalid(details), selected, nodes)
}

/**
 * Returns the invalid values of an operation's arguments, at paths `[argument, field, index …]`: at
 * most 100 for each row of a list, and 100 others.
 * @param strictLists whether a single value is rejected where GraphQL accepts it as a list of one
 */
export function findProblems(
  operation: PreparedOperation,
  variables: Variables,
  strictLists = false,
): InputProblem[] {
  const problems: InputProblem[] = []
  const countsByRow = new Map<string | number, number>()
  const report = (problem: InputProblem) => {
    const step = problem.path[1]
    const row = typeof step === 'number' ? step : ''
    const count = countsByRow.get(row) ?? 0
    if (count < maxDetails) problems.push(problem)
    countsByRow.set(row, count + 1)
  }
  const values = applyDefaults(operation, variables)
  const { fields, repeatsVariables } = planCache.getOrCreate(operation, () =>
    planChecks(operation, strictLists),
  )
  if (repeatsVariables) limitArguments(operation, values)
  for (const selected of fields) checkArguments(selected, values, strictLists, report)
  return problems
}

const planCache = createDerivedCache<PreparedOperation, ReturnType<typeof planChecks>>(
  'argument_checks',
)

/** Returns the fields to check for each request: constant arguments are checked once, here. */
function planChecks({ selectedFields }: PreparedOperation, strictLists: boolean) {
  const allNames: string[] = []
  const fields = selectedFields.filter((selected) => {
    const names = selected.node.arguments?.flatMap(({ value }) => collectVariableNames(value)) ?? []
    allNames.push(...names)
    let isInvalid = false
    if (names.length === 0)
      checkArguments(selected, {}, strictLists, () => {
        isInvalid = true
      })
    return names.length > 0 || isInvalid
  })
  return { fields, repeatsVariables: new Set(allNames).size < allNames.length }
}

function checkArguments(
  selected: SelectedField,
  variables: Variables,
  strictLists: boolean,
  report: (problem: InputProblem) => void,
): void {
  const nodes = new Map(
    (selected.node.arguments ?? []).map((argument) => [argument.name.value, argument]),
  )
  const readValue = (name: string) => readArgument(nodes.get(name), variables)
  const checker = new ValueChecker((problem) => report({ ...problem, selected }), strictLists)
  for (const argument of selected.field.args) {
    const { name, type, extensions } = argument
    if (nodes.has(name) || isRequiredArgument(argument))
      checker.check(readValue(name), type, [name], extensions)
  }
  const message = 'cannot be combined with first: set only one of them'
  if (readValue('first') != null && readValue('last') != null)
    report({ path: ['last'], code: 'INVALID_VALUE', message, selected })
}

/** Maximum characters of all arguments of an operation, as JSON. */
const maxArgumentsLength = 250_000

/**
 * Limits the total size of arguments, since a short document can use one long variable a thousand
 * times. The first use of each variable is free. @throws BAD_REQUEST
 */
function limitArguments({ selectedFields }: PreparedOperation, variables: Variables): void {
  const lengths = new Map<string, number>()
  let remainingLength = maxArgumentsLength
  const measure = (name: string): number => {
    let argumentsLength = lengths.get(name)
    if (argumentsLength === undefined) {
      argumentsLength = JSON.stringify(variables[name])?.length ?? 0
      lengths.set(name, argumentsLength)
      remainingLength += argumentsLength
    }
    return argumentsLength
  }
  const subtract = (node: ValueNode): void => {
    remainingLength -= node.kind === Kind.VARIABLE ? measure(node.name.value) : 1
    if (node.kind === Kind.LIST) node.values.forEach(subtract)
    else if (node.kind === Kind.OBJECT) for (const { value } of node.fields) subtract(value)
  }
  for (const selected of selectedFields) {
    for (const { value } of selected.node.arguments ?? []) subtract(value)
    if (remainingLength < 0) throw locateAtField(badRequest(argumentsTooLong), selected)
  }
}

const argumentsTooLong =
  'The values of the arguments are too long in total: use long variables in fewer arguments'

/** Separates the problems of rows, which fail individually, and puts placeholders in their place. */
export function separateRowProblems(
  problems: readonly InputProblem[],
  variables: Variables,
): CheckedInput & { others: readonly InputProblem[] } {
  const refusedRows = new Map<number, Detail[]>()
  const others: InputProblem[] = []
  let checkedVariables = variables
  for (const problem of problems) {
    const { path, code, message, selected } = problem
    const rows = findRowArgument(selected)
    const [argument, index, ...inner] = path
    const list = rows && checkedVariables[rows.variable]
    if (!rows || argument !== rows.argument || typeof index !== 'number' || !Array.isArray(list)) {
      others.push(problem)
      continue
    }
    const detail = { field: formatInputPath(inner), code, message }
    const details = refusedRows.get(index)
    if (!details) {
      refusedRows.set(index, [detail])
      const placeholder = createPlaceholder(rows.type, list[index])
      checkedVariables = { ...checkedVariables, [rows.variable]: list.with(index, placeholder) }
    } else if (details.length < maxDetails) details.push(detail)
  }
  return { others, variables: checkedVariables, ...(refusedRows.size > 0 && { refusedRows }) }
}

/** Returns the argument whose elements are rows, if a variable provides it. */
function findRowArgument({ field, node }: SelectedField) {
  const [argument, ...path] = (field.extensions['rows'] as string[] | undefined) ?? []
  const value = node.arguments?.find(({ name }) => name.value === argument)?.value
  const type = field.args.find(({ name }) => name === argument)?.type
  if (!argument || path.length > 0 || !type || value?.kind !== Kind.VARIABLE) return undefined
  return { argument, variable: value.name.value, type }
}

/** Returns a row with the required fields only: its ids, and one letter for each text. */
function createPlaceholder(type: GraphQLInputType, row: unknown): object {
  const rowType = getNamedType(type)
  const fields = isInputObjectType(rowType) ? Object.values(rowType.getFields()) : []
  const readId = (name: string) => {
    const id = (row as Record<string, unknown> | null)?.[name]
    return typeof id === 'string' ? id : ''
  }
  return Object.fromEntries(
    fields
      .filter(isRequiredInputField)
      .map(({ name, type }) => [name, getNamedType(type) === GraphQLID ? readId(name) : 'x']),
  )
}
