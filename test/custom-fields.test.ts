import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  maxValuesPerTransaction,
  purgeDeletedFields,
} from '../src/resources/custom-fields/operations.ts'
import { query } from '../src/store/query.ts'
import { toInputDetails } from './support/details.ts'
import { dump } from './support/dump.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const eventsQuery = query((k, p: { companyId: string; recordId: string }) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('recordId', '=', p.recordId)
    .orderBy('sequence'),
)

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const sendRequest = (method: string, path: string, body?: unknown, caller: TestUser = 'owner') =>
  world.as(caller).rest(method, path, body)
const defineField = async (body: object, caller: TestUser = 'owner') => {
  const { status, body: reply, text } = await sendRequest('POST', '/v1/custom-fields', body, caller)
  expect(status, text).toBe(201)
  return reply.data
}
const listFields = async (record: string, caller: TestUser = 'owner') =>
  (await sendRequest('GET', `/v1/custom-fields?record=${record}&limit=100`, undefined, caller)).body
    .data
const readEvents = async (recordId: string) =>
  (
    await world.deps.store.allCompanies.read((db) =>
      db.all(eventsQuery, { companyId: world.company.id, recordId }),
    )
  ).map(({ type, changes }) => [type, JSON.parse(changes)])
const deleteAllFields = async () => {
  for (const record of ['person', 'deal'])
    for (const { id } of await listFields(record))
      await sendRequest('DELETE', `/v1/custom-fields/${id}?force=true`)
}
const createOptions = (...labels: string[]) => labels.map((label) => ({ label }))
const createPerson = async (customFields: object, caller: TestUser = 'owner') => {
  const { status, body, text } = await sendRequest(
    'POST',
    '/v1/people',
    { firstName: 'Casey', customFields },
    caller,
  )
  expect(status, text).toBe(201)
  return body.data
}
const readValues = async (id: string) =>
  (await sendRequest('GET', `/v1/people/${id}`)).body.data.customFields

describe('Custom field definitions', () => {
  beforeAll(deleteAllFields)

  test('a custom field has a key derived from its original name, can be renamed, moved and deleted, and can be read by an Agent', async () => {
    const field = await defineField({
      record: 'person',
      name: 'Move-in date',
      type: 'date',
      description: 'When',
    })
    expect(field).toMatchObject({
      record: 'person',
      key: 'moveInDate',
      name: 'Move-in date',
      type: 'date',
      description: 'When',
      options: [],
      position: 0,
    })
    const keys = []
    for (const name of ['Move in DATE', 'Größe (m²)', '2nd home', '名前'])
      keys.push((await defineField({ record: 'person', name, type: 'text' })).key)
    expect(keys).toEqual(['moveInDate2', 'grosseM2', 'field2ndHome', 'field'])
    const { body } = await world
      .as('agent')
      .gql('query($id: ID!) { customField(id: $id) { name record } node(id: $id) { id } }', {
        id: field.id,
      })
    expect(body.data).toEqual({
      customField: { name: 'Move-in date', record: 'person' },
      node: { id: field.id },
    })
    expect(
      (
        await sendRequest('PATCH', `/v1/custom-fields/${field.id}`, {
          name: 'Moves in',
          description: null,
          position: 9,
        })
      ).body.data,
    ).toMatchObject({
      key: 'moveInDate',
      name: 'Moves in',
      description: null,
      position: 4,
    })
    expect((await listFields('person')).map((field: { name: string }) => field.name)).toEqual([
      'Move in DATE',
      'Größe (m²)',
      '2nd home',
      '名前',
      'Moves in',
    ])
    expect((await sendRequest('DELETE', `/v1/custom-fields/${field.id}`)).body).toMatchObject({
      success: true,
      message: 'Custom field deleted',
    })
    expect((await sendRequest('GET', `/v1/custom-fields/${field.id}`)).body.error).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Custom field not found',
    })
    expect((await readEvents(field.id)).map(([type]) => type)).toEqual([
      'customField.created',
      'customField.updated',
      'customField.deleted',
    ])
  })

  test('people and deals have separate custom fields, and a list of custom fields starts with those of people', async () => {
    await defineField({ record: 'deal', name: 'Source', key: 'source', type: 'text' })
    await defineField({ record: 'person', name: 'Source', key: 'source', type: 'number' })
    const firstPage = (await sendRequest('GET', '/v1/custom-fields?limit=5')).body
    const secondPage = (
      await sendRequest('GET', `/v1/custom-fields?limit=5&cursor=${firstPage.meta.nextCursor}`)
    ).body
    expect(
      [firstPage.data, secondPage.data]
        .flat()
        .map((field: { record: string; key: string }) => `${field.record}.${field.key}`),
    ).toEqual([
      'person.moveInDate2',
      'person.grosseM2',
      'person.field2ndHome',
      'person.field',
      'person.source',
      'deal.source',
    ])
    expect(
      (await world.as('loner').gql('{ customFields(record: deal) { totalCount nodes { key } } }'))
        .body.data.customFields,
    ).toEqual({
      totalCount: 1,
      nodes: [{ key: 'source' }],
    })
  })

  test('all invalid values of a custom field definition are reported in one error', async () => {
    const dumpBefore = await dump(world)
    const readErrorDetails = async (body: object) => {
      const { status, body: reply } = await sendRequest('POST', '/v1/custom-fields', body)
      return [
        status,
        ...(reply.error.details ?? [])
          .map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
          .sort(),
      ]
    }
    const validInput = { record: 'person', name: 'Good', type: 'text' }
    expect(await readErrorDetails({ name: '', key: '9', type: 'colour' })).toEqual([
      400,
      'key INVALID_FORMAT',
      'name TOO_SHORT',
      'record REQUIRED_FIELD',
      'type INVALID_VALUE',
    ])
    for (const key of ['', 'A', '_a', 'a-b', 'a'.repeat(51), '__proto__'])
      expect((await readErrorDetails({ ...validInput, key }))[0]).toBe(400)
    expect(await readErrorDetails({ ...validInput, options: createOptions('A') })).toEqual([
      400,
      'options INVALID_VALUE',
    ])
    for (const type of ['singleChoice', 'multipleChoice']) {
      expect(await readErrorDetails({ ...validInput, type })).toEqual([
        400,
        'options REQUIRED_FIELD',
      ])
      expect(await readErrorDetails({ ...validInput, type, options: [] })).toEqual([
        400,
        'options TOO_SHORT',
      ])
      expect(
        await readErrorDetails({ ...validInput, type, options: createOptions('A', 'B', 'a') }),
      ).toEqual([400, 'options[2].label INVALID_VALUE'])
      expect(
        await readErrorDetails({
          ...validInput,
          type,
          options: [
            { label: 'A', value: 'B' },
            { label: 'C', value: 'B' },
          ],
        }),
      ).toEqual([400, 'options[1].value INVALID_VALUE'])
      expect(
        await readErrorDetails({
          ...validInput,
          type,
          options: Array.from({ length: 101 }, (_, i) => ({ label: `${i}` })),
        }),
      ).toEqual([400, 'options TOO_LONG'])
    }
    expect(await readErrorDetails({ ...validInput, key: 'source' })).toEqual([
      409,
      'key INVALID_VALUE',
    ])
    expect(await dump(world)).toEqual(dumpBefore)
  })

  test('a company has at most 100 custom fields for each record kind', async () => {
    for (let i = (await listFields('deal')).length; i < 100; i++)
      await defineField({ record: 'deal', name: 'More', type: 'boolean' })
    expect(
      (
        await sendRequest('POST', '/v1/custom-fields', {
          record: 'deal',
          name: 'More',
          type: 'boolean',
        })
      ).body.error.code,
    ).toBe('CONFLICT')
    await defineField({ record: 'person', name: 'More', type: 'boolean' })
  })

  test('only an Owner or Admin of a company can define its custom fields', async () => {
    const [{ id }] = await listFields('person')
    const body = { record: 'person', name: 'Mine', type: 'text' }
    const stagesKey = await world.createKey('owner', ['stages.manage'])
    const dumpBefore = await dump(world)
    for (const client of [world.as('leader'), world.as('agent'), stagesKey])
      for (const [method, path] of [
        ['POST', '/v1/custom-fields'],
        ['PUT', `/v1/custom-fields/${id}`],
        ['PATCH', `/v1/custom-fields/${id}`],
        ['DELETE', `/v1/custom-fields/${id}`],
      ] as const)
        expect(
          (await client.rest(method, path, method === 'DELETE' ? undefined : body)).body.error,
        ).toMatchObject({
          code: 'FORBIDDEN',
          message: expect.stringContaining('customfields.manage'),
        })
    expect(
      (await sendRequest('PUT', `/v1/custom-fields/${id}`, { name: 'Theirs' }, 'stranger')).status,
    ).toBe(404)
    expect(await listFields('person', 'stranger')).toEqual([])
    expect(await dump(world)).toEqual(dumpBefore)
    expect(
      (await sendRequest('PUT', `/v1/custom-fields/${id}`, { name: 'Admins may' }, 'admin')).status,
    ).toBe(200)
    await defineField(body, 'stranger')
    expect((await createPerson({}, 'stranger')).customFields).toEqual({ mine: null })
  })
})

describe('Custom field values', () => {
  const choiceOptions = createOptions('Tea', 'Coffee', 'Water')
  beforeAll(async () => {
    await deleteAllFields()
    for (const record of ['person', 'deal'])
      for (const [type, extraInput] of [
        ['text', {}],
        ['number', {}],
        ['date', {}],
        ['boolean', {}],
        ['singleChoice', { options: choiceOptions }],
        ['multipleChoice', { options: choiceOptions }],
      ] as const)
        await defineField({ record, type, name: `Of ${type}`, key: type, ...extraInput })
  })

  const emptyValues = {
    text: null,
    number: null,
    date: null,
    boolean: null,
    singleChoice: null,
    multipleChoice: [],
  }

  test('REST and GraphQL return the same custom field values of people and deals', async () => {
    const labels = choiceOptions.map(({ label }) => label)
    const anyDate = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    })
    const anyValues = fc.record(
      {
        text: fc.option(
          fc
            .string({ unit: 'grapheme', maxLength: 200 })
            .filter((text) => !/[\p{Cc}]/u.test(text) && text.isWellFormed()),
        ),
        number: fc.option(
          fc.oneof(fc.integer(), fc.double({ min: -1e15, max: 1e15, noNaN: true })),
        ),
        date: fc.option(anyDate.map((date) => date.toISOString().slice(0, 10))),
        boolean: fc.option(fc.boolean()),
        singleChoice: fc.option(fc.constantFrom(...labels)),
        multipleChoice: fc.option(fc.array(fc.constantFrom(...labels))),
      },
      { requiredKeys: [] },
    )
    const pipelineId = (await sendRequest('GET', '/v1/pipelines')).body.data[0].id
    await fc.assert(
      fc.asyncProperty(anyValues, anyValues, async (input, update) => {
        const normalizeValues = (fieldValues: typeof input) =>
          Object.fromEntries(
            Object.entries(fieldValues).map(([key, value]) => {
              if (key === 'text')
                return [key, (value as string | null)?.normalize('NFC').trim() || null]
              if (key === 'multipleChoice')
                return [key, labels.filter((label) => (value as string[] | null)?.includes(label))]
              return [key, value === 0 ? 0 : value]
            }),
          )
        const { id, customFields } = await createPerson(input)
        expect(customFields).toEqual({ ...emptyValues, ...normalizeValues(input) })
        expect(Object.keys(customFields)).toEqual(Object.keys(emptyValues))
        const expectedValues: Record<string, unknown> = {
          ...emptyValues,
          ...normalizeValues(input),
          ...normalizeValues(update),
        }
        expect(
          (await sendRequest('PUT', `/v1/people/${id}`, { customFields: update })).body.data
            .customFields,
        ).toEqual(expectedValues)
        const deal = await sendRequest('POST', '/v1/deals', {
          title: 'Deal',
          pipelineId,
          customFields: { ...input, ...update },
        })
        expect(deal.body.data.customFields).toEqual(expectedValues)
        const valueSelection =
          'customFields customFieldValues { __typename ... on CustomFieldTextValue { field { key } text } ... on CustomFieldNumberValue { field { key } number } ... on CustomFieldDateValue { field { key } date } ... on CustomFieldBooleanValue { field { key } boolean } ... on CustomFieldSingleChoiceValue { field { key } choice { value } } ... on CustomFieldMultipleChoiceValue { field { key } choices { value } } }'
        const { body } = await world
          .as('owner')
          .gql(
            `query($id: ID!, $deal: ID!) { person(id: $id) { ${valueSelection} } deal(id: $deal) { ${valueSelection} } }`,
            { id, deal: deal.body.data.id },
          )
        for (const record of [body.data.person, body.data.deal]) {
          expect(record.customFields).toEqual(expectedValues)
          expect(record.customFieldValues).toEqual(
            Object.entries(expectedValues).map(([key, value]) => ({
              __typename: `CustomField${key[0]?.toUpperCase()}${key.slice(1)}Value`,
              field: { key },
              ...(key === 'singleChoice'
                ? { choice: value === null ? null : { value } }
                : key === 'multipleChoice'
                  ? { choices: (value as string[]).map((item) => ({ value: item })) }
                  : { [key]: value }),
            })),
          )
        }
      }),
      { numRuns: 40 },
    )
  })

  test('all invalid custom field values are reported in one error with their paths, and the record stays unchanged', async () => {
    const { id } = await createPerson({ text: 'Stays', number: 1 })
    const dumpBefore = await dump(world)
    const readErrorDetails = async (customFields: unknown) => {
      const { status, body } = await sendRequest('PUT', `/v1/people/${id}`, {
        firstName: 'Changed',
        customFields,
      })
      const graphqlReply = await world
        .as('owner')
        .gql(
          'mutation($id: ID!, $customFields: JSON) { updatePerson(id: $id, input: { customFields: $customFields }) { person { id } } }',
          { id, customFields },
        )
      expect(graphqlReply.body.errors[0].extensions.details).toEqual(
        toInputDetails(body.error.details),
      )
      return [
        status,
        ...body.error.details.map(
          ({ field, code }: { field: string; code: string }) => `${field} ${code}`,
        ),
      ]
    }
    expect(
      await readErrorDetails({
        text: 5,
        number: '5',
        date: '2026-02-30',
        boolean: 1,
        singleChoice: 'Milk',
        multipleChoice: ['Tea', 'Milk'],
        foo: 1,
        __proto__x: 1,
      }),
    ).toEqual([
      400,
      'customFields.text INVALID_FORMAT',
      'customFields.number INVALID_FORMAT',
      'customFields.date INVALID_FORMAT',
      'customFields.boolean INVALID_FORMAT',
      'customFields.singleChoice INVALID_VALUE',
      'customFields.multipleChoice[1] INVALID_VALUE',
      'customFields.foo INVALID_REFERENCE',
      'customFields.__proto__x INVALID_REFERENCE',
    ])
    expect(
      await readErrorDetails({
        text: 'x'.repeat(5001),
        singleChoice: 'a\u0000',
        multipleChoice: ['\ud800'],
      }),
    ).toEqual([
      400,
      'customFields.text TOO_LONG',
      'customFields.singleChoice INVALID_FORMAT',
      'customFields.multipleChoice[0] INVALID_FORMAT',
    ])
    for (const date of [
      '2026-13-01',
      '1899-12-31',
      '2026-5-1',
      '20260501',
      '2026-05-01 10:00',
      '2026-05-01T25:00:00Z',
      'soon',
      20260501,
      true,
    ])
      expect(await readErrorDetails({ date })).toEqual([400, 'customFields.date INVALID_FORMAT'])
    for (const number of [1e16, -1e16])
      expect(await readErrorDetails({ number })).toEqual([400, 'customFields.number OUT_OF_RANGE'])
    expect(
      await readErrorDetails({ multipleChoice: 'Tea', singleChoice: ['Tea'], text: { a: 1 } }),
    ).toEqual([
      400,
      'customFields.multipleChoice INVALID_FORMAT',
      'customFields.singleChoice INVALID_FORMAT',
      'customFields.text INVALID_FORMAT',
    ])
    for (const invalidValues of ['text', 5, [], [{ text: 'x' }], true])
      expect(await readErrorDetails(invalidValues)).toEqual([400, 'customFields INVALID_FORMAT'])
    expect(await readErrorDetails(null)).toEqual([400, 'customFields REQUIRED_FIELD'])
    expect(await dump(world)).toEqual(dumpBefore)
    const reply = await sendRequest('POST', '/v1/people', {
      firstName: 'X',
      stageId: 'stage_nowhere0',
      customFields: { foo: 1 },
    })
    expect(reply.body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'stageId',
      'customFields.foo',
    ])
  })

  test('a custom field of type `date` stores only the date of a date-time', async () => {
    const { body } = await world
      .as('owner')
      .gql(
        'mutation { createPerson(input: { firstName: "A", customFields: { date: "2026-05-17T23:30:00-11:00", number: 5, multipleChoice: ["Tea"], text: null } }) { person { customFields } } }',
      )
    expect(body.data.createPerson.person.customFields).toEqual({
      ...emptyValues,
      date: '2026-05-17',
      number: 5,
      multipleChoice: ['Tea'],
    })
  })

  test('an update keeps omitted custom fields, clears custom fields set to null and records an event only if a value changes', async () => {
    const { id } = await createPerson({ text: 'Hello', multipleChoice: ['Water', 'Tea'] })
    expect(await readValues(id)).toEqual({
      ...emptyValues,
      text: 'Hello',
      multipleChoice: ['Tea', 'Water'],
    })
    await sendRequest('PATCH', `/v1/people/${id}`, {
      customFields: { text: null, number: 3, multipleChoice: ['Tea'] },
    })
    expect(await readValues(id)).toEqual({ ...emptyValues, number: 3, multipleChoice: ['Tea'] })
    const dumpBefore = await dump(world)
    const unchangedReply = await sendRequest('PATCH', `/v1/people/${id}`, {
      customFields: { text: '  ', number: 3, multipleChoice: ['Tea', 'Tea'] },
    })
    expect([unchangedReply.status, unchangedReply.headers.get('etag')]).toEqual([200, '"2"'])
    expect(
      (await sendRequest('PATCH', `/v1/people/${id}`, { customFields: {} })).headers.get('etag'),
    ).toBe('"2"')
    const dumpAfter = await dump(world)
    delete dumpBefore['idempotencyKeys']
    delete dumpAfter['idempotencyKeys']
    expect(dumpAfter).toEqual(dumpBefore)
    const [creationEvent, updateEvent] = await readEvents(id)
    expect(creationEvent?.[1]).toEqual(
      expect.arrayContaining([{ field: 'customFields.text', from: null, to: 'Hello' }]),
    )
    expect(updateEvent).toEqual([
      'person.updated',
      [
        { field: 'customFields.text', from: 'Hello', to: null },
        { field: 'customFields.number', from: null, to: 3 },
        { field: 'customFields.multipleChoice', from: ['Tea', 'Water'], to: ['Tea'] },
      ],
    ])
  })

  test('an update that moves a deal and changes its custom fields records both changes in one event', async () => {
    const pipeline = (await sendRequest('GET', '/v1/pipelines')).body.data[0]
    const { id } = (
      await sendRequest('POST', '/v1/deals', { title: 'Deal', pipelineId: pipeline.id })
    ).body.data
    const input = {
      title: 'Deal',
      pipelineId: pipeline.id,
      stageId: pipeline.stages[1].id,
      customFields: { boolean: true },
    }
    expect((await sendRequest('PUT', `/v1/deals/${id}`, input)).status).toBe(200)
    const recordedEvents = await readEvents(id)
    expect(recordedEvents.map(([type]) => type)).toEqual(['deal.created', 'deal.moved'])
    expect(recordedEvents[1]?.[1]).toEqual(
      expect.arrayContaining([{ field: 'customFields.boolean', from: null, to: true }]),
    )
    expect((await sendRequest('GET', `/v1/deals/${id}`)).body.data.customFields).toEqual({
      ...emptyValues,
      boolean: true,
    })
  })

  test('custom field values are visible only to users who can view the record and are deleted with the record', async () => {
    const { id } = await createPerson({ text: 'Secret of Casey' })
    expect((await sendRequest('GET', `/v1/people/${id}`, undefined, 'agent')).status).toBe(403)
    expect(
      (await sendRequest('PUT', `/v1/people/${id}`, { customFields: { text: 'Mine' } }, 'agent'))
        .status,
    ).toBe(403)
    expect(
      (await sendRequest('PUT', `/v1/people/${id}`, { customFields: { text: 'Mine' } }, 'stranger'))
        .status,
    ).toBe(404)
    expect(await readValues(id)).toMatchObject({ text: 'Secret of Casey' })
    const countStoredValues = async () =>
      (await dump(world))['personCustomValues']?.filter((row) => row.includes(id)).length
    expect(await countStoredValues()).toBe(1)
    expect((await sendRequest('DELETE', `/v1/people/${id}?permanent=true`)).status).toBe(200)
    expect(await countStoredValues()).toBe(0)
  })
})

describe('Custom field options', () => {
  beforeAll(deleteAllFields)

  const updateField = (id: string, body: object) =>
    sendRequest('PUT', `/v1/custom-fields/${id}`, body)
  const readOptionValues = (field: { options: { value: string }[] }) =>
    field.options.map((option) => option.value)

  test('renaming an option of a custom field preserves the values of records', async () => {
    const field = await defineField({
      record: 'person',
      name: 'Pays by',
      type: 'singleChoice',
      options: [{ label: 'Cash' }, { label: 'Loan', value: 'loan_1' }],
    })
    expect(field.options).toEqual([
      { value: 'Cash', label: 'Cash' },
      { value: 'loan_1', label: 'Loan' },
    ])
    const { id } = await createPerson({ paysBy: 'Cash' })
    const renameReply = await updateField(field.id, {
      options: [{ value: 'Cash', label: 'All cash' }, { label: 'LOAN' }, { label: 'Cash' }],
    })
    expect(renameReply.body.data.options).toEqual([
      { value: 'Cash', label: 'All cash' },
      { value: 'loan_1', label: 'LOAN' },
      { value: 'Cash 2', label: 'Cash' },
    ])
    expect(await readValues(id)).toEqual({ paysBy: 'Cash' })
    expect((await readEvents(field.id)).at(-1)).toEqual([
      'customField.updated',
      [{ field: 'options', from: field.options, to: renameReply.body.data.options }],
    ])
    const repeatedReply = await updateField(field.id, { options: renameReply.body.data.options })
    expect(repeatedReply.headers.get('etag')).toBe(renameReply.headers.get('etag'))
  })

  test('removing a custom field option in use requires a replacement value, or null to clear the values', async () => {
    const field = await defineField({
      record: 'person',
      name: 'Likes',
      type: 'multipleChoice',
      options: createOptions('A', 'B', 'C', 'D', 'E'),
    })
    const [firstId, secondId, thirdId] = [
      await createPerson({ likes: ['A', 'B', 'C'] }),
      await createPerson({ likes: ['A', 'B'] }),
      await createPerson({ likes: ['D'] }),
    ]
    const readLikesValues = async () =>
      Promise.all([firstId, secondId, thirdId].map(async ({ id }) => (await readValues(id)).likes))
    const dumpBefore = await dump(world)
    expect(
      (await updateField(field.id, { options: createOptions('C', 'D') })).body.error.code,
    ).toBe('CONFLICT')
    for (const replaceRemovedWith of ['A', 'Z'])
      expect(
        (await updateField(field.id, { options: createOptions('C', 'D'), replaceRemovedWith })).body
          .error.details,
      ).toMatchObject([{ field: 'replaceRemovedWith', code: 'INVALID_REFERENCE' }])
    expect(await dump(world)).toEqual(dumpBefore)
    expect(
      readOptionValues(
        (await updateField(field.id, { options: createOptions('D', 'C', 'B', 'A') })).body.data,
      ),
    ).toEqual(['D', 'C', 'B', 'A'])
    expect(await readLikesValues()).toEqual([['C', 'B', 'A'], ['B', 'A'], ['D']])
    expect(
      readOptionValues(
        (await updateField(field.id, { options: createOptions('D', 'C'), replaceRemovedWith: 'C' }))
          .body.data,
      ),
    ).toEqual(['D', 'C'])
    expect(await readLikesValues()).toEqual([['C'], ['C'], ['D']])
    expect(
      (await dump(world))['personCustomValues']?.filter((row) => row.includes(field.id)),
    ).toHaveLength(3)
    expect(
      readOptionValues(
        (await updateField(field.id, { options: createOptions('D'), replaceRemovedWith: null }))
          .body.data,
      ),
    ).toEqual(['D'])
    expect(await readLikesValues()).toEqual([[], [], ['D']])
  })

  test('deleting a custom field with values requires `force` and makes its key available again immediately', async () => {
    await deleteAllFields()
    const field = await defineField({ record: 'person', name: 'Doomed', type: 'number' })
    const { id } = await createPerson({ doomed: 7 })
    expect((await sendRequest('DELETE', `/v1/custom-fields/${field.id}`)).body.error.code).toBe(
      'CONFLICT',
    )
    expect(await readValues(id)).toEqual({ doomed: 7 })
    const companyId = world.company.id
    await world.deps.store.allCompanies.write(async (db) => {
      for (let position = 1; position < maxValuesPerTransaction * 2; position++)
        await db.insert('personCustomValues', {
          companyId,
          personId: id,
          fieldId: field.id,
          position,
          text: null,
          textKey: null,
          number: 1,
        })
    })
    expect((await sendRequest('DELETE', `/v1/custom-fields/${field.id}?force=true`)).status).toBe(
      200,
    )
    expect((await sendRequest('GET', `/v1/custom-fields/${field.id}`)).status).toBe(404)
    expect(await readValues(id)).toEqual({})
    const newField = await defineField({ record: 'person', name: 'Doomed', type: 'text' })
    expect([newField.key, await readValues(id)]).toEqual(['doomed', { doomed: null }])
    expect((await dump(world))['personCustomValues']?.length).toBe(maxValuesPerTransaction)
    expect(await purgeDeletedFields(world.deps)).toBe(1)
    expect((await dump(world))['personCustomValues']).toEqual([])
    expect((await dump(world))['customFields']?.length).toBe(
      (await listFields('person', 'stranger')).length + 1,
    )
  })
})
