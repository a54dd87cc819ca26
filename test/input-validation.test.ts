/**
 * The server rejects an invalid value in the same way in REST, in a GraphQL variable and in a
 * GraphQL literal: with the same error code and details, and without any effect.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

let world: World
const recordIds: Record<
  'person' | 'deal' | 'task' | 'activity' | 'pipeline' | 'stage' | 'foreignPerson',
  string
> = {
  person: '',
  deal: '',
  task: '',
  activity: '',
  pipeline: '',
  stage: '',
  foreignPerson: '',
}
beforeAll(async () => {
  world = await createWorld()
  const createRecord = async (path: string, body: object, user: 'owner' | 'stranger' = 'owner') =>
    (await world.as(user).rest('POST', path, body)).body.data.id as string
  const pipeline = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0]
  Object.assign(recordIds, {
    pipeline: pipeline.id,
    stage: pipeline.stages[0].id,
    foreignPerson: await createRecord('/v1/people', { firstName: 'Rita' }, 'stranger'),
  })
  recordIds.person = await createRecord('/v1/people', { firstName: 'Ann' })
  recordIds.task = await createRecord('/v1/tasks', { title: 'Call' })
  recordIds.deal = await createRecord('/v1/deals', { title: 'House', pipelineId: pipeline.id })
  recordIds.activity = await createRecord('/v1/activities', {
    personId: recordIds.person,
    channel: 'call',
  })
})
afterAll(() => world.stop())

interface Detail {
  field: string
  code: string
  message: string
}

/** The tested operations, with their REST path, GraphQL arguments and GraphQL input type. */
const operations = {
  createTask: { method: 'POST', path: () => '/v1/tasks', args: () => '', input: 'CreateTaskInput' },
  updateTask: {
    method: 'PUT',
    path: () => `/v1/tasks/${recordIds.task}`,
    args: () => `id: "${recordIds.task}", `,
    input: 'UpdateTaskInput',
  },
  createPerson: {
    method: 'POST',
    path: () => '/v1/people',
    args: () => '',
    input: 'CreatePersonInput',
  },
  updateDeal: {
    method: 'PUT',
    path: () => `/v1/deals/${recordIds.deal}`,
    args: () => `id: "${recordIds.deal}", `,
    input: 'UpdateDealInput',
  },
  updatePipeline: {
    method: 'PUT',
    path: () => `/v1/pipelines/${recordIds.pipeline}`,
    args: () => `id: "${recordIds.pipeline}", `,
    input: 'UpdatePipelineInput',
  },
  createActivity: {
    method: 'POST',
    path: () => '/v1/activities',
    args: () => '',
    input: 'CreateActivityInput',
  },
  createAppointment: {
    method: 'POST',
    path: () => '/v1/appointments',
    args: () => '',
    input: 'CreateAppointmentInput',
  },
  updateActivity: {
    method: 'PUT',
    path: () => `/v1/activities/${recordIds.activity}`,
    args: () => `id: "${recordIds.activity}", `,
    input: 'UpdateActivityInput',
  },
} as const
type Operation = keyof typeof operations

/** A number that JSON can express but JavaScript cannot. */
const hugeNumber = Symbol('1e400')
type InputValue = unknown

function toJson(value: InputValue): string {
  if (value === hugeNumber) return '1e400'
  if (Array.isArray(value)) return `[${value.map(toJson).join()}]`
  return value && typeof value === 'object'
    ? `{${Object.entries(value).map(([name, fieldValue]) => `${JSON.stringify(name)}:${toJson(fieldValue)}`)}}`
    : JSON.stringify(value)
}

function toGraphqlLiteral(value: InputValue): string {
  if (value === hugeNumber) return '1e400'
  if (Array.isArray(value)) return `[${value.map(toGraphqlLiteral).join()}]`
  return value && typeof value === 'object'
    ? `{${Object.entries(value).map(([name, fieldValue]) => `${name}:${toGraphqlLiteral(fieldValue)}`)}}`
    : JSON.stringify(value)
}

const formatSortedDetails = (details: Detail[] | undefined) =>
  (details ?? []).map(({ field, code, message }) => `${field} ${code} ${message}`).sort()

/** Removes the prefix `input.` from the field names in GraphQL error details. */
const removeInputPrefix = (details: Detail[] | undefined) =>
  details?.map((detail) => {
    expect(detail.field).toMatch(/^input\./)
    return { ...detail, field: detail.field.slice('input.'.length) }
  })

/** The REST names of deal fields whose GraphQL names differ. */
const restDealFieldNames: Record<string, string> = {
  price: 'pricing',
  assigneeId: 'assignedAgentId',
}
const graphqlFieldNames = Object.fromEntries(
  Object.entries(restDealFieldNames).map(([name, restName]) => [restName, name]),
)

const renameToGraphqlFields = (details: Detail[] | undefined) =>
  details?.map((detail) => ({ ...detail, field: graphqlFieldNames[detail.field] ?? detail.field }))

/** Sends an input through REST, variables and literals. @returns errors with GraphQL field names */
async function sendThroughAllProtocols(
  name: Operation,
  input: Record<string, InputValue>,
): Promise<{ codes: string[]; details: string[][] }> {
  const { method, path, args, input: inputType } = operations[name]
  const owner = world.as('owner')
  const restInput =
    name === 'updateDeal'
      ? Object.fromEntries(
          Object.entries(input).map(([field, value]) => [
            restDealFieldNames[field] ?? field,
            value,
          ]),
        )
      : input
  const restReply = await owner.rest(method, path(), toJson(restInput))
  const variablesReply = await owner.rest(
    'POST',
    '/graphql',
    `{"query":${JSON.stringify(`mutation($input: ${inputType}!) { ${name}(${args()}input: $input) { __typename } }`)},"variables":{"input":${toJson(input)}}}`,
  )
  const inlineReply = await owner.gql(
    `mutation { ${name}(${args()}input: ${toGraphqlLiteral(input)}) { __typename } }`,
  )
  expect([restReply.status, variablesReply.status, inlineReply.status]).toEqual([400, 200, 200])
  const errors = [
    restReply.body.error,
    variablesReply.body.errors?.[0].extensions,
    inlineReply.body.errors?.[0].extensions,
  ]
  // GraphQL rejects a document with a lone surrogate as a syntax error.
  const syntaxError = /\\ud800/.test(toGraphqlLiteral(input)) ? errors.pop() : undefined
  if (syntaxError) expect(syntaxError.code).toBe('BAD_REQUEST')
  return {
    codes: errors.map((error) => error?.code),
    details: errors.map((error, index) =>
      formatSortedDetails(
        index === 0 ? renameToGraphqlFields(error?.details) : removeInputPrefix(error?.details),
      ),
    ),
  }
}

/** @param expected the expected error details as `field CODE`, in any order */
async function expectRejected(
  name: Operation,
  input: Record<string, InputValue>,
  ...expected: string[]
): Promise<void> {
  const { codes, details } = await sendThroughAllProtocols(name, input)
  expect([name, toJson(input).slice(0, 80), new Set(codes)]).toEqual([
    name,
    toJson(input).slice(0, 80),
    new Set(['VALIDATION_ERROR']),
  ])
  for (const protocolDetails of details) expect(protocolDetails).toEqual(details[0])
  expect([
    toJson(input).slice(0, 80),
    details[0]?.map((detail) => detail.split(' ').slice(0, 2).join(' ')),
  ]).toEqual([toJson(input).slice(0, 80), [...expected].sort()])
}

const createInvalidCase = (value: InputValue, code: string) => [value, code] as const
const nonTextCases = [5, true, ['x'], { x: 1 }].map((value) =>
  createInvalidCase(value, 'INVALID_FORMAT'),
)
const unprintableTextCases = [
  'a\u0000b',
  '\u0000',
  'a\u0007b',
  'a\u007fb',
  'a\u0085b',
  'a\ud800b',
  '\ud800',
].map((value) => createInvalidCase(value, 'INVALID_FORMAT'))

describe('Invalid input values', () => {
  test('REST and GraphQL reject invalid single-line text identically', async () => {
    const invalidTitles = [
      ...nonTextCases,
      ...unprintableTextCases,
      createInvalidCase('', 'TOO_SHORT'),
      createInvalidCase(' \u00a0\ufeff ', 'TOO_SHORT'),
      createInvalidCase('a\nb', 'INVALID_FORMAT'),
      createInvalidCase('a\tb', 'INVALID_FORMAT'),
      createInvalidCase('👍'.repeat(201), 'TOO_LONG'),
      createInvalidCase(null, 'REQUIRED_FIELD'),
    ]
    for (const [title, code] of invalidTitles)
      await expectRejected('createTask', { title }, `title ${code}`)
    for (const [title, code] of invalidTitles)
      await expectRejected('updateTask', { title }, `title ${code}`)
    for (const [channel, code] of [
      ...unprintableTextCases,
      createInvalidCase('x'.repeat(51), 'TOO_LONG'),
      createInvalidCase(' ', 'TOO_SHORT'),
    ])
      await expectRejected(
        'createActivity',
        { personId: recordIds.person, channel },
        `channel ${code}`,
      )
    for (const [firstName, code] of [
      ...nonTextCases,
      ...unprintableTextCases,
      createInvalidCase('x'.repeat(101), 'TOO_LONG'),
    ])
      await expectRejected('createPerson', { firstName, lastName: 'x' }, `firstName ${code}`)
  })

  test('REST and GraphQL reject invalid multi-line text identically', async () => {
    for (const [content, code] of [
      ...nonTextCases,
      ...unprintableTextCases,
      createInvalidCase('e\u0301'.repeat(5001), 'TOO_LONG'),
    ])
      await expectRejected('updateActivity', { content }, `content ${code}`)
    for (const [description, code] of unprintableTextCases)
      await expectRejected('createTask', { title: 'x', description }, `description ${code}`)
  })

  test('REST and GraphQL reject an invalid date and time identically', async () => {
    const invalidDates = [
      '2024-02-30T00:00:00Z',
      '2023-02-29T00:00:00Z',
      '2024-13-01T00:00:00Z',
      '2024-00-10T00:00:00Z',
      '2024-01-01',
      '2024-01-01T00:00:00',
      '2024-01-01T24:00:00Z',
      '2024-01-01T00:60:00Z',
      '2024-01-01T00:00:60Z',
      '2024-01-01 00:00:00Z',
      '2024-01-01T00:00Z',
      '2024-01-01T00:00:00+24:00',
      '2024-01-01T00:00:00+0200',
      '1899-12-31T23:59:59Z',
      '1900-01-01T00:00:00+01:00',
      '9999-12-31T23:59:59-01:00',
      '10000-01-01T00:00:00Z',
      ' 2024-01-01T00:00:00Z',
      '2024-01-01T00:00:00Z\n',
      'tomorrow',
      '',
      1704067200000,
      true,
      [],
      {},
    ]
    for (const dueDate of invalidDates)
      await expectRejected('createTask', { title: 'x', dueDate }, 'dueDate INVALID_FORMAT')
  })

  test('REST and GraphQL reject an invalid number identically', async () => {
    const validDeal = { title: 'x', pipelineId: recordIds.pipeline }
    for (const price of [hugeNumber, 1.0000000000000002e15, -1e16, 1e300])
      await expectRejected('updateDeal', { ...validDeal, price }, 'price OUT_OF_RANGE')
    for (const price of ['5', 'NaN', '', true, [1], {}])
      await expectRejected('updateDeal', { ...validDeal, price }, 'price INVALID_FORMAT')
    for (const position of [-1, 0.5, -0.1, hugeNumber])
      await expectRejected('updatePipeline', { position }, 'position OUT_OF_RANGE')
    for (const position of ['1', true, [0], {}])
      await expectRejected('updatePipeline', { position }, 'position INVALID_FORMAT')
  })

  test('REST and GraphQL reject an invalid enum value, Boolean or id identically', async () => {
    for (const priority of ['x', 'HIGH', '', 5, true, ['high'], {}, 'constructor', '__proto__'])
      await expectRejected('createTask', { title: 'x', priority }, 'priority INVALID_VALUE')
    for (const starred of ['true', 1, 0, [], {}])
      await expectRejected(
        'createActivity',
        { personId: recordIds.person, channel: 'x', starred: starred },
        'starred INVALID_FORMAT',
      )
    for (const personId of [5, true, ['a'], {}, 'a\u0000', '\ud800'])
      await expectRejected('createTask', { title: 'x', personId }, 'personId INVALID_FORMAT')
    await expectRejected(
      'createTask',
      { title: 'x', personId: 'a'.repeat(1001) },
      'personId TOO_LONG',
    )
    for (const personId of [
      'person_zzzzzzzz',
      '',
      'x',
      recordIds.foreignPerson,
      recordIds.deal,
      "' or 1=1",
    ])
      await expectRejected('createTask', { title: 'x', personId }, 'personId INVALID_REFERENCE')
  })

  test('REST and GraphQL reject invalid lists and objects identically', async () => {
    const createInput = (body: object) => ({ firstName: 'x', ...body })
    for (const emails of ['a@b.cd', 5, true, { value: 'a@b.cd' }])
      expect(
        (await world.as('owner').rest('POST', '/v1/people', createInput({ emails }))).body.error
          .details,
      ).toMatchObject([{ field: 'emails', code: 'INVALID_FORMAT' }])
    await expectRejected(
      'createPerson',
      createInput({
        emails: [
          null,
          'a@b.cd',
          {},
          { value: null },
          { value: 'no' },
          { value: 'nobody' },
          { value: 'a@b.cd', type: 'x', isPrimary: 1 },
        ],
      }),
      'emails[0] REQUIRED_FIELD',
      'emails[1] INVALID_FORMAT',
      'emails[2].value REQUIRED_FIELD',
      'emails[3].value REQUIRED_FIELD',
      'emails[4].value TOO_SHORT',
      'emails[5].value INVALID_FORMAT',
      'emails[6].type INVALID_VALUE',
      'emails[6].isPrimary INVALID_FORMAT',
    )
    await expectRejected(
      'createPerson',
      createInput({
        phones: [{ value: 'none' }, { value: '12' }, { value: '1'.repeat(41) }],
        tags: ['a,b'],
      }),
      'phones[0].value INVALID_FORMAT',
      'phones[1].value TOO_SHORT',
      'phones[2].value TOO_LONG',
      'tags[0] INVALID_FORMAT',
    )
    await expectRejected(
      'createPerson',
      createInput({ emails: Array(21).fill({ value: 'a@b.cd' }) }),
      'emails TOO_LONG',
    )
  })

  test('the error for an input lists all invalid values at once, or all invalid references if the values are valid', async () => {
    await expectRejected(
      'updateDeal',
      {
        title: '',
        pipelineId: null,
        stageId: 5,
        peopleIds: [1],
        teamIds: [null],
        price: 'x',
        commission: hugeNumber,
        closeDate: 'x',
      },
      'title TOO_SHORT',
      'pipelineId REQUIRED_FIELD',
      'stageId INVALID_FORMAT',
      'peopleIds[0] INVALID_FORMAT',
      'teamIds[0] REQUIRED_FIELD',
      'price INVALID_FORMAT',
      'commission OUT_OF_RANGE',
      'closeDate INVALID_FORMAT',
    )
    await expectRejected(
      'updateDeal',
      {
        title: 'x',
        pipelineId: 'x',
        stageId: 'x',
        peopleIds: [recordIds.person, recordIds.foreignPerson],
        teamIds: ['x'],
        assigneeId: 'x',
      },
      'pipelineId INVALID_REFERENCE',
      'stageId INVALID_REFERENCE',
      'peopleIds[1] INVALID_REFERENCE',
      'teamIds[0] INVALID_REFERENCE',
      'assigneeId INVALID_REFERENCE',
    )
    await expectRejected('createActivity', {}, 'personId REQUIRED_FIELD', 'channel REQUIRED_FIELD')
    await expectRejected(
      'updateTask',
      { title: null, priority: 5 },
      'title REQUIRED_FIELD',
      'priority INVALID_VALUE',
    )
  })

  test('an error reports at most 100 invalid references', async () => {
    const unknownIds = Array.from({ length: 60 }, (_, n) => `unknown_${n}`)
    const { body } = await world
      .as('owner')
      .gql(
        'mutation($id: ID!, $input: UpdateDealInput!) { updateDeal(id: $id, input: $input) { deal { id } } }',
        { id: recordIds.deal, input: { peopleIds: unknownIds, teamIds: unknownIds } },
      )
    expect(body.errors[0].extensions.details).toHaveLength(100)
  })

  test('a rejected input neither creates nor changes a record', async () => {
    const { body } = await world
      .as('owner')
      .gql(
        `{ people { totalCount } tasks { totalCount } activities { totalCount } task(id: "${recordIds.task}") { title version } deal(id: "${recordIds.deal}") { title version } activity(id: "${recordIds.activity}") { version } }`,
      )
    expect(body.data).toMatchObject({
      people: { totalCount: 1 },
      tasks: { totalCount: 1 },
      activities: { totalCount: 1 },
      task: { title: 'Call', version: 1 },
      deal: { title: 'House', version: 1 },
      activity: { version: 1 },
    })
  })
})

describe('Invalid appointments and times', () => {
  const validAppointment = {
    title: 'x',
    startsAt: '2026-06-10T09:00:00Z',
    endsAt: '2026-06-10T10:00:00Z',
  }

  const invalidTimeCases: [
    location: string,
    query: string,
    extraParameters: { operationName?: string; variables?: object },
  ][] = [
    [
      'in an operation that is not executed',
      'query A { me { id } } query B { people(where: { createdAt: { gte: "bad" } }) { totalCount } }',
      { operationName: 'A' },
    ],
    [
      'in a default that a valid variable replaces',
      'query($at: DateTime = "bad") { people(where: { createdAt: { gte: $at } }) { totalCount } }',
      { variables: { at: '2026-01-01T00:00:00Z' } },
    ],
    [
      'next to another error',
      '{ people(where: { createdAt: { gte: "bad" } }) { totalCount nothing } }',
      {},
    ],
  ]
  test.each(invalidTimeCases)(
    'the error for an invalid time %s states the expected format and is not an internal error',
    async (_, query, extraParameters) => {
      const { errors } = (
        await world.as('owner').rest('POST', '/graphql', { query, ...extraParameters })
      ).body
      expect(errors[0]).toMatchObject({
        message: expect.stringMatching(/^must be a date and time/),
        extensions: { code: 'BAD_REQUEST' },
      })
      expect(
        errors.map((error: { extensions: { code: string } }) => error.extensions.code),
      ).not.toContain('INTERNAL_ERROR')
    },
  )

  test('REST and GraphQL return the same errors for an appointment with an invalid time zone, end time or reference', async () => {
    for (const timeZone of [
      '',
      '+02:00',
      'Europe/Atlantis',
      'Berlin',
      'x'.repeat(65),
      'Europe/Berlin\n/',
    ])
      await expectRejected(
        'createAppointment',
        { ...validAppointment, timeZone },
        'timeZone INVALID_VALUE',
      )
    for (const timeZone of [5, true, {}])
      await expectRejected(
        'createAppointment',
        { ...validAppointment, timeZone },
        'timeZone INVALID_FORMAT',
      )
    await expectRejected(
      'createAppointment',
      { ...validAppointment, endsAt: validAppointment.startsAt },
      'endsAt OUT_OF_RANGE',
    )
    await expectRejected(
      'createAppointment',
      { ...validAppointment, endsAt: '2027-06-10T10:00:00+02:00' },
      'endsAt OUT_OF_RANGE',
    )
    await expectRejected(
      'createAppointment',
      { title: '', timeZone: 'x' },
      'endsAt REQUIRED_FIELD',
      'startsAt REQUIRED_FIELD',
      'timeZone INVALID_VALUE',
      'title TOO_SHORT',
    )
    await expectRejected(
      'createAppointment',
      { ...validAppointment, peopleIds: ['person_nobody00'], userIds: ['user_nobody000'] },
      'peopleIds[0] INVALID_REFERENCE',
      'userIds[0] INVALID_REFERENCE',
    )
  })
})

describe('Valid input values', () => {
  const createTask = async (body: object) =>
    (await world.as('owner').rest('POST', '/v1/tasks', body)).body

  test('text input is trimmed, stored in Unicode normal form C and measured in code points', async () => {
    const storedTitles = {
      '  x ': 'x',
      'e\u0301': 'é',
      '\n x\u00a0': 'x',
      ['👍'.repeat(200)]: '👍'.repeat(200),
      ['e\u0301'.repeat(200)]: 'é'.repeat(200),
      'a\u200db': 'a\u200db',
      '<b>&amp;"\\': '<b>&amp;"\\',
    }
    for (const [title, expected] of Object.entries(storedTitles))
      expect((await createTask({ title })).data?.title).toBe(expected)
    expect((await createTask({ title: 'x', description: ' a\tb\r\nc ' })).data.description).toBe(
      'a\tb\r\nc',
    )
  })

  test('an input time with any UTC offset is returned in UTC with milliseconds', async () => {
    const storedTimes = {
      '2024-02-29t12:00:00z': '2024-02-29T12:00:00.000Z',
      '2024-01-01T00:00:00+14:00': '2023-12-31T10:00:00.000Z',
      '2024-01-01T00:00:00.1-23:59': '2024-01-01T23:59:00.100Z',
      '2024-01-01T00:00:00.123456789012Z': '2024-01-01T00:00:00.123Z',
      '1900-01-01T00:00:00Z': '1900-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z': '9999-12-31T23:59:59.999Z',
    }
    for (const [dueDate, expected] of Object.entries(storedTimes))
      expect([dueDate, (await createTask({ title: 'x', dueDate })).data?.dueDate]).toEqual([
        dueDate,
        expected,
      ])
  })
})

describe('REST query parameters', () => {
  const readDetails = async (path: string) => {
    const { status, body } = await world.as('owner').rest('GET', path)
    return [
      status,
      body.error?.code,
      ...(body.error?.details ?? []).map((detail: Detail) => `${detail.field} ${detail.code}`),
    ]
  }

  test('the error for a REST request lists all invalid query parameters at once, including Booleans and cursors', async () => {
    for (const flag of ['TRUE', '1', '', 'yes', 'true&includeTrash=true'])
      expect(await readDetails(`/v1/people?includeTrash=${flag}`)).toEqual([
        400,
        'VALIDATION_ERROR',
        'includeTrash INVALID_FORMAT',
      ])
    for (const cursor of ['x', '', 'AAAA', 'a'.repeat(2000), '%00', 'eyJpZCI6MX0'])
      expect([
        cursor,
        (await readDetails(`/v1/people?cursor=${cursor}`)).slice(0, 2),
        (await readDetails(`/v1/people?cursor=${cursor}`))[2],
      ]).toEqual([cursor, [400, 'VALIDATION_ERROR'], expect.stringMatching(/^cursor /)])
    expect(await readDetails('/v1/people?limit=0&includeTrash=x')).toEqual([
      400,
      'VALIDATION_ERROR',
      'includeTrash INVALID_FORMAT',
      'limit OUT_OF_RANGE',
    ])
    expect(await readDetails('/v1/activities?limit=0&type=x')).toEqual([
      400,
      'BAD_REQUEST',
      'personId REQUIRED_FIELD',
      'limit OUT_OF_RANGE',
      'type INVALID_VALUE',
    ])
  })
})
