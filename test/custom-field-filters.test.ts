/** Compares the results of random custom field filters with matches computed in memory. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fold } from '../src/lib/text.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

interface CustomValues {
  note: string | null
  score: number | null
  born: string | null
  vip: boolean | null
  pays: string | null
  likes: string[]
}

interface SamplePerson {
  id: string
  dealId: string
  assignee: TestUser
  values: CustomValues
  rank: number | null
}

type Condition = [condition: Record<string, unknown>, matches: (values: CustomValues) => boolean]

const notes = [null, 'Garden', 'garden', 'Garage', 'größe', `${'x'.repeat(100)}1`, 'x'.repeat(100)]
const dates = [null, '1999-12-31', '2000-01-01', '2026-05-31', '2026-06-01', '2026-06-04']
const choiceLabels = ['Tea', 'Coffee', 'Water']
const anyValues = fc.record<CustomValues>({
  note: fc.constantFrom(...notes),
  score: fc.constantFrom(null, -2.5, 0, 7, 1e15),
  born: fc.constantFrom(...dates),
  vip: fc.constantFrom(null, true, false),
  pays: fc.constantFrom(null, 'Cash', 'Loan'),
  likes: fc.subarray(choiceLabels),
})

const createCondition = (condition: Record<string, unknown>, matches: Condition[1]): Condition => [
  condition,
  matches,
]
/** The GraphQL input field that contains the comparators of each custom field. */
const comparatorInputs: Record<keyof CustomValues, string> = {
  note: 'text',
  score: 'number',
  born: 'date',
  vip: 'boolean',
  pays: 'choices',
  likes: 'choices',
}
const isListField = (key: keyof CustomValues) => comparatorInputs[key] === 'choices'
const equalsIgnoringCase = (text: unknown, other: unknown) =>
  String(text).toLowerCase() === String(other).toLowerCase()
const isWithin = (
  value: string | number | null,
  from: string | number | undefined,
  to: string | number | undefined,
) => value !== null && (from === undefined || value >= from) && (to === undefined || value <= to)

const anyNote = fc.constantFrom('GARDEN', 'GRÖSSE', 'Größe', 'x'.repeat(100))
const anyScore = fc.constantFrom(-2.5, 0, 7, 8)
const anyDate = fc.constantFrom('1999-12-31', '2000-01-01', '2026-06-01')
const generateOptional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  anyNote.map((text) =>
    createCondition(
      { key: 'note', text: { eq: text } },
      (person) => person.note !== null && equalsIgnoringCase(person.note, text),
    ),
  ),
  fc
    .array(anyNote)
    .map((texts) =>
      createCondition({ key: 'note', text: { in: texts } }, (person) =>
        texts.some((text) => person.note !== null && equalsIgnoringCase(person.note, text)),
      ),
    ),
  fc
    .constantFrom('gar', 'GARD', 'x', 'G')
    .map((text) =>
      createCondition(
        { key: 'note', text: { startsWith: text } },
        (person) => !!person.note?.toLowerCase().startsWith(text.toLowerCase()),
      ),
    ),
  anyScore.map((number) =>
    createCondition({ key: 'score', number: { eq: number } }, (person) => person.score === number),
  ),
  fc
    .tuple(generateOptional(anyScore), generateOptional(anyScore))
    .map(([from, to]) =>
      createCondition(
        { key: 'score', number: { gte: from, lte: to } },
        (person) => (from ?? to) === undefined || isWithin(person.score, from, to),
      ),
    ),
  anyDate.map((date) =>
    createCondition({ key: 'born', date: { eq: date } }, (person) => person.born === date),
  ),
  fc
    .tuple(generateOptional(anyDate), generateOptional(anyDate))
    .map(([from, to]) =>
      createCondition(
        { key: 'born', date: { gte: from, lte: to } },
        (person) => (from ?? to) === undefined || isWithin(person.born, from, to),
      ),
    ),
  fc
    .constantFrom(2, 3)
    .map((days) =>
      createCondition(
        { key: 'born', date: { during: { next: days + 1, unit: 'day' } } },
        (person) => person.born === '2026-06-01' || (days === 3 && person.born === '2026-06-04'),
      ),
    ),
  fc
    .constantFrom(0, 1)
    .map((days) =>
      createCondition(
        { key: 'born', date: { during: { last: days + 1, unit: 'day' } } },
        (person) => person.born === '2026-06-01' || (days === 1 && person.born === '2026-05-31'),
      ),
    ),
  fc
    .boolean()
    .map((vip) =>
      createCondition({ key: 'vip', boolean: { eq: vip } }, (person) => person.vip === vip),
    ),
  fc
    .constantFrom('Cash', 'Loan')
    .map((pays) =>
      createCondition({ key: 'pays', choices: { has: pays } }, (person) => person.pays === pays),
    ),
  fc
    .constantFrom(...choiceLabels)
    .map((option) =>
      createCondition({ key: 'likes', choices: { has: option } }, (person) =>
        person.likes.includes(option),
      ),
    ),
  fc
    .subarray(choiceLabels)
    .map((options) =>
      createCondition({ key: 'likes', choices: { any: options } }, (person) =>
        options.some((option) => person.likes.includes(option)),
      ),
    ),
  fc
    .tuple(
      fc.constantFrom<keyof CustomValues>('note', 'score', 'born', 'vip', 'pays', 'likes'),
      fc.boolean(),
    )
    .map(([key, isEmpty]) =>
      createCondition(
        { key, [comparatorInputs[key]]: isListField(key) ? { isEmpty } : { isNull: isEmpty } },
        (person) => (person[key] === null || (person[key] as string[]).length === 0) === isEmpty,
      ),
    ),
  fc
    .subarray(choiceLabels)
    .map((options) =>
      createCondition({ key: 'likes', choices: { all: options } }, (person) =>
        options.every((option) => person.likes.includes(option)),
      ),
    ),
  fc
    .subarray(choiceLabels)
    .map((none) =>
      createCondition(
        { key: 'likes', choices: { none } },
        (person) => !none.some((option) => person.likes.includes(option)),
      ),
    ),
  fc
    .constantFrom('ARD', 'osse', 'x1')
    .map((part) =>
      createCondition(
        { key: 'note', text: { contains: part } },
        ({ note }) => note !== null && fold(note).includes(fold(part)),
      ),
    ),
  anyScore.map((bound) =>
    createCondition(
      { key: 'score', number: { gt: bound } },
      ({ score }) => score !== null && score > bound,
    ),
  ),
  anyScore.map((bound) =>
    createCondition(
      { key: 'score', number: { lt: bound, gte: -2.5 } },
      ({ score }) => score !== null && score < bound,
    ),
  ),
  anyDate.map((date) =>
    createCondition(
      { key: 'born', date: { gt: date, in: dates.slice(1) } },
      ({ born }) => born !== null && born > date,
    ),
  ),
  fc
    .constantFrom('before', 'after')
    .map((comparator) =>
      createCondition(
        { key: 'born', date: { [comparator]: { unit: 'day' } } },
        ({ born }) =>
          born !== null && (comparator === 'before' ? born < '2026-06-01' : born > '2026-06-01'),
      ),
    ),
  fc.constant(createCondition({ key: 'vip', boolean: {} }, () => true)),
)

let world: World
const samplePeople: SamplePerson[] = []

beforeAll(async () => {
  world = await createWorld()
  const createRecord = async (path: string, body: object) => {
    const reply = await world.as('owner').rest('POST', path, body)
    expect([path, reply.status, reply.text]).toEqual([path, 201, reply.text])
    return reply.body.data.id as string
  }
  const defineField = (key: string, type: string, options?: string[], record = 'person') =>
    createRecord('/v1/custom-fields', {
      record,
      key,
      name: key,
      type,
      options: options?.map((label) => ({ label })),
    })
  await defineField('note', 'text')
  await defineField('score', 'number')
  await defineField('born', 'date')
  await defineField('vip', 'boolean')
  await defineField('pays', 'singleChoice', ['Cash', 'Loan'])
  await defineField('likes', 'multipleChoice', choiceLabels)
  await defineField('rank', 'number', undefined, 'deal')
  const pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
  for (const [index, customFields] of fc.sample(anyValues, { seed: 5, numRuns: 60 }).entries()) {
    const assignee = (['agent', 'loner'] as const)[index % 2] as TestUser
    const id = await createRecord('/v1/people', {
      firstName: 'Casey',
      assignedAgentId: world.users[assignee].id,
      customFields,
    })
    const rank = [null, 1, 2, 3][index % 4] ?? null
    const dealId = await createRecord('/v1/deals', {
      title: 'Deal',
      pipelineId,
      peopleIds: [id],
      assignedAgentId: null,
      customFields: { rank },
    })
    samplePeople.push({ id, dealId, assignee, values: customFields, rank })
  }
})
afterAll(() => world.stop())

const peopleQuery = `query($w: PersonWhere, $n: Int, $c: String) { people(where: $w, first: $n, after: $c) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }`

/** Reads all pages of the filtered list of people. @returns the ids and the total count */
async function listAllIds(
  caller: TestUser,
  where: object,
  pageSize = 7,
): Promise<[string[], number]> {
  const ids: string[] = []
  for (let cursor: string | null = null; ; ) {
    const { body } = await world.as(caller).gql(peopleQuery, { w: where, n: pageSize, c: cursor })
    expect([where, body.errors]).toEqual([where, undefined])
    const { nodes, pageInfo, totalCount } = body.data.people
    ids.push(...nodes.map(({ id }: { id: string }) => id))
    if (!pageInfo.hasNextPage) return [ids, totalCount]
    cursor = pageInfo.endCursor
  }
}

const findExpectedResult = (
  caller: TestUser,
  matches: (person: SamplePerson) => boolean,
): [string[], number] => {
  const ids = samplePeople
    .filter((person) => (caller === 'owner' || person.assignee === caller) && matches(person))
    .map(({ id }) => id)
  return [ids.reverse(), ids.length]
}

describe('Filters on custom fields', () => {
  test('a filter on custom fields returns exactly the matching records that the caller can view', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCondition, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        fc.constantFrom<TestUser>('owner', 'agent'),
        async (conditions, isNegated, caller) => {
          const where = { customFields: conditions.map(([condition]) => condition) }
          const matchesConditions = ({ values }: SamplePerson) =>
            conditions.every(([, matches]) => matches(values))
          expect(await listAllIds(caller, isNegated ? { not: where } : where)).toEqual(
            findExpectedResult(caller, (person) => matchesConditions(person) !== isNegated),
          )
        },
      ),
      { numRuns: 80 },
    )
  })

  test('a custom field filter can be nested in a relation filter and sent as JSON in REST', async () => {
    const rankFilter = { customFields: [{ key: 'rank', number: { gte: 2 } }] }
    const matchesFilter = ({ rank, values }: SamplePerson) =>
      (rank ?? 0) >= 2 && values.vip === true
    const where = {
      deals: { some: rankFilter },
      customFields: [{ key: 'vip', boolean: { eq: true } }],
    }
    expect(await listAllIds('owner', where)).toEqual(findExpectedResult('owner', matchesFilter))
    const peopleReply = await world
      .as('agent')
      .rest('GET', `/v1/people?limit=100&where=${encodeURIComponent(JSON.stringify(where))}`)
    expect(peopleReply.body.data.map(({ id }: { id: string }) => id)).toEqual(
      findExpectedResult('agent', matchesFilter)[0],
    )
    const dealsReply = await world
      .as('agent')
      .rest('GET', `/v1/deals?limit=100&where=${encodeURIComponent(JSON.stringify(rankFilter))}`)
    const visibleDealIds = samplePeople
      .filter(({ assignee, rank }) => assignee === 'agent' && (rank ?? 0) >= 2)
      .map(({ dealId }) => dealId)
    expect(dealsReply.body.data.map(({ id }: { id: string }) => id)).toEqual(
      visibleDealIds.reverse(),
    )
  })

  test('a custom field filter with several comparators matches only values that satisfy every comparator', async () => {
    const noteFilter = {
      customFields: [
        { key: 'note', text: { startsWith: 'gar', in: ['garage', 'größe'], isNull: false } },
      ],
    }
    expect(await listAllIds('owner', noteFilter)).toEqual(
      findExpectedResult('owner', ({ values }) => values.note === 'Garage'),
    )
  })

  test('one error reports every unknown custom field and every invalid value of a filter with its path', async () => {
    const readErrorDetails = async (customFields: unknown, caller: TestUser = 'owner') => {
      const { body } = await world
        .as(caller)
        .gql(peopleQuery, { w: { customFields: customFields } })
      return body.errors[0].extensions.details
        .map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
        .sort()
    }
    expect(
      await readErrorDetails([
        { key: 'rank', number: { eq: 1 } },
        { key: 'score', text: { eq: 'x' } },
        { key: 'pays', choices: { any: ['Cash', 'Shells'] } },
      ]),
    ).toEqual([
      'where.customFields[0].key INVALID_REFERENCE',
      'where.customFields[1].text INVALID_VALUE',
      'where.customFields[2].choices.any INVALID_VALUE',
    ])
    expect(await readErrorDetails([{ key: 'note', text: { eq: 'x'.repeat(101) } }])).toEqual([
      'where.customFields[0].text.eq TOO_LONG',
    ])
    expect(
      await readErrorDetails([{ key: 'note', number: { gte: 1 }, date: { gte: '2026-01-01' } }]),
    ).toEqual([
      'where.customFields[0].date INVALID_VALUE',
      'where.customFields[0].number INVALID_VALUE',
    ])
    expect(await readErrorDetails([{ key: 'born', date: { gte: 'soon' } }])).toEqual([
      'where.customFields[0].date.gte INVALID_FORMAT',
    ])
    expect(await readErrorDetails([{ key: 'score', number: { eq: 1 } }], 'stranger')).toEqual([
      'where.customFields[0].key INVALID_REFERENCE',
    ])
    expect(await readErrorDetails([{ number: { eq: 1 } }])).toEqual([
      'where.customFields[0].key REQUIRED_FIELD',
    ])
  })
})
