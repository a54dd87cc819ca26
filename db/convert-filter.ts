/** Converts smart list filters, as versions 0.9.x stored them, to filters with comparators. */

type Json = Record<string, unknown>
type CustomFieldKind = 'person' | 'deal'

/** Returns the type of a custom field, such as `singleChoice`; undefined if it was deleted. */
export type FindFieldType = (kind: CustomFieldKind, key: string) => string | undefined

/** The new name and comparator of each field that contained a value or a list of values. */
const comparisonFields: Record<string, [name: string, comparator: string]> = {
  ids: ['id', 'in'],
  name: ['name', 'contains'],
  title: ['title', 'contains'],
  assignedAgentId: ['assigneeId', 'eq'],
  assignedAgentIds: ['assigneeId', 'in'],
  assignedTo: ['assigneeId', 'eq'],
  assignedToAny: ['assigneeId', 'in'],
  createdBy: ['createdById', 'eq'],
  authorId: ['createdById', 'eq'],
  authorIds: ['createdById', 'in'],
  collaboratorId: ['collaboratorId', 'eq'],
  stageId: ['stageId', 'eq'],
  stageIds: ['stageId', 'in'],
  pipelineId: ['pipelineId', 'eq'],
  teamId: ['teamId', 'eq'],
  userId: ['userId', 'eq'],
  personId: ['personId', 'eq'],
  personIds: ['personId', 'in'],
  source: ['source', 'eq'],
  sources: ['source', 'in'],
  tag: ['tags', 'has'],
  anyTag: ['tags', 'any'],
  email: ['email', 'eq'],
  phone: ['phone', 'eq'],
  relationship: ['relationship', 'eq'],
  status: ['status', 'eq'],
  priority: ['priority', 'eq'],
  done: ['done', 'eq'],
  overdue: ['overdue', 'eq'],
  type: ['type', 'eq'],
  types: ['type', 'in'],
  channel: ['channel', 'eq'],
  direction: ['direction', 'eq'],
  starred: ['starred', 'eq'],
  externalId: ['externalId', 'eq'],
  externalSource: ['externalId', 'source'],
}

/** The new name of each field that contained a range. */
const rangeFields: Record<string, string> = {
  price: 'price',
  commission: 'commission',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
  lastActivityAt: 'lastActivityAt',
  closeDate: 'closeDate',
  stageEnteredAt: 'stageEnteredAt',
  dueDate: 'dueDate',
  completedAt: 'completedAt',
  startsAt: 'startsAt',
  endsAt: 'endsAt',
  during: 'time',
}

const presenceFields: Record<string, string> = { hasEmail: 'email', hasPhone: 'phone' }

const relationKinds: Record<string, CustomFieldKind | 'other'> = {
  person: 'person',
  people: 'person',
  deals: 'deal',
  tasks: 'other',
  activities: 'other',
  appointments: 'other',
}

/** Converts a filter. Unknown fields are kept, so that an invalid smart list remains invalid. */
export const convertFilter = (where: Json, findFieldType: FindFieldType): Json =>
  convertGroup(where, 'person', findFieldType)

function convertGroup(
  where: Json,
  kind: CustomFieldKind | 'other',
  findFieldType: FindFieldType,
): Json {
  const convertedGroup: Record<string, Json | unknown> = {}
  const addComparators = (name: string, comparators: Json) => {
    convertedGroup[name] = { ...(convertedGroup[name] as Json | undefined), ...comparators }
  }
  const convertSubgroup = (group: unknown) => convertGroup(group as Json, kind, findFieldType)
  for (const [name, value] of Object.entries(where)) {
    const comparison = comparisonFields[name]
    const newName = comparison?.[0] ?? rangeFields[name]
    if (newName && value === null) addComparators(newName, { isNull: true })
    else if (comparison) addComparators(comparison[0], { [comparison[1]]: value })
    else if (newName) addComparators(newName, convertRange(value as Json))
    else if (presenceFields[name]) addComparators(presenceFields[name], { isNull: !value })
    else if (name === 'customFields')
      convertedGroup[name] = (value as Json[]).flatMap((condition) =>
        convertCondition(
          condition,
          kind === 'other' ? undefined : findFieldType(kind, String(condition['key'])),
        ),
      )
    else if (name === 'and' || name === 'or') {
      if (value !== null) convertedGroup[name] = (value as Json[]).map(convertSubgroup)
    } else if (name === 'not') {
      if (value !== null) convertedGroup[name] = convertSubgroup(value)
    } else if (relationKinds[name]) {
      if (value !== null) convertedGroup[name] = convertRelation(name, value as Json, findFieldType)
    } else convertedGroup[name] = value
  }
  return convertedGroup
}

function convertRelation(name: string, value: Json, findFieldType: FindFieldType): Json {
  const convert = (group: unknown) =>
    convertGroup(group as Json, relationKinds[name] ?? 'other', findFieldType)
  if (name === 'person') return convert(value)
  const groups = Object.entries(value).filter(([, group]) => group !== null)
  return Object.fromEntries(groups.map(([quantifier, group]) => [quantifier, convert(group)]))
}

const omitNull = (values: Json): Json =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null))

/** Converts days, which were periods of 24 hours, to hours. */
const toHours = (days: unknown) => 24 * (days as number)

function convertRange(range: Json): Json {
  const { from, to, before, inLastDays, inNextDays, olderThanDays } = range
  // The last days end now and the next days begin now; a range with both matches only the present.
  const [lastDays, nextDays] =
    inLastDays != null && inNextDays != null ? [0, 0] : [inLastDays, inNextDays]
  const isRelative = lastDays != null || nextDays != null
  return omitNull({
    gte: from,
    lte: to,
    lt: before,
    during: isRelative
      ? omitNull({
          last: lastDays && toHours(lastDays),
          next: nextDays && toHours(nextDays),
          unit: 'hour',
        })
      : null,
    before: olderThanDays == null ? null : { last: toHours(olderThanDays), unit: 'hour' },
  })
}

const inputByType: Record<string, string> = {
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  singleChoice: 'choices',
  multipleChoice: 'choices',
}

/** Converts a condition to several conditions if two comparators would have the same name. */
function convertCondition({ key, ...operators }: Json, type = 'text'): Json[] {
  const input = inputByType[type] ?? 'text'
  const conditions: Json[] = []
  for (const comparators of Object.entries(operators).flatMap(([operator, operand]) =>
    convertOperator(input, operator, operand),
  )) {
    const names = Object.keys(comparators)
    const condition = conditions.find(
      (candidate) => !names.some((name) => Object.hasOwn(candidate[input] as Json, name)),
    )
    if (condition) Object.assign(condition[input] as Json, comparators)
    else conditions.push({ key, [input]: comparators })
  }
  return conditions
}

function convertOperator(input: string, operator: string, operand: unknown): Json[] {
  const toMissingComparator = (value: boolean) => ({
    [input === 'choices' ? 'isEmpty' : 'isNull']: value,
  })
  if (operand === null) return operator === 'equals' ? [toMissingComparator(true)] : []
  const toValue = (value: unknown) => (input === 'date' ? String(value).slice(0, 10) : value)
  switch (operator) {
    case 'equals':
      if (operand === '') return [toMissingComparator(true)]
      return [{ [input === 'choices' ? 'has' : 'eq']: toValue(operand) }]
    case 'anyOf': {
      const values = (operand as unknown[]).filter((choice) => choice !== '').map(toValue)
      if (input === 'boolean') return matchAnyBoolean(values, toMissingComparator)
      return [{ [input === 'choices' ? 'any' : 'in']: values }]
    }
    case 'isEmpty':
      return [toMissingComparator(operand as boolean)]
    case 'date':
      return [convertDates(operand as Json)]
    case 'number':
      return [convertRange(operand as Json)]
    default:
      return [{ [operator]: operand }]
  }
}

const matchAnyBoolean = (
  values: unknown[],
  toMissingComparator: (value: boolean) => Json,
): Json[] => {
  const [value, otherValue] = [...new Set(values)]
  if (value === undefined) return [toMissingComparator(true), toMissingComparator(false)]
  return [otherValue === undefined ? { eq: value } : toMissingComparator(false)]
}

/**
 * Converts a date range. In the old format, a relative range covers today (UTC) in addition to the
 * given number of days.
 */
function convertDates({ from, to, inLastDays, inNextDays }: Json): Json {
  const toDate = (value: unknown) => (value == null ? null : String(value).slice(0, 10))
  const includeToday = (days: unknown) => (days == null ? null : (days as number) + 1)
  const isRelative = inLastDays != null || inNextDays != null
  const isToday = inLastDays != null && inNextDays != null
  return omitNull({
    gte: toDate(from),
    lte: toDate(to),
    during: isRelative
      ? omitNull({
          last: isToday ? null : includeToday(inLastDays),
          next: isToday ? null : includeToday(inNextDays),
          unit: 'day',
          timeZone: 'UTC',
        })
      : null,
  })
}
