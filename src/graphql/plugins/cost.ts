/** Limits the records that an operation may return, and charges rate limit units for them. */
import { getNullableType, isListType } from 'graphql'
import { type ApiError, badRequest } from '../../errors.ts'
import { type CostAdvice, chargeUnits } from '../../http/limits.ts'
import { createDerivedCache } from '../../lib/cache.ts'
import { formatCount } from '../../lib/text.ts'
import type { Settings } from '../../settings.ts'
import { createLimitError } from '../document-limits.ts'
import {
  locateAtField,
  type PreparedOperation,
  type SelectedField,
  walkFields,
} from '../operation.ts'
import { defaultPageSize } from '../schema/paging.ts'
import { applyDefaults, readArgument, usesVariables, type Variables } from '../values.ts'
import type { Cost, GraphqlPlugin } from './pipeline-context.ts'

export const useCost = (settings: Settings): GraphqlPlugin => ({
  onContextBuilding({ context: { http, operation, params, extensions } }) {
    const variables = params.variables ?? {}
    const cost = computeCost(operation, variables, settings)
    const getCounts = () => countRecords(operation, variables, settings)
    if (operation.type === 'subscription') return requireOneUnit(cost, getCounts)
    extensions.cost = cost
    const getAdvice = () => createCostAdvice(operation, getCounts())
    return cost.units > 1 ? chargeUnits(http, cost.units - 1, getAdvice) : undefined
  },
})

/** @throws BAD_REQUEST if a subscription result, which is not charged, costs more than one unit */
function requireOneUnit({ units }: Cost, getCounts: () => Counts): void {
  if (units <= 1) return
  const counts = getCounts()
  const { summary, remedy } = createRecordAdvice(counts)
  throw locateAtLevel(
    badRequest(
      `Each result of the subscription ${summary}; the limit is 100: ${remedy}, and read other records with a query`,
    ),
    counts.largestLevel,
  )
}

const locateAtLevel = (error: ApiError, level: Level | undefined): Error =>
  level?.selected ? locateAtField(error, level.selected) : error

/** A field with its maximum number of records, in total and per parent. */
interface Level {
  /** The selected field; undefined for the operation itself. */
  selected?: SelectedField
  parent?: Level
  recordCount: number
  countPerParent: number
  /** The argument that determines the number of records. */
  argument?: string | undefined
}

interface Counts {
  rootCount: number
  aliasCount: number
  recordCount: number
  largestLevel?: Level
  dependsOnVariables: boolean
}

type ReadArgument = (name: string) => unknown

type RequestedCount = [count: number, argument?: string]

const findArgument = ({ field }: SelectedField, name: string) =>
  field.args.find((argument) => argument.name === name)

const acceptsIds = (selected: SelectedField) =>
  isListType(getNullableType(findArgument(selected, 'ids')?.type))

/** Returns the number of records a field requests per parent, and the argument that sets it. */
function countRequested(selected: SelectedField, read: ReadArgument): RequestedCount {
  // The path of the argument that lists the rows of a bulk change.
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

/** Returns the maximum length that an unpaged list declares; 1 for any other field. */
function countUnpaged({ field }: SelectedField, read: ReadArgument): RequestedCount {
  const limit = field.extensions['listLimit'] as { maxLength: number; argument: string } | undefined
  const listedValues = limit && read(limit.argument)
  return limit && Array.isArray(listedValues)
    ? [Math.min(listedValues.length, limit.maxLength), limit.argument]
    : [limit?.maxLength ?? 1]
}

/** @throws BAD_REQUEST, which names the exceeded limit on the document */
function countRecords(operation: PreparedOperation, variables: Variables, settings: Settings) {
  const variableValues = applyDefaults(operation, variables)
  const counts: Counts = { rootCount: 0, aliasCount: 0, recordCount: 0, dependsOnVariables: false }
  const rootLevel: Level = { recordCount: 1, countPerParent: 1 }
  walkFields<Level>(operation, rootLevel, (selected, parent) => {
    const { node, depth } = selected
    if (node.alias) counts.aliasCount++
    if (depth === 1) counts.rootCount++
    checkLimits(operation, selected, counts, settings)
    const read = (name: string) => {
      const argument = node.arguments?.find((candidate) => candidate.name.value === name)
      if (argument && usesVariables(argument.value)) counts.dependsOnVariables = true
      return readArgument(argument, variableValues)
    }
    const requested = countRequested(selected, read)
    const [countPerParent, argument] = requested[0] === 0 ? countUnpaged(selected, read) : requested
    const recordCount = parent.recordCount * countPerParent
    const level = { selected, parent, recordCount, countPerParent, argument }
    if (requested[0] > 0) {
      counts.recordCount += recordCount
      if (recordCount > (counts.largestLevel?.recordCount ?? 0)) counts.largestLevel = level
    }
    return level
  })
  return counts
}

/** @throws BAD_REQUEST for the first field beyond a limit */
function checkLimits(
  { type }: PreparedOperation,
  selected: SelectedField,
  { rootCount, aliasCount }: Counts,
  settings: Settings,
): void {
  const isMutation = type === 'mutation'
  const maxRoots = settings[isMutation ? 'GRAPHQL_MAX_ROOT_MUTATIONS' : 'GRAPHQL_MAX_ROOT_FIELDS']
  const { GRAPHQL_MAX_DEPTH: maxDepth, GRAPHQL_MAX_ALIASES: maxAliases } = settings
  const error =
    selected.depth > maxDepth
      ? createLimitError('nests deeper than', maxDepth, 'levels')
      : rootCount > maxRoots
        ? createLimitError('selects more than', maxRoots, isMutation ? 'mutations' : 'root fields')
        : aliasCount > maxAliases
          ? createLimitError('uses more than', maxAliases, 'aliases')
          : undefined
  if (error) throw locateAtField(error, selected)
}

/** Returns a field's name in paths such as `people.deals`; empty for fields of connections. */
const getPathName = ({ selected }: Level): string =>
  !selected || /(Connection|Edge)$/.test(selected.parent.name)
    ? ''
    : (selected.node.alias ?? selected.node.name).value

const listPathLevels = (level: Level): Level[] =>
  level.parent ? [level, ...listPathLevels(level.parent)] : []

const formatPath = (level: Level): string =>
  listPathLevels(level).map(getPathName).filter(Boolean).reverse().join('.')

const remedies: Record<string, string> = {
  first: 'lower `first` on',
  last: 'lower `last` on',
  all: 'omit `all` on',
}

/** Returns "may return 5,100 records, 5,000 of them in `people.tasks`" and the remedy. */
function createRecordAdvice({ recordCount, largestLevel }: Counts): CostAdvice {
  const summary = `may return ${formatCount(recordCount)} records`
  if (!largestLevel) return { summary, remedy: 'request fewer records' }
  const [widestLevel = largestLevel] = listPathLevels(largestLevel)
    .filter(({ argument }) => argument)
    .toSorted((a, b) => b.countPerParent - a.countPerParent)
  const { argument = '' } = widestLevel
  return {
    summary:
      largestLevel.recordCount === recordCount
        ? summary
        : `${summary}, ${formatCount(largestLevel.recordCount)} of them in \`${formatPath(largestLevel)}\``,
    remedy: `${remedies[argument] ?? (argument ? `shorten \`${argument}\` of` : 'request fewer records of')} \`${formatPath(widestLevel)}\``,
  }
}

/** Caches the costs of operations whose costs do not depend on variables. */
const costCache = createDerivedCache<PreparedOperation, { cost?: Cost }>('costs')

/** @throws BAD_REQUEST, which names the exceeded limit */
function computeCost(operation: PreparedOperation, variables: Variables, settings: Settings): Cost {
  const cacheEntry = costCache.getOrCreate(operation, () => ({}))
  if (cacheEntry.cost) return cacheEntry.cost
  const counts = countRecords(operation, variables, settings)
  const { rootCount, recordCount } = counts
  const maxRecords = settings.GRAPHQL_MAX_NODES
  if (recordCount > maxRecords) {
    const { summary, remedy } = createRecordAdvice(counts)
    throw locateAtLevel(
      badRequest(`The operation ${summary}; the limit is ${formatCount(maxRecords)}: ${remedy}`),
      counts.largestLevel,
    )
  }
  const isMutation = operation.type === 'mutation'
  const units = Math.max(1, isMutation ? rootCount : 0, Math.ceil(recordCount / 100))
  const cost = { nodes: recordCount, units }
  if (!counts.dependsOnVariables) cacheEntry.cost = cost
  return cost
}

/** Describes the costliest part of an operation and the remedy, for rate limit errors. */
const createCostAdvice = ({ type }: PreparedOperation, counts: Counts): CostAdvice =>
  counts.rootCount * 100 > counts.recordCount && type === 'mutation'
    ? { summary: `has ${formatCount(counts.rootCount)} mutations`, remedy: 'send fewer at once' }
    : createRecordAdvice(counts)
