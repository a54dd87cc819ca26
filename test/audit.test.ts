import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import { dump } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

interface Entry {
  id: string
  sequence: number
  type: string
  recordKind: string
  recordId: string
  recordVersion: number
  actorId: string | null
  keyId: string | null
  requestId: string
  createdAt: string
  changes: { field: string; from: unknown; to: unknown; truncated: boolean }[]
}

const fields =
  'id sequence type recordKind recordId recordVersion actorId actor { id fullName } keyId requestId changes { field from to truncated } createdAt'
const list = `query($first: Int, $after: String, $last: Int, $before: String, $where: AuditWhere) {
  auditLog(first: $first, after: $after, last: $last, before: $before, where: $where) {
    totalCount nodes { ${fields} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`
const tamper = (statement: string) => query<object, unknown>(() => sql.raw(statement))

describe('The audit log', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const owner = () => world.as('owner')
  const send = async (variables: object) =>
    (await owner().gql(list, variables as Record<string, unknown>)).body
  const entries = async (where: object, first = 100): Promise<Entry[]> =>
    (await send({ where, first })).data.auditLog.nodes
  const make = async (path: string, body: object, who: 'owner' | 'admin' | 'agent' = 'owner') => {
    const reply = await world.as(who).rest('POST', path, body)
    expect(reply.status, reply.text).toBeLessThan(300)
    return reply.body.data.id as string
  }

  test('a move within a stage appears in the audit log as a change of position, not of stage', async () => {
    const [{ id: pipelineId, stages }] = (await owner().rest('GET', '/v1/pipelines')).body.data
    const id = await make('/v1/deals', { title: 'House', pipelineId })
    await make('/v1/deals', { title: 'Flat', pipelineId })
    const move = (order: number) =>
      owner().rest('POST', `/v1/deals/${id}/move`, { stageId: stages[0].id, order })
    await move(1)
    await move(1)
    const moves = await entries({ recordId: id, type: 'deal.moved' })
    expect(moves.map(({ changes }) => changes)).toEqual([
      [],
      [{ field: 'order', from: 0, to: 1, truncated: false }],
    ])
    const { data } = (await owner().rest('GET', `/v1/audit-log?recordId=${id}&type=deal.moved`))
      .body
    expect(data.map(({ changes }: Entry) => changes)).toEqual(moves.map(({ changes }) => changes))
  })

  test('an audit entry names user, key, time, request and the values before and after on both interfaces', async () => {
    const id = await make('/v1/tasks', { title: 'Call' })
    world.clock.advance(1000)
    const scopes = ['tasks.manage']
    const key = (await world.as('admin').rest('POST', '/v1/api-keys', { name: 'Robot', scopes }))
      .body.data
    const changed = await world
      .client(key.secret)
      .rest('PUT', `/v1/tasks/${id}`, { title: 'Call back', description: 'x'.repeat(600) })
    const [entry, created] = await entries({ recordId: id })
    expect(entry).toEqual({
      id: expect.stringMatching(/^event_/),
      sequence: expect.any(Number),
      type: 'task.updated',
      recordKind: 'task',
      recordId: id,
      recordVersion: 2,
      actorId: world.users.admin.id,
      actor: { id: world.users.admin.id, fullName: 'Admin Tester' },
      keyId: key.id,
      requestId: changed.body.meta.requestId,
      createdAt: new Date(world.clock.now()).toISOString(),
      changes: [
        { field: 'description', from: null, to: `${'x'.repeat(500)}…`, truncated: true },
        { field: 'title', from: 'Call', to: 'Call back', truncated: false },
      ],
    })
    expect(created).toMatchObject({ type: 'task.created', actorId: world.users.owner.id })
    const rest = await world.as('admin').rest('GET', `/v1/audit-log?recordId=${id}`)
    expect(rest.body.data).toEqual([entry, created])
    expect(rest.body.meta).toMatchObject({ count: 2, hasMore: false })
  })

  test('only Owner and Admin with the scope can read the audit log, and only of their own company', async () => {
    for (const who of ['leader', 'agent', 'idle'] as const)
      expect((await world.as(who).rest('GET', '/v1/audit-log')).body.error).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('audit.view'),
      })
    const narrowed = await world.createKey('owner', ['users.manage'])
    expect((await narrowed.gql('{ auditLog { totalCount } }')).body.errors[0].extensions.code).toBe(
      'FORBIDDEN',
    )
    expect((await world.client().rest('GET', '/v1/audit-log')).status).toBe(401)
    const id = await make('/v1/tasks', { title: 'Ours' })
    const theirs = await world.as('stranger').gql(list, { where: { recordId: id } })
    expect(theirs.body.data.auditLog).toMatchObject({ totalCount: 0, nodes: [] })
    const all = (await world.as('stranger').rest('GET', '/v1/audit-log?limit=100')).body
      .data as Entry[]
    expect(
      all
        .map((each) => each.actorId)
        .filter((actor) => actor !== null && actor !== world.users.stranger.id),
    ).toEqual([])
  })

  test('the audit log returns and counts exactly the entries that match its filters, in every direction', async () => {
    for (let i = 0; i < 12; i++) {
      world.clock.advance(60_000)
      const id = await make(
        '/v1/tasks',
        { title: `T${i}` },
        (['owner', 'admin', 'agent'] as const)[i % 3],
      )
      if (i % 2) await owner().rest('POST', `/v1/tasks/${id}/complete`)
      if (i % 4 === 0) await make('/v1/people', { firstName: 'P', tags: [`Tag ${i}`] }, 'agent')
    }
    const all = await entries({})
    expect(all.map((each) => each.sequence)).toEqual(
      Array.from({ length: all.length }, (_, index) => all.length - index),
    )
    const some = <T>(values: T[]) =>
      fc.option(fc.constantFrom(...new Set(values)), { nil: undefined, freq: 2 })
    const column = <C extends keyof Entry>(name: C) =>
      some(all.map((each) => each[name]).filter((value) => value !== null))
    const times = column('createdAt')
    const filters = fc.record({
      recordId: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, column('recordId')),
      recordKind: fc.oneof(column('recordKind'), fc.constant('nothing')),
      userId: column('actorId'),
      keyId: column('keyId'),
      type: column('type'),
      from: times,
      before: times,
    })
    const law = fc.asyncProperty(
      filters,
      fc.integer({ min: 1, max: 7 }),
      async ({ userId, from, before, ...same }, size) => {
        const where = JSON.parse(JSON.stringify({ ...same, userId, from, before })) as object
        const holds = (each: Entry) =>
          Object.entries({ ...same, actorId: userId }).every(
            ([name, value]) => value === undefined || each[name as keyof Entry] === value,
          ) &&
          (!from || each.createdAt >= from) &&
          (!before || each.createdAt < before)
        const expected = all.filter(holds).map((each) => each.id)
        const walk = async (forward: boolean) => {
          const collected: string[] = []
          for (let cursor: string | undefined, more = true; more; ) {
            const { auditLog } = (
              await send(
                forward
                  ? { where, first: size, after: cursor }
                  : { where, last: size, before: cursor },
              )
            ).data
            expect(auditLog.totalCount).toBe(expected.length)
            const ids = auditLog.nodes.map((each: Entry) => each.id)
            collected.splice(forward ? collected.length : 0, 0, ...ids)
            more = forward ? auditLog.pageInfo.hasNextPage : auditLog.pageInfo.hasPreviousPage
            cursor = forward ? auditLog.pageInfo.endCursor : auditLog.pageInfo.startCursor
          }
          return collected
        }
        expect([await walk(true), await walk(false)]).toEqual([expected, expected])
      },
    )
    await fc.assert(law, { numRuns: 60, seed: 20260601 })
  })

  test('the audit log accepts filters as REST query parameters and reports invalid ones', async () => {
    const { id } = world.users.agent
    const rest = async (search: string) =>
      (await owner().rest('GET', `/v1/audit-log?limit=100&${search}`)).body
    const kinds = async (search: string) =>
      [...new Set((await rest(search)).data.map((each: Entry) => each.type))].sort()
    expect(await kinds(`userId=${id}&recordKind=task`)).toEqual(['task.created'])
    expect(await kinds('type=task.completed')).toEqual(['task.completed'])
    expect((await rest(`before=2020-01-01T00:00:00Z`)).data).toEqual([])
    expect((await rest('from=yesterday')).error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'from', code: 'INVALID_FORMAT' }],
    })
    expect((await rest('userId=x')).data).toEqual([])
    const page = await rest(`userId=${id}`)
    const { nextCursor } = (await owner().rest('GET', `/v1/audit-log?limit=1&userId=${id}`)).body
      .meta
    expect((await rest(`userId=${id}&cursor=${nextCursor}`)).data).toEqual(page.data.slice(1))
    expect((await rest(`cursor=${nextCursor}`)).error.details).toMatchObject([
      { field: 'cursor', code: 'INVALID_FORMAT' },
    ])
  })

  test('the number of SQL statements for the audit log does not depend on the number of entries', async () => {
    const counted = async (first: number) => {
      await send({ first })
      world.statements()
      expect((await send({ first })).data.auditLog.nodes).toHaveLength(first)
      return world.statements()
    }
    expect(await counted(20)).toEqual(await counted(2))
  })

  test('the audit log contains no secrets and no hashes of secrets', async () => {
    const secrets: string[] = []
    const keep = (reply: { body: { data: { secret: string } } }) =>
      secrets.push(reply.body.data.secret)
    const key = await owner().rest('POST', '/v1/api-keys', { name: 'One' })
    keep(key)
    keep(await owner().rest('POST', `/v1/api-keys/${key.body.data.id}/rotate`, { graceHours: 2 }))
    keep(
      await owner().rest('POST', '/v1/users/invite', {
        firstName: 'Ida',
        email: 'ida@acme.test',
        role: 'Agent',
      }),
    )
    await owner().rest('DELETE', `/v1/api-keys/${key.body.data.id}`)
    const { events = [], apiKeys = [] } = await dump(world)
    const hashes = apiKeys
      .flatMap((row) => [JSON.parse(row).hash, JSON.parse(row).previousHash])
      .filter((hash) => hash !== null)
    expect([secrets.length, hashes.length > 8, events.length > 20]).toEqual([3, true, true])
    const log = events.join('\n')
    for (const secret of [...secrets, ...hashes, ...secrets.map((each) => each.slice(3, 20))])
      expect(log).not.toContain(secret)
    expect(log).not.toMatch(/dg_[0-9A-Za-z]{8}|"(hash|previousHash|prefix)"/)
  })

  test('audit entries cannot be changed, even with direct access to the database', async () => {
    const before = (await dump(world))['events']
    for (const statement of [
      'update "events" set "actorId" = null',
      `update "events" set "type" = 'x.y' where "sequence" = 1`,
      'delete from "events"',
    ])
      await expect(
        world.deps.store.allCompanies.write((db) => db.run(tamper(statement), {})),
      ).rejects.toThrow('append-only')
    expect((await dump(world))['events']).toEqual(before)
  })

  test('an audit entry includes every field of a record', async () => {
    const keys = Array.from({ length: 100 }, (_, index) => `field_${index}`)
    for (const key of keys)
      await make('/v1/custom-fields', { record: 'person', name: key, key, type: 'text' })
    const id = await make('/v1/people', {
      firstName: 'Full',
      lastName: 'House',
      source: 'Web',
      customFields: Object.fromEntries(keys.map((key) => [key, key])),
    })
    const [entry] = await entries({ recordId: id })
    const named = entry?.changes.map(({ field }) => field) ?? []
    expect(keys.filter((key) => !named.includes(`customFields.${key}`))).toEqual([])
    expect(named).toEqual(
      expect.arrayContaining(['firstName', 'lastName', 'source', 'assignedAgentId', 'stageId']),
    )
  })

  test('deleting a record adds an audit entry for each related record', async () => {
    const person = await make('/v1/people', { firstName: 'Going' })
    const other = await make('/v1/people', { firstName: 'Staying' })
    const pipelineId = (await owner().rest('GET', '/v1/pipelines')).body.data[0].id
    const team = await make('/v1/teams', { name: 'Going' })
    const deal = await make('/v1/deals', {
      title: 'House',
      pipelineId,
      peopleIds: [other, person],
      teamIds: [team],
    })
    const task = await make('/v1/tasks', { title: 'Call', personId: person })
    const times = {
      startsAt: '2026-07-01T10:00:00Z',
      endsAt: '2026-07-01T11:00:00Z',
      timeZone: 'UTC',
    }
    const visit = await make('/v1/appointments', { title: 'Visit', ...times, peopleIds: [person] })
    const deleted = await owner().rest('DELETE', `/v1/people/${person}?permanent=true`)
    const last = async (recordId: string) => {
      const [entry] = await entries({ recordId })
      const row = (await dump(world))[`${entry?.recordKind}s`]
        ?.map((each) => JSON.parse(each))
        .find((each) => each.id === recordId)
      return { ...entry, version: row.version }
    }
    const field = (name: string, from: unknown, to: unknown) => [
      { field: name, from, to, truncated: false },
    ]
    const { requestId } = deleted.body.meta
    expect(await last(deal)).toMatchObject({
      requestId,
      type: 'deal.updated',
      recordVersion: 2,
      version: 2,
      changes: field('peopleIds', [other, person], [other]),
    })
    expect(await last(task)).toMatchObject({
      requestId,
      type: 'task.updated',
      recordVersion: 2,
      version: 2,
      changes: field('personId', person, null),
    })
    expect(await last(visit)).toMatchObject({
      requestId,
      type: 'appointment.updated',
      recordVersion: 2,
      version: 2,
      changes: field('peopleIds', [person], []),
    })
    await owner().rest('DELETE', `/v1/teams/${team}`)
    expect(await last(deal)).toMatchObject({
      type: 'deal.updated',
      recordVersion: 3,
      version: 3,
      changes: field('teamIds', [team], []),
    })
  })

  test('a merge of people and its undoing each add an audit entry for every affected record', async () => {
    const [kept, going] = [
      await make('/v1/people', { firstName: 'Kept' }),
      await make('/v1/people', { firstName: 'Going' }),
    ]
    const pipelineId = (await owner().rest('GET', '/v1/pipelines')).body.data[0].id
    const times = {
      startsAt: '2026-07-01T10:00:00Z',
      endsAt: '2026-07-01T11:00:00Z',
      timeZone: 'UTC',
    }
    const linked = [
      await make('/v1/deals', { title: 'House', pipelineId, peopleIds: [kept, going] }),
      await make('/v1/appointments', { title: 'Visit', ...times, peopleIds: [going] }),
    ]
    const about = [
      await make('/v1/tasks', { title: 'Call', personId: going }),
      await make('/v1/activities', { channel: 'call', personId: going }),
    ]
    const last = async (id: string) => {
      const [entry] = await entries({ recordId: id })
      return [entry?.recordVersion, entry?.changes.map(({ field, from, to }) => [field, from, to])]
    }
    await owner().rest('POST', `/v1/people/${kept}/merge`, { otherIds: [going] })
    expect(await Promise.all(linked.map(last))).toEqual([
      [2, [['peopleIds', [kept, going], [kept]]]],
      [2, [['peopleIds', [going], [kept]]]],
    ])
    for (const id of about) expect(await last(id)).toEqual([2, [['personId', going, kept]]])
    const merges = (await owner().rest('GET', `/v1/people/${kept}/merges`)).body.data
    expect((await owner().rest('POST', `/v1/people/merges/${merges[0].id}/undo`)).status).toBe(200)
    expect(await Promise.all(linked.map(last))).toEqual([
      [3, [['peopleIds', [kept], [kept, going]]]],
      [3, [['peopleIds', [kept], [going]]]],
    ])
    for (const id of about) expect(await last(id)).toEqual([3, [['personId', kept, going]]])
  })

  test('audit filters that would scan too many entries are refused until they are narrowed', async () => {
    const [actor, other] = [world.users.agent.id, world.users.idle.id]
    const fill = query<
      { companyId: string; first: number; count: number; type: string; actor: string; at: string },
      unknown
    >(
      (
        _,
        p,
      ) => sql`with recursive "n" as (select cast(${p.first} as bigint) as "sequence" union all select "sequence" + 1 from "n" where "sequence" + 1 < cast(${p.first} as bigint) + ${p.count})
        insert into "events" select ${p.companyId}, "sequence", 'event_' || "sequence", ${p.type}, 'x', 'x_' || "sequence", 1, ${p.actor}, null, 'r', '[]', null, ${p.at} from "n"`,
    )
    const advance = query<{ companyId: string; last: number }, unknown>((k, p) =>
      k.updateTable('companies').set({ eventSequence: p.last }).where('id', '=', p.companyId),
    )
    const companyId = world.company.id
    const [newest] = await entries({}, 1)
    const first = (newest?.sequence ?? 0) + 1
    const count = 103_000
    world.clock.advance(1000)
    const at = new Date(world.clock.now()).toISOString()
    await world.deps.store.allCompanies.write(async (db) => {
      await db.run(fill, { companyId, first, count, type: 'x.made', actor, at })
      await db.run(fill, {
        companyId,
        first: first + count,
        count,
        type: 'x.gone',
        actor: other,
        at,
      })
      await db.run(advance, { companyId, last: first + 2 * count - 1 })
    })
    const refusal = await send({ where: { type: 'x.made', userId: other } })
    expect(refusal.errors[0]).toMatchObject({
      message: expect.stringContaining('More than 100,000'),
      extensions: { code: 'BAD_REQUEST' },
    })
    expect((await owner().rest('GET', `/v1/audit-log?type=x.made&userId=${other}`)).status).toBe(
      400,
    )
    const narrowed = await send({ where: { type: 'x.made', userId: other, before: at } })
    expect(narrowed.data.auditLog).toMatchObject({ totalCount: 0, nodes: [] })
    const whole = await send({ first: 2 })
    expect(whole.data.auditLog).toMatchObject({
      totalCount: first + 2 * count - 1,
      nodes: [{ type: 'x.gone' }, { type: 'x.gone' }],
    })
    expect((await send({ where: { type: 'x.made' } })).data.auditLog.totalCount).toBe(count)
    expect(
      (await send({ where: { recordKind: 'x', userId: actor } })).data.auditLog.totalCount,
    ).toBe(count)
  })
})
