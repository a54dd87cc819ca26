import { edgeCaseNumbers, names } from './edge-cases.ts'

/** A query of the filled companies, with its variables. */
type QueryCase = [query: string, variables: Record<string, unknown>]

const page = '{ totalCount nodes { id } pageInfo { endCursor hasNextPage } }'
const people = (where: object, orderBy?: object): QueryCase => [
  `query($where: PersonWhere, $orderBy: [PersonOrderInput!]) { people(first: 50, where: $where, orderBy: $orderBy) ${page} }`,
  { where, ...(orderBy && { orderBy }) },
]
const deals = (where: object): QueryCase => [
  `query($where: DealWhere) { deals(first: 50, where: $where) ${page} }`,
  { where },
]

/**
 * Returns parts of a name as people type them: the whole, its beginning, middle and end, in other
 * case, with a typo, and two words in another order.
 */
function searchTexts(name: string): string[] {
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

const search = (args: Record<string, unknown>): QueryCase => [
  `query($by: PersonSearchInput!) { searchPeople(by: $by, first: 20) ${page} }`,
  { by: args },
]

export const searches: QueryCase[] = [
  ...names.flatMap(searchTexts).map((name) => search({ name })),
  ...[
    'p1@example.test',
    'P1@EXAMPLE.TEST',
    'zoë1@xn--d.test',
    'ZOË1@xn--d.test',
    'nobody',
    '@',
    'p1@example.test ',
  ].map((email) => search({ email })),
  ...['+14155552001', '(415) 555-2001', '4155552001', '2001', '', '+49 30 123'].map((phone) =>
    search({ phone }),
  ),
]

const nameParts = [
  ...new Set(
    names.flatMap((name) => [
      name,
      [...name].slice(0, 2).join(''),
      name.toUpperCase(),
      [...name].at(-1) as string,
    ]),
  ),
]

const textFilters = [
  ['people', 'PersonWhere', 'name'],
  ['people', 'PersonWhere', 'tag'],
  ['people', 'PersonWhere', 'source'],
  ['deals', 'DealWhere', 'title'],
  ['tasks', 'TaskWhere', 'title'],
  ['appointments', 'AppointmentWhere', 'title'],
  ['tags', 'TagWhere', 'name'],
  ['teams', 'TeamWhere', 'name'],
  ['users', 'UserWhere', 'name'],
  ['stages', 'StageWhere', 'name'],
  ['smartLists', 'SmartListWhere', 'name'],
] as const

/**
 * Each part of a name as a filter, alternating between two halves of the lists with a text filter.
 */
export const textFilterCases: QueryCase[] = textFilters.flatMap(([list, type, field], index) =>
  nameParts
    .filter((_, namePart) => (namePart + index) % 2 === 0)
    .map(
      (namePart): QueryCase => [
        `query($where: ${type}) { ${list}(first: 50, where: $where) ${page} }`,
        { where: { [field]: namePart } },
      ],
    ),
)

const customWheres: object[] = [
  ...names.slice(0, 60).flatMap((name) => [{ key: 'text', equals: name }, { key: 'text', startsWith: [...name].slice(0, 2).join('') }]),
  ...[0.1 + 0.2, 0.3, 1e15, -0, 0, 1e-7, 999999999999999.9, -1e15, 1.5, 5e-324, 123456789012345.67].flatMap((price) => [
    { key: 'number', equals: price },
    { key: 'number', number: { from: price } },
    { key: 'number', number: { to: price } },
  ]),
  ...['2026-02-28', '1900-01-01', '9999-12-31'].flatMap((date) => [{ key: 'date', equals: date }, { key: 'date', date: { from: date } }, { key: 'date', date: { to: date } }]),
  { key: 'date', date: { inLastDays: 100 } },
  { key: 'date', date: { inNextDays: 3 } },
  ...[true, false].flatMap((equals) => [{ key: 'boolean', equals }, ...['text', 'number', 'date', 'boolean', 'singlechoice', 'multiplechoice'].map((key) => ({ key, isEmpty: equals }))]),
  ...['singlechoice', 'multiplechoice'].flatMap((key) => [...['ß', 'Ø', 'o', 'ss', 'O'].map((equals) => ({ key, equals })), { key, anyOf: ['ß', 'Ø'] }]),
  { key: 'text', anyOf: ['Anna', 'ÄNNÄ'] },
  { key: 'number', anyOf: [1.5, -3] },
  ...['text', 'number', 'date'].map((key) => ({ key, equals: null })),
] // biome-ignore format: one condition per line

export const filters: QueryCase[] = [
  ...customWheres.flatMap((customWhere) => [people({ customFields: [customWhere] }), people({ not: { customFields: [customWhere] } }), deals({ customFields: [customWhere] })]),
  ...edgeCaseNumbers.flatMap((price) => [people({ price: { from: price } }), people({ price: { to: price } }), deals({ price: { from: price }, commission: { to: price } })]),
  ...['createdAt', 'updatedAt', 'lastActivityAt'].flatMap((field) =>
    [{ from: '2026-06-01T09:00:10Z' }, { before: '2026-06-01T11:00:10+02:00' }, { inLastDays: 1 }, { olderThanDays: 1 }].flatMap((range) => [
      people({ [field]: range }, { field: 'name' }),
      people({ not: { [field]: range } }, { field: 'price', direction: 'desc' }),
    ]),
  ),
  ...['2026-06-30T22:00:00Z', '2026-07-01T00:00:00.500Z', '2026-06-30T22:00:00.001Z'].flatMap((at) => [deals({ closeDate: { from: at } }), deals({ closeDate: { before: at } })]),
  people({ and: [{ hasEmail: true }, { hasPhone: false }] }),
  people({ or: [{ source: 'web' }, { sources: ['Wéb', 'nothing'] }], anyTag: ['Anna', 'ß'] }),
  people({ deals: { some: { price: { from: 1 }, people: { some: { name: 'a' } } } } }, { field: 'lastActivityAt', direction: 'asc' }),
  people({ deals: { none: {} }, tasks: { some: { done: false, overdue: true } } }),
  people({ appointments: { some: { status: 'scheduled' } }, activities: { none: { starred: true } } }),
  deals({ status: 'open', people: { none: { relationship: true } } }),
] // biome-ignore format: one query per line
