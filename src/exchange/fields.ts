/** The fields of exports and imports, derived from GraphQL inputs such as `CreateDealInput`. */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isListType,
} from 'graphql'
import { getExportSource } from '../filtering/exports.ts'
import type { JsonSchema } from '../graphql/schema/scalars.ts'
import { createDerivedCache } from '../lib/cache.ts'
import type { CustomField } from '../resources/custom-fields/operations.ts'
import { schema as shippedSchema } from '../resources/index.ts'

/** A value's type. `time` means ISO 8601 in UTC, `date` YYYY-MM-DD, `list` a list of strings. */
export type ValueType = 'text' | 'number' | 'boolean' | 'time' | 'date' | 'list'

export interface Column {
  name: string
  type: ValueType
  /** Set if no input has the column; imports ignore it, except `id` and activities' `createdAt`. */
  isReadOnly?: true
}

/** A field that imports can set, with the columns that contain its value. */
export type Field = { name: string; type: ValueType; columns: readonly Column[] }

export const getInputType = (action: 'Create' | 'Update', kind: string, schema = shippedSchema) =>
  schema.getType(`${action}${getExportSource(kind).type}Input`) as GraphQLInputObjectType

/** The order of exported fields. Fields that are not listed come last. */
const fieldOrder: Partial<Record<string, string>> = {
  people: `firstName lastName emails phones tags stageId source price timeframe background
    relationship assigneeId collaboratorIds`,
  deals: 'title pipelineId stageId peopleIds teamIds assigneeId price commission closeDate',
  tasks: 'title description personId assigneeId dueDate priority completedAt',
  activities: 'personId type channel direction content starred',
}

/**
 * Exceptions to the default column, which has the field's name without `Id`. Users are exported by
 * email; stages, pipelines, teams and tags by name; people by id. The nth type describes the nth
 * email or phone. `badPhones` lists the phone numbers that are marked as bad.
 */
const columnNames: Readonly<Record<string, readonly string[]>> = {
  emails: ['emails', 'emailTypes'],
  phones: ['phones', 'phoneTypes', 'badPhones'],
  assigneeId: ['assignedAgent'],
  'tasks.assigneeId': ['assignedTo'],
  collaboratorIds: ['collaborators'],
  peopleIds: ['people'],
  teamIds: ['teams'],
}

/** Input fields that have no column of their own, such as `customFields` (columns `custom.…`). */
const fieldsWithoutColumn = new Set(['customFields', 'externalId', 'externalSource', 'onDuplicate'])

/** Importable fields that are not in the create input: a task's completion, an activity's time. */
const additionalFields: Partial<Record<string, readonly Field[]>> = {
  tasks: [{ name: 'completedAt', type: 'time', columns: [{ name: 'completedAt', type: 'time' }] }],
  activities: [{ name: 'createdAt', type: 'time', columns: [] }],
}

const readOnlyColumns: Partial<Record<string, readonly Column[]>> = {
  people: [{ name: 'lastActivityAt', type: 'time' }],
  deals: [{ name: 'stageEnteredAt', type: 'time' }],
  activities: ['author', 'agentName'].map((name) => ({ name, type: 'text' })),
}
const externalIdsColumn: Column = { name: 'externalIds', type: 'list' }
const recordColumns: readonly Column[] = [
  { name: 'createdAt', type: 'time' },
  { name: 'updatedAt', type: 'time' },
  { name: 'version', type: 'number' },
]

function getValueType(type: GraphQLInputType): ValueType {
  if (isListType(getNullableType(type))) return 'list'
  const namedType = getNamedType(type)
  if (namedType.name === 'Boolean') return 'boolean'
  if (namedType.name === 'Float' || namedType.name === 'Int') return 'number'
  const { jsonSchema } = namedType.extensions as { jsonSchema?: JsonSchema }
  if (jsonSchema?.type === 'number' || jsonSchema?.type === 'integer') return 'number'
  if (jsonSchema?.format === 'date-time') return 'time'
  return jsonSchema?.format === 'date' ? 'date' : 'text'
}

function deriveFields(kind: string, input: GraphQLInputObjectType): Field[] {
  const fields = Object.values(input.getFields())
    .filter(({ name }) => !fieldsWithoutColumn.has(name))
    .map(({ name, type: inputType }): Field => {
      const type = getValueType(inputType)
      const names = columnNames[`${kind}.${name}`] ?? columnNames[name] ?? [name.replace(/Id$/, '')]
      return { name, type, columns: names.map((column) => ({ name: column, type })) }
    })
  const exportOrder = (fieldOrder[kind] ?? '').split(/\s+/)
  const getRank = ({ name }: Field) => exportOrder.indexOf(name) >>> 0
  return [...fields, ...(additionalFields[kind] ?? [])].sort((a, b) => getRank(a) - getRank(b))
}

const fieldCache = createDerivedCache<GraphQLInputObjectType, readonly Field[]>('exchange_fields')

export function listFields(kind: string, schema = shippedSchema): readonly Field[] {
  const input = getInputType('Create', kind, schema)
  return fieldCache.getOrCreate(input, () => deriveFields(kind, input))
}

export const customPrefix = 'custom.'

/** Maps the exported kinds that have custom fields to the record kinds of these fields. */
export const customFieldKinds: Partial<Record<string, 'person' | 'deal'>> = {
  people: 'person',
  deals: 'deal',
}

const toCustomColumn = ({ key, type }: Pick<CustomField, 'key' | 'type'>): Column => ({
  name: `${customPrefix}${key}`,
  type: type === 'singleChoice' ? 'text' : type === 'multipleChoice' ? 'list' : type,
})

const toReadOnly = (column: Column): Column => ({ ...column, isReadOnly: true })

/** Returns the columns of an export in file order. */
export const listColumns = (
  kind: string,
  customFields: readonly Pick<CustomField, 'key' | 'type'>[] = [],
  schema = shippedSchema,
): Column[] => [
  toReadOnly({ name: 'id', type: 'text' }),
  ...listFields(kind, schema).flatMap(({ columns }) => columns),
  ...(getInputType('Create', kind, schema).getFields()['externalId'] ? [externalIdsColumn] : []),
  ...customFields.map(toCustomColumn),
  ...(readOnlyColumns[kind] ?? []).map(toReadOnly),
  ...recordColumns.map(toReadOnly),
]
