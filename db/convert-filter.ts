/** Converts the filters of people that versions 0.9 stored in smart lists to comparators. */

type Json = Record<string, unknown>
type CustomFieldKind = 'person' | 'deal'

/** Returns the type of a custom field, such as `singleChoice`; undefined if it was deleted. */
export type FindType = (kind: CustomFieldKind, key: string) => string | undefined

/** The new name of each field with a value or a list of values, and its comparator. */
const comparisons: Record<string, [name: string, comparator: string]> = {
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

const ranges: Record<string, string> = {
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

const presences: Record<string, string> = { hasEmail: 'email', hasPhone: 'phone' }

const relations: Record<string, CustomFieldKind | 'other'> = {
  person: 'person',
  people: 'person',
  deals: 'deal',
  tasks: 'other',
  activities: 'other',
  appointments: 'other',
}

/** Converts a filter; unknown fields are kept, so that a list that was invalid remains so. */
export const convertFilter = (where: Json, findType: FindType): Json =>
  convertGroup(where, 'person', findType)

function convertGroup(where: Json, kind: CustomFieldKind | 'other', findType: FindType): Json {
  const result: Record<string, Json | unknown> = {}
  const add = (name: string, comparators: Json) => {
    result[name] = { ...(result[name] as Json | undefined), ...comparators }
  }
  const convert = (group: unknown) => convertGroup(group as Json, kind, findType)
  for (const [name, value] of Object.entries(where)) {
    const comparison = comparisons[name]
    const newName = comparison?.[0] ?? ranges[name]
    if (newName && value === null) add(newName, { isNull: true })
    else if (comparison) add(comparison[0], { [comparison[1]]: value })
    else if (newName) add(newName, convertRange(value as Json))
    else if (presences[name]) add(presences[name], { isNull: !value })
    else if (name === 'customFields')
      result[name] = (value as Json[]).flatMap((item) =>
        convertCondition(item, kind === 'other' ? undefined : findType(kind, String(item['key']))),
      )
    else if (name === 'and' || name === 'or') {
      if (value !== null) result[name] = (value as Json[]).map(convert)
    } else if (name === 'not') {
      if (value !== null) result[name] = convert(value)
    } else if (relations[name]) {
      if (value !== null) result[name] = convertRelation(name, value as Json, findType)
    } else result[name] = value
  }
  return result
}

function convertRelation(name: string, value: Json, findType: FindType): Json {
  const convert = (group: unknown) =>
    convertGroup(group as Json, relations[name] ?? 'other', findType)
  if (name === 'person') return convert(value)
  const groups = Object.entries(value).filter(([, group]) => group !== null)
  return Object.fromEntries(groups.map(([quantifier, group]) => [quantifier, convert(group)]))
}

const omitNull = (values: Json): Json =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null))

/** Days were periods of 24 hours. */
const toHours = (days: unknown) => 24 * (days as number)

function convertRange(range: Json): Json {
  const { from, to, before, inLastDays, inNextDays, olderThanDays } = range
  // The last days end when the next ones begin.
  const [last, next] = inLastDays != null && inNextDays != null ? [0, 0] : [inLastDays, inNextDays]
  const isRelative = last != null || next != null
  return omitNull({
    gte: from,
    lte: to,
    lt: before,
    during: isRelative
      ? omitNull({ last: last && toHours(last), next: next && toHours(next), unit: 'hour' })
      : null,
    before: olderThanDays == null ? null : { last: toHours(olderThanDays), unit: 'hour' },
  })
}

const inputs: Record<string, string> = {
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  singleChoice: 'choices',
  multipleChoice: 'choices',
}

/** Returns several conditions where comparators of one would have the same name. */
function convertCondition({ key, ...operators }: Json, type = 'text'): Json[] {
  const input = inputs[type] ?? 'text'
  const conditions: Json[] = []
  for (const comparators of Object.entries(operators).flatMap(([operator, operand]) =>
    convertOperator(input, operator, operand),
  )) {
    const names = Object.keys(comparators)
    const condition = conditions.find(
      (item) => !names.some((name) => Object.hasOwn(item[input] as Json, name)),
    )
    if (condition) Object.assign(condition[input] as Json, comparators)
    else conditions.push({ key, [input]: comparators })
  }
  return conditions
}

function convertOperator(input: string, operator: string, operand: unknown): Json[] {
  const isMissing = (value: boolean) => ({ [input === 'choices' ? 'isEmpty' : 'isNull']: value })
  if (operand === null) return operator === 'equals' ? [isMissing(true)] : []
  const toValue = (value: unknown) => (input === 'date' ? String(value).slice(0, 10) : value)
  switch (operator) {
    case 'equals':
      if (operand === '') return [isMissing(true)]
      return [{ [input === 'choices' ? 'has' : 'eq']: toValue(operand) }]
    case 'anyOf': {
      const values = (operand as unknown[]).filter((item) => item !== '').map(toValue)
      if (input === 'boolean') return matchAnyBoolean(values, isMissing)
      return [{ [input === 'choices' ? 'any' : 'in']: values }]
    }
    case 'isEmpty':
      return [isMissing(operand as boolean)]
    case 'date':
      return [convertDates(operand as Json)]
    case 'number':
      return [convertRange(operand as Json)]
    default:
      return [{ [operator]: operand }]
  }
}

const matchAnyBoolean = (values: unknown[], isMissing: (value: boolean) => Json): Json[] => {
  const [value, otherValue] = [...new Set(values)]
  if (value === undefined) return [isMissing(true), isMissing(false)]
  return [otherValue === undefined ? { eq: value } : isMissing(false)]
}

/** Days were those before and after today, in UTC. */
function convertDates({ from, to, inLastDays, inNextDays }: Json): Json {
  const toDate = (value: unknown) => (value == null ? null : String(value).slice(0, 10))
  const addToday = (days: unknown) => (days == null ? null : (days as number) + 1)
  const isRelative = inLastDays != null || inNextDays != null
  const isToday = inLastDays != null && inNextDays != null
  return omitNull({
    gte: toDate(from),
    lte: toDate(to),
    during: isRelative
      ? omitNull({
          last: isToday ? null : addToday(inLastDays),
          next: isToday ? null : addToday(inNextDays),
          unit: 'day',
          timeZone: 'UTC',
        })
      : null,
  })
}
