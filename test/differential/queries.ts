import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { edgeCaseNames, edgeCaseNumbers } from './edge-cases.ts'
import type { ConnectionField } from './schema.ts'

/** A list query, with the type and value of each argument. */
interface QueryCase {
  list: string
  first: number
  args: Record<string, [type: string, value: unknown]>
}

const pageSelection = '{ totalCount nodes { id } pageInfo { endCursor hasNextPage } }'

/** The default of `GRAPHQL_MAX_ROOT_FIELDS`. */
const maxListsPerDocument = 20

/**
 * Combines list queries into documents, because the overhead of a request exceeds the cost of a
 * list.
 */
export function* createDocuments(
  cases: readonly QueryCase[],
): Generator<[query: string, variables: Record<string, unknown>]> {
  for (let startIndex = 0; startIndex < cases.length; startIndex += maxListsPerDocument) {
    const variables: Record<string, unknown> = {}
    const variableDefinitions: string[] = []
    const fields = cases
      .slice(startIndex, startIndex + maxListsPerDocument)
      .map(({ list, first, args }, index) => {
        const printedArguments = Object.entries(args).map(([name, [type, value]]) => {
          const variable = `${name}${index}`
          variables[variable] = value
          variableDefinitions.push(`$${variable}: ${type}`)
          return `, ${name}: $${variable}`
        })
        return `list${index}: ${list}(first: ${first}${printedArguments.join('')}) ${pageSelection}`
      })
    yield [`query(${variableDefinitions.join(', ')}) { ${fields.join(' ')} }`, variables]
  }
}

const createPeopleCase = (where: object, orderBy?: object): QueryCase => ({
  list: 'people',
  first: 50,
  args: {
    where: ['PersonWhere', where],
    ...(orderBy && { orderBy: ['[PersonOrderInput!]', orderBy] }),
  },
})
const createDealsCase = (where: object): QueryCase => ({
  list: 'deals',
  first: 50,
  args: { where: ['DealWhere', where] },
})

/**
 * Returns texts that a user may type to find a name: the whole name; its beginning, middle and end;
 * another letter case; a typo; and two words in another order.
 */
function listSearchTexts(name: string): string[] {
  const letters = [...name]
  const swappedLetters = [...letters]
  if (letters.length > 3)
    [swappedLetters[1], swappedLetters[2]] = [letters[2] as string, letters[1] as string]
  const basicTexts = [
    name,
    letters.slice(0, 2).join(''),
    letters.slice(1, 4).join(''),
    letters.slice(-2).join(''),
    name.toUpperCase(),
    name.toLowerCase(),
  ]
  return [
    ...new Set([
      ...basicTexts,
      name.normalize('NFD'),
      swappedLetters.join(''),
      letters.slice(0, -1).join(''),
      `${name}x`,
      `berg ${letters.slice(0, 3).join('')}`,
    ]),
  ]
}

const createSearchCase = (by: object): QueryCase => ({
  list: 'searchPeople',
  first: 20,
  args: { by: ['PersonSearchInput!', by] },
})

export const searchCases: QueryCase[] = [
  ...edgeCaseNames.flatMap(listSearchTexts).map((name) => createSearchCase({ name })),
  ...[
    'p1@example.test',
    'P1@EXAMPLE.TEST',
    'zoë1@xn--d.test',
    'ZOË1@xn--d.test',
    'nobody',
    '@',
    'p1@example.test ',
  ].map((email) => createSearchCase({ email })),
  ...['+14155552001', '(415) 555-2001', '4155552001', '2001', '', '+49 30 123'].map((phone) =>
    createSearchCase({ phone }),
  ),
]

const nameParts = [
  ...new Set(
    edgeCaseNames.flatMap((name) => [
      name,
      [...name].slice(0, 2).join(''),
      name.toUpperCase(),
      [...name].at(-1) as string,
    ]),
  ),
]

const textFilters = [
  ['people', 'PersonWhere', 'name', 'contains'],
  ['people', 'PersonWhere', 'name', 'startsWith'],
  ['people', 'PersonWhere', 'email', 'contains'],
  ['people', 'PersonWhere', 'tags', 'has'],
  ['people', 'PersonWhere', 'source', 'eq'],
  ['people', 'PersonWhere', 'source', 'startsWith'],
  ['deals', 'DealWhere', 'title', 'contains'],
  ['tasks', 'TaskWhere', 'title', 'eq'],
  ['appointments', 'AppointmentWhere', 'title', 'startsWith'],
  ['tags', 'TagWhere', 'name', 'eq'],
  ['teams', 'TeamWhere', 'name', 'contains'],
  ['users', 'UserWhere', 'name', 'contains'],
  ['stages', 'StageWhere', 'name', 'eq'],
  ['smartLists', 'SmartListWhere', 'name', 'contains'],
] as const

/** Filters by parts of names. Each part is combined with a sixth of the text filters. */
export const textFilterCases: QueryCase[] = textFilters.flatMap(
  ([list, type, field, comparator], index) =>
    nameParts
      .filter((_, partIndex) => (partIndex + index) % 6 === 0)
      .map(
        (namePart): QueryCase => ({
          list,
          first: 50,
          args: { where: [type, { [field]: { [comparator]: namePart } }] },
        }),
      ),
)

const customFieldFilters: object[] = [
  ...edgeCaseNames.slice(0, 60).flatMap((name) => [{ key: 'text', text: { eq: name } }, { key: 'text', text: { startsWith: [...name].slice(0, 2).join('') } }, { key: 'text', text: { contains: [...name].slice(1).join('') } }]),
  ...[0.1 + 0.2, 0.3, 1e15, -0, 0, 1e-7, 999999999999999.9, -1e15, 1.5, 5e-324, 123456789012345.67].flatMap((price) => [
    { key: 'number', number: { eq: price } },
    { key: 'number', number: { gte: price } },
    { key: 'number', number: { lte: price } },
    { key: 'number', number: { gt: price } },
    { key: 'number', number: { lt: price } },
  ]),
  ...['2026-02-28', '1900-01-01', '9999-12-31'].flatMap((date) => [{ key: 'date', date: { eq: date } }, { key: 'date', date: { gte: date } }, { key: 'date', date: { lt: date } }]),
  { key: 'date', date: { during: { last: 100, unit: 'day' } } },
  { key: 'date', date: { after: { unit: 'month' } } },
  ...[true, false].flatMap((value) => [
    { key: 'boolean', boolean: { eq: value } },
    ...['text', 'number', 'date', 'boolean'].map((key) => ({ key, [key]: { isNull: value } })),
    ...['singlechoice', 'multiplechoice'].map((key) => ({ key, choices: { isEmpty: value } })),
  ]),
  ...['singlechoice', 'multiplechoice'].flatMap((key) => [...['ß', 'Ø', 'o', 'ss', 'O'].map((has) => ({ key, choices: { has } })), ...['any', 'all', 'none'].map((comparator) => ({ key, choices: { [comparator]: ['ß', 'Ø'] } }))]),
  { key: 'text', text: { in: ['Anna', 'ÄNNÄ'] } },
  { key: 'number', number: { in: [1.5, -3] } },
] // biome-ignore format: one condition per line

export const filterCases: QueryCase[] = [
  ...customFieldFilters.flatMap((customWhere) => [createPeopleCase({ customFields: [customWhere] }), createPeopleCase({ not: { customFields: [customWhere] } }), createDealsCase({ customFields: [customWhere] })]),
  ...edgeCaseNumbers.flatMap((price) => [createPeopleCase({ price: { gte: price } }), createPeopleCase({ price: { lt: price } }), createPeopleCase({ price: { in: [price, 1.5] } }), createDealsCase({ price: { gt: price }, commission: { lte: price } })]),
  ...['createdAt', 'updatedAt', 'lastActivityAt'].flatMap((field) =>
    [{ gte: '2026-06-01T09:00:10Z' }, { lt: '2026-06-01T11:00:10+02:00' }, { during: { last: 24, unit: 'hour' } }, { before: { unit: 'day', timeZone: 'Asia/Tokyo' } }].flatMap((range) => [
      createPeopleCase({ [field]: range }, { field: 'name' }),
      createPeopleCase({ not: { [field]: range } }, { field: 'price', direction: 'desc' }),
    ]),
  ),
  ...['2026-06-30T22:00:00Z', '2026-07-01T00:00:00.500Z', '2026-06-30T22:00:00.001Z'].flatMap((time) => [createDealsCase({ closeDate: { gt: time } }), createDealsCase({ closeDate: { lte: time } })]),
  createPeopleCase({ and: [{ email: { isNull: false } }, { phone: { isNull: true } }] }),
  createPeopleCase({ or: [{ source: { eq: 'web' } }, { source: { in: ['Wéb', 'nothing'] } }], tags: { any: ['Anna', 'ß'], none: ['Ø'] } }),
  createPeopleCase({ deals: { some: { price: { gte: 1 }, people: { some: { name: { contains: 'a' } } } } } }, { field: 'lastActivityAt', direction: 'asc' }),
  createPeopleCase({ deals: { none: {} }, tasks: { some: { done: { eq: false }, overdue: { eq: true } } } }),
  createPeopleCase({ appointments: { some: { status: { eq: 'scheduled' } } }, activities: { none: { starred: { eq: true } } } }),
  createDealsCase({ status: { in: ['open'] }, people: { none: { relationship: { eq: true } } } }),
] // biome-ignore format: one query per line

const samplesByType: Record<string, unknown> = {
  Boolean: true,
  DateTime: '2026-06-01T09:00:10Z',
  ExternalId: '1',
  ExternalSource: 'default',
  Float: 1.5,
  PeriodInput: { last: 400, unit: 'day' },
  RoleName: 'Agent',
  String: 'a',
}

/** Returns a valid operand of a comparator, if possible `fieldValue`. */
function createOperand(type: GraphQLInputType, fieldValue: unknown): unknown {
  if (isNonNullType(type)) return createOperand(type.ofType, fieldValue)
  if (isListType(type)) return [createOperand(type.ofType, fieldValue)]
  if (isEnumType(type))
    return (type.getValues().find(({ name }) => name === fieldValue) ?? type.getValues()[0])?.name
  const sample = samplesByType[type.name]
  if (sample === undefined && type.name !== 'ID')
    throw new Error(`add a value of ${type.name} to samplesByType`)
  return typeof fieldValue === typeof (sample ?? '') ? fieldValue : (sample ?? 'none')
}

/**
 * Filters a list by each field with each comparator, and by the negation of each of these
 * conditions. @param records records of the list, whose values the conditions contain
 */
export function createComparatorCases(
  { field: { name: list, args } }: ConnectionField,
  records: readonly Record<string, unknown>[],
): QueryCase[] {
  const where = getNamedType(args.find(({ name }) => name === 'where')?.type)
  if (!isInputObjectType(where)) return []
  const conditions = Object.values(where.getFields()).flatMap(({ name, type }) => {
    const comparators = getNamedType(type)
    if (!isInputObjectType(comparators) || !comparators.name.endsWith('Comparators')) return []
    const values = records.map((record) => record[name]).filter((value) => value != null)
    const fieldValue = values[Math.floor(values.length / 2)]
    return Object.values(comparators.getFields()).map((comparator) => ({
      [name]: { [comparator.name]: createOperand(comparator.type, fieldValue) },
    }))
  })
  const negations = where.getFields()['not']
    ? conditions.map((condition) => ({ not: condition }))
    : []
  return [...conditions, ...negations].map((condition) => ({
    list,
    first: 50,
    args: { where: [where.name, condition] },
  }))
}
