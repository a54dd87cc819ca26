import {
  type ArgumentNode,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
} from 'graphql'
import type { Need } from '../auth/scopes.ts'
import type { Viewer } from '../auth/viewer.ts'
import { type Detail, invalid, missingScope } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { amount, varies, withDefaults } from './arguments.ts'
import { tooMuch } from './document.ts'
import { fieldName } from './field-name.ts'
import { pageSize } from './paging.ts'
import { type Admitted, rowsApart } from './rows.ts'
import { checkValue, type Problem, plainValue, type Variables } from './values.ts'
import { fieldsOf, type Prepared, scopesOf, type Visit, walk } from './walk.ts'

/**
 * What is checked of an operation before anything of it runs: scopes, values, limits; and what it
 * will cost.
 */
export interface Cost {
  /**
   * Units of the rate limit: the mutations asked for, or one for each 100 records, at least one.
   */
  units: number
  /** The most records that the lists asked for can hold. */
  nodes: number
}

/**
 * @throws FORBIDDEN when a root field needs a scope that the key lacks; nothing has been looked up
 * by then
 */
export function checkScopes(schema: GraphQLSchema, prepared: Prepared, viewer: Viewer): void {
  for (const { field, depth } of fieldsOf(schema, prepared)) {
    const wanted = depth === 1 ? scopesOf(field) : []
    if (wanted.length > 0 && !wanted.some((scope) => viewer.rights.has(scope as Need)))
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
      const value = read(node, variables)
      const others = argument.extensions['ignoredBeside'] as string[] | undefined
      if (
        others &&
        (isEmpty(value) || others.some((name) => !isEmpty(read(given.get(name), variables))))
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
    const first = read(given.get('first'), variables) != null
    const last = read(given.get('last'), variables) != null
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

const read = (argument: ArgumentNode | undefined, variables: Variables) =>
  argument && plainValue(argument.value, variables)

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

const firstOf = (visit: Visit) => visit.field.args.find((argument) => argument.name === 'first')
const listed = (visit: Visit) =>
  visit.field.args.find(
    (argument) =>
      isListType(isNonNullType(argument.type) ? argument.type.ofType : argument.type) &&
      argument.name === 'ids',
  )

/**
 * A plain list whose values have lists of their own says how many it can have (`atMost`): fewer
 * where an argument names them.
 */
function listedAt({ field }: Visit, argument: (name: string) => unknown): number {
  const bound = field.extensions['atMost'] as { parents: number; named: string } | undefined
  const named = bound && argument(bound.named)
  return Array.isArray(named) ? Math.min(named.length, bound?.parents ?? 1) : (bound?.parents ?? 1)
}

/** The rows of a bulk change: its field says where they are in its arguments. */
function rowsIn(at: Visit, argument: (at: Visit, name: string) => unknown): unknown {
  const [name = '', ...path] = at.field.extensions['rows'] as string[]
  return path.reduce<unknown>(
    (value, step) =>
      value && typeof value === 'object' ? (value as Record<string, unknown>)[step] : undefined,
    argument(at, name),
  )
}

/** What those operations cost that cost the same whatever their variables are. */
const known = new WeakMap<OperationDefinitionNode, Cost>()

/**
 * Counts what an operation asks for, with its variables known, and holds it against the limits,
 * which are those of the one server that has read it.
 * @throws BAD_REQUEST naming the limit that is passed
 */
export function costOf(
  schema: GraphQLSchema,
  prepared: Prepared,
  given: Variables,
  settings: Settings,
): Cost {
  const before = known.get(prepared.operation)
  if (before) return before
  const variables = withDefaults(prepared, given)
  let fixed = true
  let nodes = 0
  let aliases = 0
  let roots = 0
  const argument = (at: Visit, name: string) => {
    const node = at.node.arguments?.find((each) => each.name.value === name)
    if (node && varies(node.value)) fixed = false
    return read(node, variables)
  }
  walk(schema, prepared, 1, (at, parents) => {
    if (at.node.alias) aliases++
    if (at.depth === 1) roots++
    if (at.depth > settings.GRAPHQL_MAX_DEPTH)
      throw tooMuch('nests deeper than', settings.GRAPHQL_MAX_DEPTH, 'levels')
    const first = firstOf(at)
    const ids = at.field.extensions['rows']
      ? rowsIn(at, argument)
      : listed(at)
        ? argument(at, 'ids')
        : undefined
    const asked = Array.isArray(ids)
      ? ids.length
      : argument(at, 'all') === true
        ? 1000
        : first
          ? Number(
              argument(at, 'first') ??
                argument(at, 'last') ??
                first.extensions['usual'] ??
                pageSize,
            )
          : Number(ids != null)
    nodes += parents * asked
    return asked === 0 ? parents * listedAt(at, (name) => argument(at, name)) : parents * asked
  })
  const mutation = prepared.operation.operation === 'mutation'
  const most = mutation ? settings.GRAPHQL_MAX_ROOT_MUTATIONS : settings.GRAPHQL_MAX_ROOT_FIELDS
  if (roots > most)
    throw tooMuch('asks for more than', most, mutation ? 'mutations' : 'root fields')
  if (aliases > settings.GRAPHQL_MAX_ALIASES)
    throw tooMuch('uses more than', settings.GRAPHQL_MAX_ALIASES, 'aliases')
  if (nodes > settings.GRAPHQL_MAX_NODES)
    throw tooMuch(`asks for ${nodes} records, more than`, settings.GRAPHQL_MAX_NODES, 'at once')
  const cost = { nodes, units: Math.max(1, mutation ? roots : 0, Math.ceil(nodes / 100)) }
  if (fixed) known.set(prepared.operation, cost)
  return cost
}
