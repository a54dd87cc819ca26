import { isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../src/resources/index.ts'
import { createRecords, type Records } from './support/access-records.ts'
import { operations } from './support/access-table.ts'
import { apiCalls, listFields } from './support/api-calls.ts'
import { dump, withRollback } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

describe('Record versions', () => {
  let world: World
  let createdRecords: Records
  beforeAll(async () => {
    world = await createWorld()
    createdRecords = await createRecords(world)
  })
  afterAll(() => world.stop())

  const createTask = async () => {
    const { body, headers } = await world.as('owner').rest('POST', '/v1/tasks', { title: 'Call' })
    return { id: body.data.id as string, etag: headers.get('etag') ?? '' }
  }
  const updateTask = (id: string, ifMatch: string, title: string) =>
    world.as('owner').rest('PUT', `/v1/tasks/${id}`, { title }, { 'If-Match': ifMatch })

  test("the ETag of a response is its record's version, and a change with an outdated If-Match returns 412", async () => {
    const { id, etag } = await createTask()
    expect(etag).toBe('"1"')
    const firstReply = await updateTask(id, etag, 'First')
    expect([firstReply.status, firstReply.headers.get('etag')]).toEqual([200, '"2"'])
    expect((await world.as('owner').rest('GET', `/v1/tasks/${id}`)).headers.get('etag')).toBe('"2"')
    const dataBefore = await dump(world)
    const outdatedReply = await updateTask(id, etag, 'Late')
    expect([outdatedReply.status, outdatedReply.body.error.code]).toEqual([
      412,
      'PRECONDITION_FAILED',
    ])
    expect(outdatedReply.body.error.message).toContain('version 2')
    expect(
      (await world.as('owner').rest('DELETE', `/v1/tasks/${id}`, undefined, { 'If-Match': '"1"' }))
        .status,
    ).toBe(412)
    expect(await dump(world)).toEqual(dataBefore)
    expect((await updateTask(id, '*', 'Anyhow')).status).toBe(200)
    expect(
      (await world.as('owner').rest('DELETE', `/v1/tasks/${id}`, undefined, { 'If-Match': '"3"' }))
        .status,
    ).toBe(200)
  })

  test('the body of a REST response with a task contains no version', async () => {
    const { id } = await createTask()
    expect(
      Object.keys((await world.as('owner').rest('GET', `/v1/tasks/${id}`)).body.data),
    ).not.toContain('version')
    expect(
      Object.keys((await world.as('owner').rest('GET', `/v1/tasks/${id}`)).body.data),
    ).not.toContain('_version')
    expect((await updateTask(id, '"1"', 'Renamed')).body).toEqual({
      success: true,
      message: 'Task updated',
      meta: expect.anything(),
    })
  })

  test("the version of a record in a REST list matches the record's ETag", async () => {
    for (const resource of [
      'api-keys',
      'appointments',
      'custom-fields',
      'deals',
      'pipelines',
      'smart-lists',
      'stages',
      'tags',
      'teams',
    ]) {
      const { data } = (await world.as('owner').rest('GET', `/v1/${resource}?limit=1`)).body
      const { headers, body } = await world.as('owner').rest('GET', `/v1/${resource}/${data[0].id}`)
      expect([resource, `"${data[0].version}"`, body.data.version]).toEqual([
        resource,
        headers.get('etag'),
        data[0].version,
      ])
    }
  })

  test('a request with an invalid or inapplicable If-Match is rejected with 400', async () => {
    const { id } = await createTask()
    for (const invalidEtag of ['1', 'W/"1"', '"x"', '"0"', '"1", "2"', '""']) {
      const { status, body } = await updateTask(id, invalidEtag, 'x')
      expect([invalidEtag, status, body.error.code]).toEqual([invalidEtag, 400, 'BAD_REQUEST'])
    }
    expect(
      (await world.as('owner').rest('POST', '/v1/tasks', { title: 'x' }, { 'If-Match': '"1"' }))
        .status,
    ).toBe(400)
  })

  test('If-Match does not reveal the version of a hidden record', async () => {
    const { id } = await createTask()
    expect(
      (
        await world
          .as('agent')
          .rest('PUT', `/v1/tasks/${id}`, { title: 'x' }, { 'If-Match': '"9"' })
      ).status,
    ).toBe(403)
    expect(
      (
        await world
          .as('stranger')
          .rest('PUT', `/v1/tasks/${id}`, { title: 'x' }, { 'If-Match': '"9"' })
      ).status,
    ).toBe(404)
  })

  test('an expectedVersion below 1 is rejected with an error that states the minimum', async () => {
    const { id } = await createTask()
    const { errors } = (
      await world
        .as('owner')
        .gql(
          'mutation($id: ID!) { updateTask(id: $id, expectedVersion: 0, input: { title: "x" }) { task { id } } }',
          { id },
        )
    ).body
    expect(errors[0].extensions.details).toEqual([
      { field: 'expectedVersion', code: 'OUT_OF_RANGE', message: 'must be at least 1' },
    ])
  })

  // Webhook deliveries have no version, because users cannot update them.
  const unversionedMutations = ['replayWebhookDelivery']

  test('every mutation of a versioned record accepts expectedVersion and rejects a version other than the current one', async () => {
    const versionedMutations = listFields('Mutation').filter(
      (field) =>
        field.args.some(({ name }) => name === 'id') && !unversionedMutations.includes(field.name),
    )
    const mutationsWithoutVersion = versionedMutations
      .filter((field) => !field.args.some(({ name }) => name === 'expectedVersion'))
      .map(({ name }) => name)
    expect(mutationsWithoutVersion).toEqual([])
    const dataBefore = await dump(world)
    await withRollback(world, async () => {
      for (const { name } of versionedMutations)
        for (const testCase of operations[name] ?? []) {
          const record = createdRecords.records.find(
            ({ kind, company, trashed }) =>
              company === 'acme' && !trashed && testCase.recordKinds?.includes(kind),
          )
          const apiCall = apiCalls.find((candidate) => candidate.name === name)
          if (!record || !apiCall) throw new Error(`no record for the mutation ${name}`)
          const mutationArguments = testCase.createValues?.(
            record,
            createdRecords.companyRecords.acme,
          ) ?? {
            id: record.id,
          }
          if (!('id' in mutationArguments)) continue
          const outdatedResult = await apiCall.call(world.as('owner'), {
            ...mutationArguments,
            expectedVersion: 99,
          })
          expect([name, outdatedResult.outcome]).toEqual([name, 'PRECONDITION_FAILED'])
        }
    })
    expect(await dump(world)).toEqual(dataBefore)
  })

  test('every GraphQL type that implements Record has a version', () => {
    const recordTypes = schema.getPossibleTypes(schema.getType('Record') as never)
    expect(recordTypes.length).toBeGreaterThan(8)
    for (const type of recordTypes)
      expect(isObjectType(type) && 'version' in type.getFields()).toBe(true)
  })
})
