import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreSequenceSkip } from '../src/events/record-event.ts'
import { query } from '../src/store/query.ts'
import { onPostgres } from './support/database.ts'
import { dump } from './support/dump.ts'
import { requires } from './support/requirements.ts'
import { createWorld, type World } from './support/world.ts'

interface AuditEntry {
  id: string
  sequence: number
  type: string
  recordKind: string
  recordId: string
  recordVersion: number
  actorId: string | null
  apiKeyId: string | null
  identityId: string | null
  requestId: string
  createdAt: string
  changes: { field: string; from: unknown; to: unknown; truncated: boolean }[]
}

const entrySelection =
  'id sequence type recordKind recordId recordVersion actorId actor { id fullName } apiKeyId identityId requestId changes { field from to truncated } createdAt'
const auditLogQuery = `query($first: Int, $after: String, $last: Int, $before: String, $where: AuditWhere) {
  auditLog(first: $first, after: $after, last: $last, before: $before, where: $where) {
    totalCount nodes { ${entrySelection} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`
const createRawQuery = (statement: string) => query<object, unknown>(() => sql.raw(statement))

describe('The audit log', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const asOwner = () => world.as('owner')
  const sendAuditLogQuery = async (variables: object) =>
    (await asOwner().gql(auditLogQuery, variables as Record<string, unknown>)).body
  const readEntries = async (where: object, first = 100): Promise<AuditEntry[]> =>
    (await sendAuditLogQuery({ where, first })).data.auditLog.nodes
  const createRecord = async (
    path: string,
    body: object,
    caller: 'owner' | 'admin' | 'agent' = 'owner',
  ) => {
    const reply = await world.as(caller).rest('POST', path, body)
    expect(reply.status, reply.text).toBeLessThan(300)
    return reply.body.data.id as string
  }

  test('a deal move within a stage appears in the audit log as a position change, not as a stage change', async () => {
    const [{ id: pipelineId, stages }] = (await asOwner().rest('GET', '/v1/pipelines')).body.data
    const id = await createRecord('/v1/deals', { title: 'House', pipelineId })
    await createRecord('/v1/deals', { title: 'Flat', pipelineId })
    const moveDeal = (order: number) =>
      asOwner().rest('POST', `/v1/deals/${id}/move`, { stageId: stages[0].id, order })
    await moveDeal(1)
    await moveDeal(1)
    const moveEntries = await readEntries({ recordId: { eq: id }, type: { eq: 'deal.moved' } })
    expect(moveEntries.map(({ changes }) => changes)).toEqual([
      [],
      [{ field: 'order', from: 0, to: 1, truncated: false }],
    ])
    const { data } = (await asOwner().rest('GET', `/v1/audit-log?recordId=${id}&type=deal.moved`))
      .body
    expect(data.map(({ changes }: AuditEntry) => changes)).toEqual(
      moveEntries.map(({ changes }) => changes),
    )
  })

  test('an audit log entry contains the user, API key, time, request id, and old and new values in REST and GraphQL', async () => {
    const id = await createRecord('/v1/tasks', { title: 'Call' })
    world.clock.advance(1000)
    const scopes = ['tasks.manage']
    const key = (await world.as('admin').rest('POST', '/v1/api-keys', { name: 'Robot', scopes }))
      .body.data
    const updateReply = await world
      .client(key.secret)
      .rest('PUT', `/v1/tasks/${id}`, { title: 'Call back', description: 'x'.repeat(600) })
    const [entry, creationEntry] = await readEntries({ recordId: { eq: id } })
    expect(entry).toEqual({
      id: expect.stringMatching(/^event_/),
      sequence: expect.any(Number),
      type: 'task.updated',
      recordKind: 'task',
      recordId: id,
      recordVersion: 2,
      actorId: world.users.admin.id,
      actor: { id: world.users.admin.id, fullName: 'Admin Tester' },
      apiKeyId: key.id,
      identityId: null,
      requestId: updateReply.body.meta.requestId,
      createdAt: new Date(world.clock.now()).toISOString(),
      changes: [
        { field: 'description', from: null, to: `${'x'.repeat(500)}…`, truncated: true },
        { field: 'title', from: 'Call', to: 'Call back', truncated: false },
      ],
    })
    expect(creationEntry).toMatchObject({ type: 'task.created', actorId: world.users.owner.id })
    const restReply = await world.as('admin').rest('GET', `/v1/audit-log?recordId=${id}`)
    expect(restReply.body.data).toEqual(
      [entry, creationEntry].map((item) => {
        const { apiKeyId: keyId, ...otherFields } = item as AuditEntry
        return { ...otherFields, keyId }
      }),
    )
    expect(restReply.body.meta).toMatchObject({ count: 2, hasMore: false })
  })

  test('an audit log entry includes its record and API key only if the caller can view them', async () => {
    const recordId = await createRecord('/v1/people', { firstName: 'Ann' })
    const entryQuery = `query ($recordId: ID!) {
      auditLog(where: { recordId: { eq: $recordId } }) { nodes { recordId record { id } apiKeyId apiKey { id } } } }`
    const readEntry = async (client: ReturnType<typeof asOwner>) =>
      (await client.gql(entryQuery, { recordId })).body.data.auditLog.nodes[0]
    const { apiKeyId, ...entry } = await readEntry(asOwner())
    expect(entry).toEqual({ recordId, record: { id: recordId }, apiKey: { id: apiKeyId } })
    const narrowedEntry = await readEntry(await world.createKey('owner', ['audit.view']))
    expect(narrowedEntry).toEqual({ recordId, record: null, apiKeyId, apiKey: null })
    await asOwner().rest('DELETE', `/v1/people/${recordId}?permanent=true`)
    expect((await readEntry(asOwner())).record).toBe(null)
  })

  test('only an Owner or Admin with the `audit.view` scope can read the audit log, and only that of their own company', async () => {
    for (const caller of ['leader', 'agent', 'idle'] as const)
      expect((await world.as(caller).rest('GET', '/v1/audit-log')).body.error).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('audit.view'),
      })
    const usersKey = await world.createKey('owner', ['users.manage'])
    expect((await usersKey.gql('{ auditLog { totalCount } }')).body.errors[0].extensions.code).toBe(
      'FORBIDDEN',
    )
    expect((await world.client().rest('GET', '/v1/audit-log')).status).toBe(401)
    const id = await createRecord('/v1/tasks', { title: 'Ours' })
    const strangerReply = await world
      .as('stranger')
      .gql(auditLogQuery, { where: { recordId: { eq: id } } })
    expect(strangerReply.body.data.auditLog).toMatchObject({ totalCount: 0, nodes: [] })
    const strangerEntries = (await world.as('stranger').rest('GET', '/v1/audit-log?limit=100')).body
      .data as AuditEntry[]
    expect(
      strangerEntries
        .map((entry) => entry.actorId)
        .filter((actor) => actor !== null && actor !== world.users.stranger.id),
    ).toEqual([])
  })

  test('a filtered audit log contains and counts exactly the matching entries', async () => {
    for (let i = 0; i < 12; i++) {
      world.clock.advance(60_000)
      const id = await createRecord(
        '/v1/tasks',
        { title: `T${i}` },
        (['owner', 'admin', 'agent'] as const)[i % 3],
      )
      if (i % 2) await asOwner().rest('POST', `/v1/tasks/${id}/complete`)
      if (i % 4 === 0)
        await createRecord('/v1/people', { firstName: 'P', tags: [`Tag ${i}`] }, 'agent')
    }
    const allEntries = await readEntries({})
    expect(allEntries.map((entry) => entry.sequence)).toEqual(
      Array.from({ length: allEntries.length }, (_, index) => allEntries.length - index),
    )
    const generateOptionalValue = <T>(values: T[]) =>
      fc.option(fc.constantFrom(...new Set(values)), { nil: undefined, freq: 2 })
    const generateColumnValue = <C extends keyof AuditEntry>(name: C) =>
      generateOptionalValue(
        allEntries.map((entry) => entry[name]).filter((value) => value !== null),
      )
    const anyTime = generateColumnValue('createdAt')
    const anyFilter = fc.record({
      recordId: fc.oneof(
        { weight: 4, arbitrary: fc.constant(undefined) },
        generateColumnValue('recordId'),
      ),
      recordKind: fc.oneof(generateColumnValue('recordKind'), fc.constant('nothing')),
      actorId: generateColumnValue('actorId'),
      apiKeyId: generateColumnValue('apiKeyId'),
      type: generateColumnValue('type'),
      from: anyTime,
      before: anyTime,
    })
    const property = fc.asyncProperty(
      anyFilter,
      fc.integer({ min: 1, max: 7 }),
      async ({ from, before, ...columns }, pageSize) => {
        const comparators = Object.entries(columns).map(([name, value]) => [name, { eq: value }])
        const where = JSON.parse(
          JSON.stringify({
            ...Object.fromEntries(comparators),
            createdAt: { gte: from, lt: before },
          }),
        ) as object
        const matchesFilter = (entry: AuditEntry) =>
          Object.entries(columns).every(
            ([name, value]) => value === undefined || entry[name as keyof AuditEntry] === value,
          ) &&
          (!from || entry.createdAt >= from) &&
          (!before || entry.createdAt < before)
        const expectedIds = allEntries.filter(matchesFilter).map((entry) => entry.id)
        const listIds = async (isForward: boolean) => {
          const collectedIds: string[] = []
          for (let cursor: string | undefined, hasMore = true; hasMore; ) {
            const { auditLog } = (
              await sendAuditLogQuery(
                isForward
                  ? { where, first: pageSize, after: cursor }
                  : { where, last: pageSize, before: cursor },
              )
            ).data
            expect(auditLog.totalCount).toBe(expectedIds.length)
            const pageIds = auditLog.nodes.map((node: AuditEntry) => node.id)
            collectedIds.splice(isForward ? collectedIds.length : 0, 0, ...pageIds)
            hasMore = isForward ? auditLog.pageInfo.hasNextPage : auditLog.pageInfo.hasPreviousPage
            cursor = isForward ? auditLog.pageInfo.endCursor : auditLog.pageInfo.startCursor
          }
          return collectedIds
        }
        expect([await listIds(true), await listIds(false)]).toEqual([expectedIds, expectedIds])
      },
    )
    await fc.assert(property, { numRuns: 60, seed: 20260601 })
  })

  test('the audit log accepts filters as REST query parameters and rejects invalid filters', async () => {
    const { id } = world.users.agent
    const readLog = async (search: string) =>
      (await asOwner().rest('GET', `/v1/audit-log?limit=100&${search}`)).body
    const readTypes = async (search: string) =>
      [...new Set((await readLog(search)).data.map((item: AuditEntry) => item.type))].sort()
    expect(await readTypes(`userId=${id}&recordKind=task`)).toEqual(['task.created'])
    expect(await readTypes('type=task.completed')).toEqual(['task.completed'])
    expect((await readLog(`before=2020-01-01T00:00:00Z`)).data).toEqual([])
    expect((await readLog('from=yesterday')).error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'from', code: 'INVALID_FORMAT' }],
    })
    expect((await readLog('userId=x')).data).toEqual([])
    const page = await readLog(`userId=${id}`)
    const { nextCursor } = (await asOwner().rest('GET', `/v1/audit-log?limit=1&userId=${id}`)).body
      .meta
    expect((await readLog(`userId=${id}&cursor=${nextCursor}`)).data).toEqual(page.data.slice(1))
    expect((await readLog(`cursor=${nextCursor}`)).error.details).toMatchObject([
      { field: 'cursor', code: 'INVALID_FORMAT' },
    ])
  })

  test('the number of SQL statements for an audit log page does not depend on the number of entries', async () => {
    const recordStatements = async (first: number) => {
      await sendAuditLogQuery({ first })
      world.statements()
      expect((await sendAuditLogQuery({ first })).data.auditLog.nodes).toHaveLength(first)
      return world.statements()
    }
    expect(await recordStatements(20)).toEqual(await recordStatements(2))
  })

  test('the audit log contains no secrets and no hashes of secrets', async () => {
    const secrets: string[] = []
    const recordSecret = (reply: { body: { data: { secret: string } } }) =>
      secrets.push(reply.body.data.secret)
    const key = await asOwner().rest('POST', '/v1/api-keys', { name: 'One' })
    recordSecret(key)
    recordSecret(
      await asOwner().rest('POST', `/v1/api-keys/${key.body.data.id}/rotate`, { graceHours: 2 }),
    )
    recordSecret(
      await asOwner().rest('POST', '/v1/users/invite', {
        firstName: 'Ida',
        email: 'ida@acme.test',
        role: 'Agent',
      }),
    )
    await asOwner().rest('DELETE', `/v1/api-keys/${key.body.data.id}`)
    const { events = [], apiKeys = [] } = await dump(world)
    const hashes = apiKeys
      .flatMap((row) => [JSON.parse(row).hash, JSON.parse(row).previousHash])
      .filter((hash) => hash !== null)
    expect([secrets.length, hashes.length > 8, events.length > 20]).toEqual([3, true, true])
    const logText = events.join('\n')
    for (const secret of [...secrets, ...hashes, ...secrets.map((item) => item.slice(3, 20))])
      expect(logText).not.toContain(secret)
    expect(logText).not.toMatch(/dg_[0-9A-Za-z]{8}|"(hash|previousHash|prefix)"/)
  })

  test('audit log entries cannot be changed or deleted, even with direct database access', async () => {
    const eventsBefore = (await dump(world))['events']
    for (const statement of [
      'update "events" set "actorId" = null',
      `update "events" set "type" = 'x.y' where "sequence" = 1`,
      'delete from "events"',
    ])
      await expect(
        world.deps.store.allCompanies.write((db) => db.run(createRawQuery(statement), {})),
      ).rejects.toThrow('append-only')
    expect((await dump(world))['events']).toEqual(eventsBefore)
  })

  test('the audit log entry for a new person with 100 custom fields includes every field', async () => {
    const keys = Array.from({ length: 100 }, (_, index) => `field_${index}`)
    for (const key of keys)
      await createRecord('/v1/custom-fields', { record: 'person', name: key, key, type: 'text' })
    const id = await createRecord('/v1/people', {
      firstName: 'Full',
      lastName: 'House',
      source: 'Web',
      customFields: Object.fromEntries(keys.map((key) => [key, key])),
    })
    const [entry] = await readEntries({ recordId: { eq: id } })
    const changedFields = entry?.changes.map(({ field }) => field) ?? []
    expect(keys.filter((key) => !changedFields.includes(`customFields.${key}`))).toEqual([])
    expect(changedFields).toEqual(
      expect.arrayContaining(['firstName', 'lastName', 'source', 'assignedAgentId', 'stageId']),
    )
  })

  test('permanently deleting a person or deleting a team adds an audit log entry for each record that refers to the person or team', async () => {
    const personId = await createRecord('/v1/people', { firstName: 'Going' })
    const otherPersonId = await createRecord('/v1/people', { firstName: 'Staying' })
    const pipelineId = (await asOwner().rest('GET', '/v1/pipelines')).body.data[0].id
    const teamId = await createRecord('/v1/teams', { name: 'Going' })
    const dealId = await createRecord('/v1/deals', {
      title: 'House',
      pipelineId,
      peopleIds: [otherPersonId, personId],
      teamIds: [teamId],
    })
    const taskId = await createRecord('/v1/tasks', { title: 'Call', personId: personId })
    const schedule = {
      startsAt: '2026-07-01T10:00:00Z',
      endsAt: '2026-07-01T11:00:00Z',
      timeZone: 'UTC',
    }
    const appointmentId = await createRecord('/v1/appointments', {
      title: 'Visit',
      ...schedule,
      peopleIds: [personId],
    })
    const deleteReply = await asOwner().rest('DELETE', `/v1/people/${personId}?permanent=true`)
    const readLastEntry = async (recordId: string) => {
      const [entry] = await readEntries({ recordId: { eq: recordId } })
      const row = (await dump(world))[`${entry?.recordKind}s`]
        ?.map((item) => JSON.parse(item))
        .find((candidate) => candidate.id === recordId)
      return { ...entry, version: row.version }
    }
    const formatFieldChange = (name: string, from: unknown, to: unknown) => [
      { field: name, from, to, truncated: false },
    ]
    const { requestId } = deleteReply.body.meta
    expect(await readLastEntry(dealId)).toMatchObject({
      requestId,
      type: 'deal.updated',
      recordVersion: 2,
      version: 2,
      changes: formatFieldChange('peopleIds', [otherPersonId, personId], [otherPersonId]),
    })
    expect(await readLastEntry(taskId)).toMatchObject({
      requestId,
      type: 'task.updated',
      recordVersion: 2,
      version: 2,
      changes: formatFieldChange('personId', personId, null),
    })
    expect(await readLastEntry(appointmentId)).toMatchObject({
      requestId,
      type: 'appointment.updated',
      recordVersion: 2,
      version: 2,
      changes: formatFieldChange('peopleIds', [personId], []),
    })
    await asOwner().rest('DELETE', `/v1/teams/${teamId}`)
    expect(await readLastEntry(dealId)).toMatchObject({
      type: 'deal.updated',
      recordVersion: 3,
      version: 3,
      changes: formatFieldChange('teamIds', [teamId], []),
    })
  })

  test('merging people and undoing the merge each add an audit log entry for every deal, appointment, task and activity that changes', async () => {
    const [keptId, mergedId] = [
      await createRecord('/v1/people', { firstName: 'Kept' }),
      await createRecord('/v1/people', { firstName: 'Going' }),
    ]
    const pipelineId = (await asOwner().rest('GET', '/v1/pipelines')).body.data[0].id
    const schedule = {
      startsAt: '2026-07-01T10:00:00Z',
      endsAt: '2026-07-01T11:00:00Z',
      timeZone: 'UTC',
    }
    const linkedIds = [
      await createRecord('/v1/deals', {
        title: 'House',
        pipelineId,
        peopleIds: [keptId, mergedId],
      }),
      await createRecord('/v1/appointments', {
        title: 'Visit',
        ...schedule,
        peopleIds: [mergedId],
      }),
    ]
    const relatedIds = [
      await createRecord('/v1/tasks', { title: 'Call', personId: mergedId }),
      await createRecord('/v1/activities', { channel: 'call', personId: mergedId }),
    ]
    const readLastChange = async (id: string) => {
      const [entry] = await readEntries({ recordId: { eq: id } })
      return [entry?.recordVersion, entry?.changes.map(({ field, from, to }) => [field, from, to])]
    }
    await asOwner().rest('POST', `/v1/people/${keptId}/merge`, { otherIds: [mergedId] })
    expect(await Promise.all(linkedIds.map(readLastChange))).toEqual([
      [2, [['peopleIds', [keptId, mergedId], [keptId]]]],
      [2, [['peopleIds', [mergedId], [keptId]]]],
    ])
    for (const id of relatedIds)
      expect(await readLastChange(id)).toEqual([2, [['personId', mergedId, keptId]]])
    const merges = (await asOwner().rest('GET', `/v1/people/${keptId}/merges`)).body.data
    expect((await asOwner().rest('POST', `/v1/people/merges/${merges[0].id}/undo`)).status).toBe(
      200,
    )
    expect(await Promise.all(linkedIds.map(readLastChange))).toEqual([
      [3, [['peopleIds', [keptId], [keptId, mergedId]]]],
      [3, [['peopleIds', [keptId], [mergedId]]]],
    ])
    for (const id of relatedIds)
      expect(await readLastChange(id)).toEqual([3, [['personId', keptId, mergedId]]])
  })

  const countEntries = async (where: object): Promise<number> =>
    (await sendAuditLogQuery({ where, first: 1 })).data.auditLog.totalCount

  test('the audit log count excludes the sequence numbers that restoring a backup skips', async () => {
    const previousCount = await countEntries({})
    const skipQuery = query<{ id: string }, unknown>((k, p) =>
      k
        .updateTable('companies')
        .set((eb) => ({ eventSequence: eb('eventSequence', '+', restoreSequenceSkip) }))
        .where('id', '=', p.id),
    )
    const skipSequences = () =>
      world.deps.store.allCompanies.write((db) => db.run(skipQuery, { id: world.company.id }))
    await skipSequences()
    world.clock.advance(1000)
    const firstTime = new Date(world.clock.now()).toISOString()
    await createRecord('/v1/tags', { name: 'After one restore' })
    await skipSequences()
    await skipSequences()
    world.clock.advance(1000)
    const lastTime = new Date(world.clock.now()).toISOString()
    await createRecord('/v1/tags', { name: 'After three restores' })
    expect(await countEntries({})).toBe(previousCount + 2)
    expect(await countEntries({ createdAt: { gte: firstTime } })).toBe(2)
    expect(await countEntries({ createdAt: { lt: lastTime } })).toBe(previousCount + 1)
    expect(await countEntries({ createdAt: { gte: lastTime } })).toBe(1)
  })

  test(
    'an audit log query is rejected if it would scan more than 100,000 entries',
    requires(!onPostgres, 'SQLite'),
    async () => {
      const [actorId, otherActorId] = [world.users.agent.id, world.users.idle.id]
      const insertEventsQuery = query<
        {
          companyId: string
          firstSequence: number
          count: number
          type: string
          actorId: string
          createdAt: string
        },
        unknown
      >(
        (
          _,
          p,
        ) => sql`with recursive "n" as (select cast(${p.firstSequence} as bigint) as "sequence" union all select "sequence" + 1 from "n" where "sequence" + 1 < cast(${p.firstSequence} as bigint) + ${p.count})
        insert into "events" select ${p.companyId}, "sequence", 'event_' || "sequence", ${p.type}, 'smartList', 'x_' || "sequence", 1, ${p.actorId}, null, 'r', '[]', null, ${p.createdAt} from "n"`,
      )
      const eventSequenceUpdate = query<{ companyId: string; lastSequence: number }, unknown>(
        (k, p) =>
          k
            .updateTable('companies')
            .set({ eventSequence: p.lastSequence })
            .where('id', '=', p.companyId),
      )
      const companyId = world.company.id
      const [newestEntry] = await readEntries({}, 1)
      const firstSequence = (newestEntry?.sequence ?? 0) + 1
      const eventCount = 103_000
      const firstCount = await countEntries({})
      world.clock.advance(1000)
      const createdAt = new Date(world.clock.now()).toISOString()
      await world.deps.store.allCompanies.write(async (db) => {
        await db.run(insertEventsQuery, {
          companyId,
          firstSequence,
          count: eventCount,
          type: 'x.made',
          actorId,
          createdAt,
        })
        await db.run(insertEventsQuery, {
          companyId,
          firstSequence: firstSequence + eventCount,
          count: eventCount,
          type: 'x.gone',
          actorId: otherActorId,
          createdAt,
        })
        await db.run(eventSequenceUpdate, {
          companyId,
          lastSequence: firstSequence + 2 * eventCount - 1,
        })
      })
      const rejectedResponse = await sendAuditLogQuery({
        where: { type: { eq: 'x.made' }, actorId: { eq: otherActorId } },
      })
      expect(rejectedResponse.errors[0]).toMatchObject({
        message: expect.stringContaining('More than 100,000'),
        extensions: { code: 'BAD_REQUEST' },
      })
      expect(
        (await asOwner().rest('GET', `/v1/audit-log?type=x.made&userId=${otherActorId}`)).status,
      ).toBe(400)
      const narrowedResponse = await sendAuditLogQuery({
        where: {
          type: { eq: 'x.made' },
          actorId: { eq: otherActorId },
          createdAt: { lt: createdAt },
        },
      })
      expect(narrowedResponse.data.auditLog).toMatchObject({ totalCount: 0, nodes: [] })
      const unfilteredResponse = await sendAuditLogQuery({ first: 2 })
      expect(unfilteredResponse.data.auditLog).toMatchObject({
        totalCount: firstCount + 2 * eventCount,
        nodes: [{ type: 'x.gone' }, { type: 'x.gone' }],
      })
      expect(
        (await sendAuditLogQuery({ where: { type: { eq: 'x.made' } } })).data.auditLog.totalCount,
      ).toBe(eventCount)
      expect(
        (
          await sendAuditLogQuery({
            where: { recordKind: { eq: 'smartList' }, actorId: { eq: actorId } },
          })
        ).data.auditLog.totalCount,
      ).toBe(eventCount)
    },
  )
})
