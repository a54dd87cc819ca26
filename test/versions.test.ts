import { isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../src/resources/index.ts'
import { makeRecords, type Records } from './support/access-records.ts'
import { operations } from './support/access-table.ts'
import { apiCalls, fieldsOf } from './support/api-calls.ts'
import { dump, rehearse } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

describe('Record versions', () => {
  let world: World
  let made: Records
  beforeAll(async () => {
    world = await createWorld()
    made = await makeRecords(world)
  })
  afterAll(() => world.stop())

  const created = async () => {
    const { body, headers } = await world.as('owner').rest('POST', '/v1/tasks', { title: 'Call' })
    return { id: body.data.id as string, etag: headers.get('etag') ?? '' }
  }
  const put = (id: string, ifMatch: string, title: string) =>
    world.as('owner').rest('PUT', `/v1/tasks/${id}`, { title }, { 'If-Match': ifMatch })

  test('a response has the version of its record as ETag, and a change with an outdated If-Match returns 412', async () => {
    const { id, etag } = await created()
    expect(etag).toBe('"1"')
    const first = await put(id, etag, 'First')
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"'])
    expect((await world.as('owner').rest('GET', `/v1/tasks/${id}`)).headers.get('etag')).toBe('"2"')
    const before = await dump(world)
    const late = await put(id, etag, 'Late')
    expect([late.status, late.body.error.code]).toEqual([412, 'PRECONDITION_FAILED'])
    expect(late.body.error.message).toContain('version 2')
    expect(
      (await world.as('owner').rest('DELETE', `/v1/tasks/${id}`, undefined, { 'If-Match': '"1"' }))
        .status,
    ).toBe(412)
    expect(await dump(world)).toEqual(before)
    expect((await put(id, '*', 'Anyhow')).status).toBe(200)
    expect(
      (await world.as('owner').rest('DELETE', `/v1/tasks/${id}`, undefined, { 'If-Match': '"3"' }))
        .status,
    ).toBe(200)
  })

  test('records of the contract have no version in their body', async () => {
    const { id } = await created()
    expect(
      Object.keys((await world.as('owner').rest('GET', `/v1/tasks/${id}`)).body.data),
    ).not.toContain('version')
    expect(
      Object.keys((await world.as('owner').rest('GET', `/v1/tasks/${id}`)).body.data),
    ).not.toContain('_version')
    expect((await put(id, '"1"', 'Renamed')).body).toEqual({
      success: true,
      message: 'Task updated',
      meta: expect.anything(),
    })
  })

  test('each row of other lists has the version that is its ETag', async () => {
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

  test('an invalid If-Match or one without a record returns 400', async () => {
    const { id } = await created()
    for (const bad of ['1', 'W/"1"', '"x"', '"0"', '"1", "2"', '""']) {
      const { status, body } = await put(id, bad, 'x')
      expect([bad, status, body.error.code]).toEqual([bad, 400, 'BAD_REQUEST'])
    }
    expect(
      (await world.as('owner').rest('POST', '/v1/tasks', { title: 'x' }, { 'If-Match': '"1"' }))
        .status,
    ).toBe(400)
  })

  test('a hidden record does not reveal its version to If-Match', async () => {
    const { id } = await created()
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

  // Deliveries are a log without versions.
  const unversioned = ['replayWebhookDelivery']

  test('every mutation of a record accepts expectedVersion and checks it', async () => {
    const named = fieldsOf('Mutation').filter(
      (field) => field.args.some(({ name }) => name === 'id') && !unversioned.includes(field.name),
    )
    const withoutArgument = named
      .filter((field) => !field.args.some(({ name }) => name === 'expectedVersion'))
      .map(({ name }) => name)
    expect(withoutArgument).toEqual([])
    const before = await dump(world)
    await rehearse(world, async () => {
      for (const { name } of named)
        for (const testCase of operations[name] ?? []) {
          const record = made.records.find(
            ({ kind, company, trashed }) =>
              company === 'acme' && !trashed && testCase.on?.includes(kind),
          )
          const apiCall = apiCalls.find((each) => each.name === name)
          if (!record || !apiCall) throw new Error(`nothing to try ${name} on`)
          const values = testCase.with?.(record, made.homes.acme) ?? { id: record.id }
          if (!('id' in values)) continue
          const late = await apiCall.call(world.as('owner'), { ...values, expectedVersion: 99 })
          expect([name, late.outcome]).toEqual([name, 'PRECONDITION_FAILED'])
        }
    })
    expect(await dump(world)).toEqual(before)
  })

  test('every kind of record has a version', () => {
    const records = schema.getPossibleTypes(schema.getType('Record') as never)
    expect(records.length).toBeGreaterThan(8)
    for (const type of records)
      expect(isObjectType(type) && 'version' in type.getFields()).toBe(true)
  })
})
