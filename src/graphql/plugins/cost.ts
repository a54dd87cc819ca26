/** Counts the records that an operation requests, limits them, and charges for them. */
import { getNullableType, isListType } from 'graphql'
import { type ApiError, badRequest } from '../../errors.ts'
import { type CostAdvice, chargeUnits } from '../../http/rate-limit.ts'
import { createDerivedCache } from '../../lib/cache.ts'
import { formatCount } from '../../lib/text.ts'
import type { Settings } from '../../settings.ts'
import { limitExceeded } from '../document-limits.ts'
import {
  locateAtField,
  type PreparedOperation,
  type SelectedField,
  walkFields,
} from '../operation.ts'
import { defaultPageSize } from '../schema/paging.ts'
import { applyDefaults, readArgument, usesVariables, type Variables } from '../values.ts'
import type { Cost, GraphqlPlugin } from './context.ts'

export const useCost = (settings: Settings): GraphqlPlugin => ({
  onContextBuilding({ context: { http, operation, params, extensions } }) {
    const variables = params.variables ?? {}
    const cost = computeCost(operation, variables, settings)
    const count = () => countRecords(operation, variables, settings)
    if (operation.type === 'subscription') return requireOneUnit(cost, count)
    extensions.cost = cost
    const advice = () => adviseOn(operation, count())
    return cost.units > 1 ? chargeUnits(http, cost.units - 1, advice) : undefined
  },
})

/** @throws BAD_REQUEST if a result of a subscription, which is not charged, costs several units */
function requireOneUnit({ units }: Cost, countRecords: () => Count): void {
  if (units <= 1) return
  const count = countRecords()
  const { summary, remedy } = createAdvice(count)
  throw locateAtLevel(
    badRequest(
      `Each result of the subscription ${summary}; the limit is 100: ${remedy}, and read other records with a query`,
    ),
    count.largestLevel,
  )
}

const locateAtLevel = (error: ApiError, level: Level | undefined): Error =>
  level?.selected ? locateAtField(error, level.selected) : error

/** A field with its maximum number of records, in total and per parent. */
interface Level {
  /** Undefined for the operation itself. */
  selected?: SelectedField
  parent?: Level
  recordCount: number
  countPerParent: number
  /** The argument that determines the number of records. */
  argument?: string | undefined
}

interface Count {
  roots: number
  aliases: number
  nodes: number
  largestLevel?: Level
  dependsOnVariables: boolean
}

type ReadArgument = (name: string) => unknown

type RequestedCount = [count: number, argument?: string]

const findArgument = ({ field }: SelectedField, name: string) =>
  field.args.find((argument) => argument.name === name)

const acceptsIds = (selected: SelectedField) =>
  isListType(getNullableType(findArgument(selected, 'ids')?.type))

/** Returns how many records a field requests per parent, and the argument that sets the number. */
function countRequested(selected: SelectedField, read: ReadArgument): RequestedCount {
  // The argument path of the rows of a bulk change.
  const rowsPath = selected.field.extensions['rows'] as [string, ...string[]] | undefined
  const ids = rowsPath ? readPath(rowsPath, read) : acceptsIds(selected) ? read('ids') : undefined
  if (Array.isArray(ids)) return [ids.length, rowsPath?.[0] ?? 'ids']
  if (read('all') === true) return [1000, 'all']
  const firstArgument = findArgument(selected, 'first')
  if (!firstArgument) return [Number(ids != null)]
  const name = read('first') == null && read('last') != null ? 'last' : 'first'
  return [Number(read(name) ?? firstArgument.defaultValue ?? defaultPageSize), name]
}

const readPath = ([name, ...path]: [string, ...string[]], read: ReadArgument): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      value && typeof value === 'object' ? (value as Record<string, unknown>)[step] : undefined,
    read(name),
  )

/** Returns the maximum length of an unpaged list whose records have lists of their own. */
function countUnpaged({ field }: SelectedField, read: ReadArgument): RequestedCount {
  const bound = field.extensions['atMost'] as { parents: number; named: string } | undefined
  const names = bound && read(bound.named)
  return bound && Array.isArray(names)
    ? [Math.min(names.length, bound.parents), bound.named]
    : [bound?.parents ?? 1]
}

/** @throws BAD_REQUEST naming the exceeded limit of the document */
function countRecords(operation: PreparedOperation, variables: Variables, settings: Settings) {
  const values = applyDefaults(operation, variables)
  const count: Count = { roots: 0, aliases: 0, nodes: 0, dependsOnVariables: false }
  const rootLevel: Level = { recordCount: 1, countPerParent: 1 }
  walkFields<Level>(operation, rootLevel, (selected, parent) => {
    const { node, depth } = selected
    if (node.alias) count.aliases++
    if (depth === 1) count.roots++
    checkLimits(operation, selected, count, settings)
    const read = (name: string) => {
      const argument = node.arguments?.find((candidate) => candidate.name.value === name)
      if (argument && usesVariables(argument.value)) count.dependsOnVariables = true
      return readArgument(argument, values)
    }
    const requestedCount = countRequested(selected, read)
    const [countPerParent, argument] =
      requestedCount[0] === 0 ? countUnpaged(selected, read) : requestedCount
    const recordCount = parent.recordCount * countPerParent
    const level = { selected, parent, recordCount, countPerParent, argument }
    if (requestedCount[0] > 0) {
      count.nodes += recordCount
      if (recordCount > (count.largestLevel?.recordCount ?? 0)) count.largestLevel = level
    }
    return level
  })
  return count
}

/** @throws BAD_REQUEST for the first field beyond a limit */
function checkLimits(
  { type }: PreparedOperation,
  selected: SelectedField,
  { roots, aliases }: Count,
  settings: Settings,
): void {
  const isMutation = type === 'mutation'
  const maxRoots = settings[isMutation ? 'GRAPHQL_MAX_ROOT_MUTATIONS' : 'GRAPHQL_MAX_ROOT_FIELDS']
  const { GRAPHQL_MAX_DEPTH: maxDepth, GRAPHQL_MAX_ALIASES: maxAliases } = settings
  const error =
    selected.depth > maxDepth
      ? limitExceeded('nests deeper than', maxDepth, 'levels')
      : roots > maxRoots
        ? limitExceeded('asks for more than', maxRoots, isMutation ? 'mutations' : 'root fields')
        : aliases > maxAliases
          ? limitExceeded('uses more than', maxAliases, 'aliases')
          : undefined
  if (error) throw locateAtField(error, selected)
}

/** Returns a field's name in paths such as `people.deals`; empty for fields of connections. */
const getPathName = ({ selected }: Level): string =>
  !selected || /(Connection|Edge)$/.test(selected.parent.name)
    ? ''
    : (selected.node.alias ?? selected.node.name).value

const listAncestors = (level: Level): Level[] =>
  level.parent ? [level, ...listAncestors(level.parent)] : []

const formatPath = (level: Level): string =>
  listAncestors(level).map(getPathName).filter(Boolean).reverse().join('.')

const remedies: Record<string, string> = {
  first: 'lower `first` on',
  last: 'lower `last` on',
  all: 'leave out `all` on',
}

/** Returns "asks for 5,100 records, 5,000 of them for `people.tasks`" and the remedy. */
function createAdvice({ nodes, largestLevel }: Count): CostAdvice {
  const summary = `asks for ${formatCount(nodes)} records`
  if (!largestLevel) return { summary, remedy: 'request fewer' }
  const [widestLevel = largestLevel] = listAncestors(largestLevel)
    .filter(({ argument }) => argument)
    .toSorted((a, b) => b.countPerParent - a.countPerParent)
  const { argument = '' } = widestLevel
  return {
    summary:
      largestLevel.recordCount === nodes
        ? summary
        : `${summary}, ${formatCount(largestLevel.recordCount)} of them for \`${formatPath(largestLevel)}\``,
    remedy: `${remedies[argument] ?? (argument ? `shorten \`${argument}\` of` : 'request fewer records of')} \`${formatPath(widestLevel)}\``,
  }
}

/** Costs of operations that do not depend on variables. */
const costCache = createDerivedCache<PreparedOperation, { cost?: Cost }>('costs')

/** @throws BAD_REQUEST naming the exceeded limit */
export function computeCost(
  operation: PreparedOperation,
  variables: Variables,
  settings: Settings,
): Cost {
  const cacheEntry = costCache.getOrCreate(operation, () => ({}))
  if (cacheEntry.cost) return cacheEntry.cost
  const count = countRecords(operation, variables, settings)
  const { roots, nodes } = count
  const maxNodes = settings.GRAPHQL_MAX_NODES
  if (nodes > maxNodes) {
    const { summary, remedy } = createAdvice(count)
    throw locateAtLevel(
      badRequest(`The operation ${summary}; the limit is ${formatCount(maxNodes)}: ${remedy}`),
      count.largestLevel,
    )
  }
  const isMutation = operation.type === 'mutation'
  const cost = { nodes, units: Math.max(1, isMutation ? roots : 0, Math.ceil(nodes / 100)) }
  if (!count.dependsOnVariables) cacheEntry.cost = cost
  return cost
}

/** Returns the costliest part of an operation and the remedy, for errors about limits. */
const adviseOn = ({ type }: PreparedOperation, count: Count): CostAdvice =>
  count.roots * 100 > count.nodes && type === 'mutation'
    ? { summary: `has ${formatCount(count.roots)} mutations`, remedy: 'send fewer at once' }
    : createAdvice(count)
