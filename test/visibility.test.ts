import fc from 'fast-check'
import type { GraphQLObjectType } from 'graphql'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listNodeTypes } from '../src/crud/node-types.ts'
import { capitalize, uncapitalize } from '../src/lib/text.ts'
import { schema } from '../src/resources/index.ts'
import type { Client } from './support/client.ts'
import { onPostgres } from './support/database.ts'
import {
  companyPlan,
  companyUsers,
  createRandomCompany,
  getListPath,
  kindsByListName,
  type ListName,
  listNames,
  type RandomCompany,
  updates,
} from './support/random-company.ts'
import {
  type Caller,
  canEdit,
  canView,
  kinds,
  type RecordFacts,
} from './support/visibility-model.ts'
import { createWorld, type World } from './support/world.ts'

const otherScopes = [
  'tasks.manage',
  'appointments.manage',
  'deals.manage',
  'activities.view',
  'activities.create',
  'smartlists.manage',
  'users.view',
]

/** Callers with the unrestricted key of each user, and callers with narrowed keys. */
const callers: Caller[] = [
  ...companyUsers.map((user) => ({ user })),
  {
    user: 'owner',
    scopes: ['people.view.own', 'people.edit.all', 'deals.view.all', ...otherScopes],
  },
  {
    user: 'owner',
    scopes: ['people.view.all', 'people.edit.own', 'deals.view.own', ...otherScopes],
  },
  {
    user: 'leader',
    scopes: ['people.view.own', 'people.edit.team', 'deals.view.team', ...otherScopes],
  },
  {
    user: 'leader',
    scopes: ['people.view.team', 'people.edit.own', 'deals.view.own', ...otherScopes],
  },
  // Scopes beyond the user's role have no effect.
  {
    user: 'agent',
    scopes: ['people.view.all', 'people.edit.all', 'deals.view.all', ...otherScopes],
  },
]

const getFields = (typeName: string) => (schema.getType(typeName) as GraphQLObjectType).getFields()
const relatedListNames = listNames.filter((name) => name in getFields('Person'))

/** Returns whether a record of the list can be related to several people. */
const hasPeople = (name: ListName) => 'peopleIds' in getFields(capitalize(kindsByListName[name]))

describe('Record visibility', () => {
  let world: World
  const clientsByCaller = new Map<Caller, Client>()
  beforeAll(async () => {
    world = await createWorld()
    for (const caller of callers)
      clientsByCaller.set(caller, await world.createKey(caller.user, caller.scopes))
  })
  afterAll(() => world.stop())

  const getIds = (records: { id: string }[]) => records.map(({ id }) => id)
  const sortNewestFirst = (records: RecordFacts[]) => getIds(records).sort().reverse()
  const filterVisible = (company: RandomCompany, caller: Caller, records: RecordFacts[]) =>
    records.filter((record) => canView(company.teams, caller, record))

  /** Reads all pages of a list, three records per page. @returns the record ids */
  async function listAllIds(client: Client, path: string): Promise<string[]> {
    const foundIds: string[] = []
    let cursor = ''
    do {
      const { body } = await client.rest(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}limit=3${cursor}`,
      )
      expect(body.meta.count).toBe(body.data.length)
      foundIds.push(...getIds(body.data))
      cursor = body.meta.hasMore ? `&cursor=${encodeURIComponent(body.meta.nextCursor)}` : ''
    } while (cursor)
    return foundIds
  }

  /**
   * Runs `check` for every caller on each of `numRuns` random companies. On PostgreSQL, a quarter
   * of the runs suffice, because the differential tests compare PostgreSQL with SQLite. A failure
   * names the caller and the files that differ.
   */
  const checkRandomCompanies = (
    numRuns: number,
    check: (company: RandomCompany, caller: Caller, client: Client) => Promise<void>,
  ) =>
    fc.assert(
      fc.asyncProperty(companyPlan, async (plan) => {
        const company = await createRandomCompany(world, plan)
        const checkCaller = async (caller: Caller) => {
          try {
            await check(company, caller, clientsByCaller.get(caller) as Client)
          } catch (cause) {
            const { user, scopes = [] } = caller
            throw new Error(
              `As ${[user, ...scopes].join(' ')}: the responses differ from canView or canEdit in test/support/visibility-model.ts; correct the model or policy.ts`,
              { cause },
            )
          }
        }
        await Promise.all(callers.map(checkCaller))
      }),
      { seed: 20260601, numRuns: onPostgres ? numRuns / 4 : numRuns, endOnFailure: false },
    )

  test('every caller can list, count and read exactly the visible people', () =>
    checkRandomCompanies(16, async (company, caller, client) => {
      const visibleRecords = filterVisible(company, caller, company.people)
      const statuses = await Promise.all(
        company.people.map(async ({ id }) => [
          id,
          (await client.rest('GET', `/v1/people/${id}`)).status,
        ]),
      )
      expect(new Map(statuses as [string, number][])).toEqual(
        new Map(
          company.people.map((person) => [person.id, visibleRecords.includes(person) ? 200 : 403]),
        ),
      )
      expect(await listAllIds(client, '/v1/people?includeTrash=true')).toEqual(
        sortNewestFirst(visibleRecords),
      )
      const idsWithoutTrash = sortNewestFirst(visibleRecords.filter(({ trashed }) => !trashed))
      expect(await listAllIds(client, '/v1/people')).toEqual(idsWithoutTrash)
      const { body } = await client.gql(
        'query($ids: [ID!]!) { all: people(first: 100, includeTrash: true) { totalCount nodes { id } } plain: people(first: 100) { totalCount nodes { id } } nodes(ids: $ids) { id } }',
        { ids: getIds(company.people) },
      )
      expect(body.errors).toBeUndefined()
      expect(body.data.all).toEqual({
        totalCount: visibleRecords.length,
        nodes: sortNewestFirst(visibleRecords).map((id) => ({ id })),
      })
      expect(body.data.plain).toEqual({
        totalCount: idsWithoutTrash.length,
        nodes: idsWithoutTrash.map((id) => ({ id })),
      })
      expect(body.data.nodes).toEqual(
        company.people.map((person) =>
          visibleRecords.includes(person) ? { id: person.id } : null,
        ),
      )
    }))

  test('a search returns and counts exactly the matching people visible to the caller', () =>
    checkRandomCompanies(16, async (company, caller, client) => {
      const visibleRecords = filterVisible(company, caller, company.people)
      const peopleWithoutTrash = visibleRecords.filter(({ trashed }) => !trashed)
      for (const searchTerm of [
        'name=Casey',
        'name=cas',
        'name=Casye',
        'email=Casey%40example.test',
      ]) {
        expect(
          (await listAllIds(client, `/v1/people/search?${searchTerm}&includeTrash=true`)).sort(),
        ).toEqual(getIds(visibleRecords).sort())
        expect((await listAllIds(client, `/v1/people/search?${searchTerm}`)).sort()).toEqual(
          getIds(peopleWithoutTrash).sort(),
        )
      }
      const searchesById = company.people
        .map(({ id }, index) => `p${index}: searchPeople(by: { id: "${id}" }) { nodes { id } }`)
        .join(' ')
      const { name, email, ...foundById } = (
        await client.gql(
          `{ name: searchPeople(by: { name: "casey" }) { totalCount } email: searchPeople(by: { email: "casey@example.test" }, includeTrash: true) { totalCount } ${searchesById} }`,
        )
      ).body.data
      expect([name.totalCount, email.totalCount]).toEqual([
        peopleWithoutTrash.length,
        visibleRecords.length,
      ])
      expect(Object.values(foundById)).toEqual(
        company.people.map((person) => ({
          nodes: peopleWithoutTrash.includes(person) ? [{ id: person.id }] : [],
        })),
      )
    }))

  test('every caller can list, count and read exactly the visible tasks, deals, appointments, activities and smart lists', () =>
    checkRandomCompanies(20, async (company, caller, client) => {
      for (const kind of listNames.filter((name) => name !== 'people')) {
        const records = company[kind]
        const recordField = kindsByListName[kind]
        const visibleRecords = filterVisible(company, caller, records)
        const singleReads = records
          .map(({ id }, index) => `r${index}: ${recordField}(id: "${id}") { id }`)
          .join(' ')
        const { data, errors = [] } = (
          await client.gql(
            `query($ids: [ID!]!) { ${kind}(first: 100) { totalCount nodes { id } } nodes(ids: $ids) { id } ${singleReads} }`,
            { ids: getIds(records) },
          )
        ).body
        expect(data[kind]).toEqual({
          totalCount: visibleRecords.length,
          nodes: sortNewestFirst(visibleRecords).map((id) => ({ id })),
        })
        expect(data.nodes).toEqual(
          records.map((record) => (visibleRecords.includes(record) ? { id: record.id } : null)),
        )
        for (const [index, record] of records.entries())
          expect(data[`r${index}`], `${recordField} ${index}`).toEqual(
            visibleRecords.includes(record) ? { id: record.id } : null,
          )
        expect(
          errors.map((error: { extensions: { code: string } }) => error.extensions.code),
        ).toEqual(
          records.filter((record) => !visibleRecords.includes(record)).map(() => 'FORBIDDEN'),
        )
        if (kind !== 'activities')
          expect(await listAllIds(client, getListPath(kind))).toEqual(
            sortNewestFirst(visibleRecords),
          )
      }
    }))

  test('every caller can update exactly the editable records, for which `viewerCan` lists `update`', () =>
    checkRandomCompanies(8, async (company, caller, client) => {
      for (const kind of listNames) {
        const visibleRecords = filterVisible(company, caller, company[kind])
        const { data } = (
          await client.gql(
            'query($ids: [ID!]!) { nodes(ids: $ids) { ... on Record { viewerCan } } }',
            { ids: getIds(visibleRecords) },
          )
        ).body
        const outcomes = await Promise.all(
          visibleRecords.map(async (record, index) => {
            const path = `${getListPath(kind)}/${record.id}`
            const { status } = await client.rest('PATCH', path, updates[kind])
            return [record, status, data.nodes[index]?.viewerCan.includes('update')]
          }),
        )
        expect(outcomes).toEqual(
          visibleRecords.map((record) =>
            canEdit(company.teams, caller, record) ? [record, 200, true] : [record, 403, false],
          ),
        )
      }
    }))

  test('related records hidden from the caller are null or omitted and cause no error', () =>
    checkRandomCompanies(20, async (company, caller, client) => {
      const selectPage = (kind: string) => `${kind}(first: 9) { totalCount nodes { id } }`
      const selectList = (kind: ListName) =>
        `${kind}(first: 100) { nodes { id ${hasPeople(kind) ? 'peopleIds people { id }' : 'personId person { id }'} } }`
      const { data, errors } = (
        await client.gql(
          `{ ${relatedListNames.map(selectList)} people(first: 20, includeTrash: true) { nodes { id ${relatedListNames.map(selectPage)} } } }`,
        )
      ).body
      expect(errors).toBeUndefined()
      for (const kind of relatedListNames)
        for (const { id, ...related } of data[kind].nodes) {
          const { people = [] } = company[kind].find((record) => record.id === id) as RecordFacts
          const personIds = getIds(filterVisible(company, caller, people))
          const visiblePeople = personIds.map((personId) => ({ id: personId }))
          expect(related).toEqual(
            hasPeople(kind)
              ? { peopleIds: personIds, people: visiblePeople }
              : { personId: personIds[0] ?? null, person: visiblePeople[0] ?? null },
          )
        }
      for (const { id, ...edges } of data.people.nodes)
        for (const kind of relatedListNames) {
          const visibleRecords = filterVisible(
            company,
            caller,
            company[kind].filter((record) => record.people?.some((person) => person.id === id)),
          )
          expect(edges[kind]).toEqual({
            totalCount: visibleRecords.length,
            nodes: sortNewestFirst(visibleRecords).map((recordId) => ({ id: recordId })),
          })
        }
      for (const person of company.people) {
        const { status, body } = await client.rest(
          'GET',
          `/v1/activities?personId=${person.id}&limit=100`,
        )
        expect([status, getIds(body.data ?? [])]).toEqual(
          canView(company.teams, caller, person)
            ? [
                200,
                sortNewestFirst(
                  filterVisible(
                    company,
                    caller,
                    company.activities.filter(({ people }) => people?.[0] === person),
                  ),
                ),
              ]
            : [403, []],
        )
      }
    }))
})

describe('The kinds of records in visibility tests', () => {
  const toKind = ({ type }: { type: string }) => uncapitalize(type)

  test('the visibility model of the tests covers every kind of record', () => {
    expect(kinds.toSorted(), 'kinds in test/support/visibility-model.ts').toEqual(
      listNodeTypes().map(toKind).sort(),
    )
  })

  test('random test companies contain every kind of record whose visibility depends on users', () => {
    const kindsByUser = listNodeTypes().filter(
      ({ policy }) => !policy.isCredential && policy.getAudience('', sql`''`).length > 0,
    )
    expect(
      Object.values(kindsByListName).toSorted(),
      'kindsByListName in test/support/random-company.ts',
    ).toEqual(kindsByUser.map(toKind).sort())
  })
})

describe('Narrowed keys', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const createPerson = async (
    assignee: 'owner' | 'agent' | 'loner' | 'leader',
    collaboratorIds: string[] = [],
  ) =>
    (
      await world.as('owner').rest('POST', '/v1/people', {
        firstName: assignee,
        assignedAgentId: world.users[assignee].id,
        collaboratorIds,
      })
    ).body.data.id as string
  const listIds = async (client: Client) =>
    ((await client.rest('GET', '/v1/people?limit=100')).body.data as { id: string }[]).map(
      ({ id }) => id,
    )

  test("an Owner's key with only people.view.own can view only people whose assignee or collaborator is the Owner", async () => {
    const ownId = await createPerson('owner')
    const sharedId = await createPerson('agent', [world.users.owner.id])
    const hiddenId = await createPerson('agent')
    const narrowedClient = await world.createKey('owner', ['people.view.own'])
    expect(await listIds(narrowedClient)).toEqual([sharedId, ownId])
    expect((await narrowedClient.rest('GET', `/v1/people/${hiddenId}`)).body.error.code).toBe(
      'FORBIDDEN',
    )
    for (const [method, path, scope] of [
      ['GET', '/v1/tasks', 'tasks.manage'],
      ['GET', '/v1/appointments', 'appointments.manage'],
      ['GET', '/v1/deals', 'deals.view'],
      ['GET', '/v1/users', 'users.view'],
      ['DELETE', `/v1/people/${ownId}`, 'people.edit'],
    ] as const) {
      const { status, body } = await narrowedClient.rest(method, path)
      expect([status, body.error.code]).toEqual([403, 'FORBIDDEN'])
      expect(body.error.message).toContain(scope)
    }
    const { body } = await narrowedClient.gql(
      'query($id: ID!) { person(id: $id) { id assigneeName tasks { totalCount } deals { totalCount } activities { totalCount } } }',
      { id: ownId },
    )
    expect(body.data.person).toEqual({
      id: ownId,
      assigneeName: 'Olga Owner',
      tasks: null,
      deals: null,
      activities: null,
    })
    const errors = body.errors.map(
      ({ path, extensions }: { path: string[]; extensions: { code: string } }) =>
        `${path.join('.')} ${extensions.code}`,
    )
    expect(errors.sort()).toEqual([
      'person.activities FORBIDDEN',
      'person.deals FORBIDDEN',
      'person.tasks FORBIDDEN',
    ])
  })

  test("an Owner's key with people.view.all and people.edit.own can view all people but update only people assigned to the Owner", async () => {
    const [ownId, otherId] = [await createPerson('owner'), await createPerson('loner')]
    const narrowedClient = await world.createKey('owner', ['people.view.all', 'people.edit.own'])
    const updatePerson = async (id: string) =>
      (await narrowedClient.rest('PUT', `/v1/people/${id}`, { source: 'x' })).status
    expect([
      (await narrowedClient.rest('GET', `/v1/people/${otherId}`)).status,
      await updatePerson(otherId),
      await updatePerson(ownId),
    ]).toEqual([200, 403, 200])
  })

  test("an API key never grants more permissions than its user's current role and teams", async () => {
    const [agentPersonId, adminPersonId] = [
      await createPerson('agent'),
      await createPerson('leader', [world.users.admin.id]),
    ]
    const narrowedClient = await world.createKey('admin', [
      'people.view.all',
      'people.edit.all',
      'people.delete',
    ])
    expect(await listIds(narrowedClient)).toEqual(
      expect.arrayContaining([agentPersonId, adminPersonId]),
    )
    await world.as('owner').rest('PUT', `/v1/users/${world.users.admin.id}`, { role: 'Agent' })
    expect(await listIds(narrowedClient)).toEqual([adminPersonId])
    expect(
      (await narrowedClient.rest('DELETE', `/v1/people/${adminPersonId}?permanent=true`)).body.error
        .message,
    ).toContain('people.delete')
    await world
      .as('owner')
      .rest('PUT', `/v1/users/${world.users.admin.id}`, { role: 'Team Leader' })
    await world
      .as('owner')
      .rest('PUT', `/v1/teams/${world.teamId}`, { leaderIds: [world.users.admin.id] })
    expect(await listIds(narrowedClient)).toContain(agentPersonId)
    expect(await listIds(world.as('leader'))).not.toContain(agentPersonId)
  })
})
