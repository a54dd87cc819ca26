/** Counts the records that an operation requests, limits them, and charges for them. */
import { isListType, isNonNullType } from 'graphql'
import { badRequest } from '../../errors.ts'
import { type CostAdvice, chargeUnits } from '../../http/api-key.ts'
import { formatCount } from '../../lib/text.ts'
import type { Settings } from '../../settings.ts'
import {
  argumentValue,
  type PreparedOperation,
  type SelectedField,
  usesVariables,
  type Variables,
  walkFields,
  withDefaultValues,
} from '../operation.ts'
import { defaultPageSize } from '../schema/paging.ts'
import type { JsonSchema } from '../schema/scalars.ts'
import type { Cost, GraphqlPlugin } from './context.ts'
import { limitExceeded } from './document-limits.ts'

export const useCost = (settings: Settings): GraphqlPlugin => ({
  onContextBuilding({ context: { http, operation, params, extensions } }) {
    const variables = params.variables ?? {}
    const cost = costOf(operation, variables, settings)
    const advice = () => costAdvice(operation, variables, settings)
    if (operation.type === 'subscription') return requireOneUnit(cost, advice)
    extensions.cost = cost
    return cost.units > 1 ? chargeUnits(http, cost.units - 1, advice) : undefined
  },
})

/** @throws BAD_REQUEST, since the results of a subscription are not charged */
function requireOneUnit({ units }: Cost, advice: () => CostAdvice): void {
  if (units <= 1) return
  const { share, remedy } = advice()
  throw badRequest(
    `Each result of the subscription ${share}; the limit is 100: ${remedy}, and read the others by a query`,
  )
}

/** A field with its maximum number of records, in total and per parent. */
interface Level {
  name: string
  above?: Level
  records: number
  perParent: number
  /** The argument that determines their number. */
  argument?: string | undefined
}

interface Count {
  roots: number
  aliases: number
  nodes: number
  /** The field that requests the most records. */
  largest?: Level
  dependsOnVariables: boolean
}

type ReadArgument = (name: string) => unknown

const argumentOf = ({ field }: SelectedField, name: string) =>
  field.args.find((argument) => argument.name === name)

const defaultSize = ({ extensions }: { extensions: object }) =>
  (extensions as { jsonSchema?: JsonSchema }).jsonSchema?.default

const acceptsIds = (at: SelectedField) => {
  const type = argumentOf(at, 'ids')?.type
  return type !== undefined && isListType(isNonNullType(type) ? type.ofType : type)
}

/** The rows of a bulk change; the extension `rows` of the field has their path. */
function bulkRows({ field }: SelectedField, read: ReadArgument): unknown {
  const [name = '', ...path] = field.extensions['rows'] as string[]
  return path.reduce<unknown>(
    (value, step) =>
      value && typeof value === 'object' ? (value as Record<string, unknown>)[step] : undefined,
    read(name),
  )
}

/** The number of records that a field requests per parent, and the argument that sets it. */
function requestedBy(at: SelectedField, read: ReadArgument): [count: number, argument?: string] {
  const rows = at.field.extensions['rows'] as string[] | undefined
  const ids = rows ? bulkRows(at, read) : acceptsIds(at) ? read('ids') : undefined
  if (Array.isArray(ids)) return [ids.length, rows?.[0] ?? 'ids']
  if (read('all') === true) return [1000, 'all']
  const first = argumentOf(at, 'first')
  if (!first) return [Number(ids != null)]
  const last = read('first') == null && read('last') != null
  const size = read(last ? 'last' : 'first') ?? defaultSize(first) ?? defaultPageSize
  return [Number(size), last ? 'last' : 'first']
}

/**
 * The maximum length of a plain list whose values have lists of their own (`atMost`), or the number
 * of values named by an argument.
 */
function plainListSize(
  { field }: SelectedField,
  read: ReadArgument,
): [count: number, argument?: string] {
  const bound = field.extensions['atMost'] as { parents: number; named: string } | undefined
  const named = bound && read(bound.named)
  return Array.isArray(named)
    ? [Math.min(named.length, bound?.parents ?? 1), bound?.named]
    : [bound?.parents ?? 1]
}

/** @throws BAD_REQUEST naming the exceeded limit of the document */
function countRecords(
  operation: PreparedOperation,
  variables: Variables,
  settings: Settings,
): Count {
  const values = withDefaultValues(operation, variables)
  const total: Count = { roots: 0, aliases: 0, nodes: 0, dependsOnVariables: false }
  const start: Level = { name: '', records: 1, perParent: 1 }
  walkFields<Level>(operation, start, (at, above) => {
    if (at.node.alias) total.aliases++
    if (at.depth === 1) total.roots++
    if (at.depth > settings.GRAPHQL_MAX_DEPTH)
      throw limitExceeded('nests deeper than', settings.GRAPHQL_MAX_DEPTH, 'levels')
    const read = (name: string) => {
      const node = at.node.arguments?.find((each) => each.name.value === name)
      if (node && usesVariables(node.value)) total.dependsOnVariables = true
      return argumentValue(node, values)
    }
    const requested = requestedBy(at, read)
    const [perParent, argument] = requested[0] === 0 ? plainListSize(at, read) : requested
    const records = above.records * perParent
    const level = { name: nameOf(at), above, records, perParent, argument }
    if (requested[0] > 0) {
      total.nodes += records
      if (records > (total.largest?.records ?? 0)) total.largest = level
    }
    return level
  })
  return total
}

/** The name in paths, empty for fields of connections: `people.deals`, without `nodes`. */
const nameOf = ({ node, parent }: SelectedField): string =>
  /(Connection|Edge)$/.test(parent.name) ? '' : (node.alias ?? node.name).value

function levelsOf(level: Level): Level[] {
  return level.above ? [level, ...levelsOf(level.above)] : []
}

const pathOf = (level: Level): string =>
  levelsOf(level)
    .map(({ name }) => name)
    .filter(Boolean)
    .reverse()
    .join('.')

const remedies: Record<string, string> = {
  first: 'lower `first` on',
  last: 'lower `last` on',
  all: 'leave out `all` on',
}

/** "asks for 5,100 records, 5,000 of them for `people.tasks`", and the remedy. */
function adviseOn({ nodes, largest }: Count): CostAdvice {
  const share = `asks for ${formatCount(nodes)} records`
  if (!largest) return { share, remedy: 'ask for fewer' }
  const [widest = largest] = levelsOf(largest)
    .filter(({ argument }) => argument)
    .toSorted((a, b) => b.perParent - a.perParent)
  const { argument = '' } = widest
  return {
    share:
      largest.records === nodes
        ? share
        : `${share}, ${formatCount(largest.records)} of them for \`${pathOf(largest)}\``,
    remedy: `${remedies[argument] ?? (argument ? `shorten \`${argument}\` of` : 'ask for less of')} \`${pathOf(widest)}\``,
  }
}

/** The costs of operations whose cost does not depend on variables. */
const costCache = new WeakMap<PreparedOperation, Cost>()

/** @throws BAD_REQUEST naming the exceeded limit */
export function costOf(
  operation: PreparedOperation,
  variables: Variables,
  settings: Settings,
): Cost {
  const cached = costCache.get(operation)
  if (cached) return cached
  const count = countRecords(operation, variables, settings)
  const { roots, aliases, nodes } = count
  const isMutation = operation.type === 'mutation'
  const maxRoots = isMutation
    ? settings.GRAPHQL_MAX_ROOT_MUTATIONS
    : settings.GRAPHQL_MAX_ROOT_FIELDS
  if (roots > maxRoots)
    throw limitExceeded('asks for more than', maxRoots, isMutation ? 'mutations' : 'root fields')
  if (aliases > settings.GRAPHQL_MAX_ALIASES)
    throw limitExceeded('uses more than', settings.GRAPHQL_MAX_ALIASES, 'aliases')
  const maxNodes = settings.GRAPHQL_MAX_NODES
  if (nodes > maxNodes) {
    const { share, remedy } = adviseOn(count)
    throw badRequest(`The operation ${share}; the limit is ${formatCount(maxNodes)}: ${remedy}`)
  }
  const cost = { nodes, units: Math.max(1, isMutation ? roots : 0, Math.ceil(nodes / 100)) }
  if (!count.dependsOnVariables) costCache.set(operation, cost)
  return cost
}

/** The largest share of an operation's cost and the remedy, for the error of an exceeded limit. */
function costAdvice(
  operation: PreparedOperation,
  variables: Variables,
  settings: Settings,
): CostAdvice {
  const count = countRecords(operation, variables, settings)
  return count.roots * 100 > count.nodes && operation.type === 'mutation'
    ? { share: `has ${formatCount(count.roots)} mutations`, remedy: 'send fewer at once' }
    : adviseOn(count)
}
