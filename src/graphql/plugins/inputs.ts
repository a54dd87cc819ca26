/** Checks an operation's argument values before execution, and names the invalid fields. */
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
import { badRequest, type Detail, invalid, maxDetails } from '../../errors.ts'
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
import type { CheckedInput, GraphqlPlugin } from './pipeline-context.ts'

export const useInputConstraints = (): GraphqlPlugin => ({
  onContextBuilding({ context: { operation, params }, extendContext }) {
    extendContext({ input: checkInputs(operation, params.variables ?? {}) })
  },
})

type InputProblem = Problem & { selected: SelectedField }

/**
 * Checks an operation's arguments. Invalid rows of a bulk change fail individually if they are in a
 * variable and the operation has no other mutation. @throws BAD_REQUEST if arguments are too long;
 * OperationFailed with a VALIDATION_ERROR for each field whose arguments are otherwise invalid
 */
export function checkInputs(operation: PreparedOperation, variables: Variables): CheckedInput {
  const problems = findProblems(operation, variables)
  if (problems.length === 0) return { variables }
  // Several mutations share one transaction, so an invalid row rejects the whole operation.
  const { otherProblems, ...input } =
    operation.definition.selectionSet.selections.length === 1
      ? separateRowProblems(problems, variables)
      : { otherProblems: problems, variables }
  if (otherProblems.length === 0) return input
  const listedProblems = otherProblems.slice(0, maxDetails)
  const problemsByField = Map.groupBy(listedProblems, ({ selected }) => selected)
  throw new OperationFailed({
    errors: [...problemsByField].map(([field, problems]) => createInputError(field, problems)),
  })
}

function createInputError(selected: SelectedField, problems: readonly Problem[]): GraphQLError {
  const argumentNames = new Set(problems.map(({ path: [argument] }) => argument))
  const details = problems.map(
    ({ path, code, message }): Detail => ({ field: formatArgumentPath(path), code, message }),
  )
  const nodes = selected.node.arguments?.filter(({ name }) => argumentNames.has(name.value))
  return locateAtField(invalid(details), selected, nodes)
}

/**
 * Returns an operation's invalid argument values, at paths such as `[argument, index, field]`: up
 * to 100 for each row of a list argument, and up to 100 outside rows.
 * @param requiresLists whether to reject a single value, which GraphQL accepts as a list of one
 */
export function findProblems(
  operation: PreparedOperation,
  variables: Variables,
  requiresLists = false,
): InputProblem[] {
  const problems: InputProblem[] = []
  const countsByRow = new Map<string | number, number>()
  const report = (problem: InputProblem) => {
    const pathStep = problem.path[1]
    const rowKey = typeof pathStep === 'number' ? pathStep : ''
    const problemCount = countsByRow.get(rowKey) ?? 0
    if (problemCount < maxDetails) problems.push(problem)
    countsByRow.set(rowKey, problemCount + 1)
  }
  const variableValues = applyDefaults(operation, variables)
  const { fields, repeatsVariables } = planCache.getOrCreate(operation, () =>
    planChecks(operation, requiresLists),
  )
  if (repeatsVariables) limitArgumentsLength(operation, variableValues)
  for (const selected of fields) checkArguments(selected, variableValues, requiresLists, report)
  return problems
}

const planCache = createDerivedCache<PreparedOperation, ReturnType<typeof planChecks>>(
  'argument_checks',
)

/** Returns the fields to check for each request. Valid constant arguments are checked only here. */
function planChecks({ selectedFields }: PreparedOperation, requiresLists: boolean) {
  const variableNames: string[] = []
  const fields = selectedFields.filter((selected) => {
    const names = selected.node.arguments?.flatMap(({ value }) => collectVariableNames(value)) ?? []
    variableNames.push(...names)
    let isInvalid = false
    if (names.length === 0)
      checkArguments(selected, {}, requiresLists, () => {
        isInvalid = true
      })
    return names.length > 0 || isInvalid
  })
  return { fields, repeatsVariables: new Set(variableNames).size < variableNames.length }
}

function checkArguments(
  selected: SelectedField,
  variables: Variables,
  requiresLists: boolean,
  report: (problem: InputProblem) => void,
): void {
  const argumentNodes = new Map(
    (selected.node.arguments ?? []).map((argument) => [argument.name.value, argument]),
  )
  const readValue = (name: string) => readArgument(argumentNodes.get(name), variables)
  const checker = new ValueChecker((problem) => report({ ...problem, selected }), requiresLists)
  for (const argument of selected.field.args) {
    const { name, type, extensions } = argument
    if (argumentNodes.has(name) || isRequiredArgument(argument))
      checker.check(readValue(name), type, [name], extensions)
  }
  const message = 'cannot be combined with `first`: set only one of the two'
  if (readValue('first') != null && readValue('last') != null)
    report({ path: ['last'], code: 'INVALID_VALUE', message, selected })
}

/** Maximum total characters of an operation's arguments as JSON. */
const maxArgumentsLength = 250_000

/**
 * Limits the total length of arguments, because a short document can use one long variable a
 * thousand times. The first use of each variable does not count. @throws BAD_REQUEST
 */
function limitArgumentsLength({ selectedFields }: PreparedOperation, variables: Variables): void {
  const lengths = new Map<string, number>()
  let remainingLength = maxArgumentsLength
  const measureVariable = (name: string): number => {
    let argumentsLength = lengths.get(name)
    if (argumentsLength === undefined) {
      argumentsLength = JSON.stringify(variables[name])?.length ?? 0
      lengths.set(name, argumentsLength)
      remainingLength += argumentsLength
    }
    return argumentsLength
  }
  const subtractLength = (node: ValueNode): void => {
    remainingLength -= node.kind === Kind.VARIABLE ? measureVariable(node.name.value) : 1
    if (node.kind === Kind.LIST) node.values.forEach(subtractLength)
    else if (node.kind === Kind.OBJECT) for (const { value } of node.fields) subtractLength(value)
  }
  for (const selected of selectedFields) {
    for (const { value } of selected.node.arguments ?? []) subtractLength(value)
    if (remainingLength < 0) throw locateAtField(badRequest(argumentsTooLong), selected)
  }
}

const argumentsTooLong =
  'The values of the arguments are too long in total: use long variables in fewer arguments'

/**
 * Separates the problems of bulk rows, which fail individually, and replaces the invalid rows with
 * placeholders.
 */
export function separateRowProblems(
  problems: readonly InputProblem[],
  variables: Variables,
): CheckedInput & { otherProblems: readonly InputProblem[] } {
  const rowErrors = new Map<number, Detail[]>()
  const otherProblems: InputProblem[] = []
  let checkedVariables = variables
  for (const problem of problems) {
    const { path, code, message, selected } = problem
    const rowInput = findRowArgument(selected)
    const [argument, index, ...fieldPath] = path
    const rows = rowInput && checkedVariables[rowInput.variable]
    const isRow = argument === rowInput?.argument && typeof index === 'number'
    if (!rowInput || !isRow || !Array.isArray(rows)) {
      otherProblems.push(problem)
      continue
    }
    const detail = { field: formatInputPath(fieldPath), code, message }
    const details = rowErrors.get(index)
    if (!details) {
      rowErrors.set(index, [detail])
      const placeholder = createPlaceholder(rowInput.type, rows[index])
      checkedVariables = { ...checkedVariables, [rowInput.variable]: rows.with(index, placeholder) }
    } else if (details.length < maxDetails) details.push(detail)
  }
  if (rowErrors.size === 0) return { otherProblems, variables }
  return { otherProblems, variables: checkedVariables, rowErrors }
}

/** Returns the argument that lists the rows of a bulk change, if a variable provides the list. */
function findRowArgument({ field, node }: SelectedField) {
  const [argument, ...path] = (field.extensions['rows'] as string[] | undefined) ?? []
  const value = node.arguments?.find(({ name }) => name.value === argument)?.value
  const type = field.args.find(({ name }) => name === argument)?.type
  if (!argument || path.length > 0 || !type || value?.kind !== Kind.VARIABLE) return undefined
  return { argument, variable: value.name.value, type }
}

/** Returns a valid row with only the required fields: the row's own ids, and `x` for each text. */
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
