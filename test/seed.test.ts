import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { TypeID } from 'typeid-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDemoKeys } from '../db/seed/demo-keys.ts'
import { createRandom } from '../db/seed/random.ts'
import { loadDemo, seedCompany } from '../db/seed.ts'
import { listDeletionVariants, toSearchWords } from '../src/resources/people/names.ts'
import { query } from '../src/store/query.ts'
import type { Schema, TableName } from '../src/store/schema.ts'
import { startServer, type TestServer } from './support/server.ts'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'dealgraph-seed-'))
const settings = { DATABASE_URL: `sqlite:${join(folder, 'demo.db')}` }

const readAllRows = <T extends TableName>(table: T): Promise<Schema[T][]> =>
  server.deps.store.allCompanies.readLatest((db) =>
    db.all(
      query((k, _p: object) => k.selectFrom(table as 'people').selectAll()),
      {},
    ),
  ) as Promise<unknown> as Promise<Schema[T][]>
const toIso = (timeMs: number) => new Date(timeMs).toISOString()

beforeAll(async () => {
  server = await startServer(settings)
  await loadDemo(server.deps)
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('The demo company', () => {
  it('the demo company has an Owner, an Admin, two Team Leaders with Agents, and a key for each role', async () => {
    const [users, teamMemberships] = [await readAllRows('users'), await readAllRows('teamMembers')]
    expect(users.map((user) => user.role).sort()).toEqual([
      'Admin',
      ...Array(7).fill('Agent'),
      'Owner',
      'Team Leader',
      'Team Leader',
    ])
    for (const team of await readAllRows('teams')) {
      const teamMembers = teamMemberships.filter((member) => member.teamId === team.id)
      expect(teamMembers.filter((member) => member.isLeader)).toHaveLength(1)
      expect([3, 4]).toContain(teamMembers.filter((member) => member.isMember).length)
    }
    expect(readDemoKeys(server.deps.settings).map((key) => key.role)).toEqual([
      'Owner',
      'Admin',
      'Team Leader',
      'Agent',
    ])
  })

  it('the demo company has 300 people, eight of them in Trash, and deals, tasks, activities, appointments, collaborators and custom fields', async () => {
    expect((await readAllRows('people')).length).toBe(300)
    expect(new Set((await readAllRows('deals')).map((deal) => deal.pipelineId)).size).toBe(2)
    const tasks = await readAllRows('tasks')
    expect(tasks.filter((task) => task.completedAt).length).toBeGreaterThan(50)
    expect(
      tasks.filter(
        (task) => !task.completedAt && task.dueDate && task.dueDate < toIso(server.clock.now()),
      ).length,
    ).toBeGreaterThan(5)
    expect(new Set((await readAllRows('activities')).map((activity) => activity.type)).size).toBe(6)
    const appointments = await readAllRows('appointments')
    expect(appointments).toHaveLength(60)
    const now = toIso(server.clock.now())
    expect(
      appointments.filter(
        (appointment) => appointment.startsAt > now && appointment.status === 'scheduled',
      ).length,
    ).toBeGreaterThan(8)
    expect(
      appointments.filter((appointment) => appointment.endsAt < now && appointment.outcome).length,
    ).toBeGreaterThan(20)
    expect(
      appointments.filter(
        (appointment) => appointment.status === 'cancelled' && appointment.cancellationReason,
      ).length,
    ).toBeGreaterThan(1)
    expect((await readAllRows('collaborators')).length).toBeGreaterThan(10)
    expect(new Set((await readAllRows('customFields')).map((field) => field.type)).size).toBe(5)
    expect((await readAllRows('personCustomValues')).length).toBeGreaterThan(200)
    expect((await readAllRows('dealCustomValues')).length).toBeGreaterThan(100)
    const stages = new Map((await readAllRows('stages')).map((stage) => [stage.id, stage]))
    const trashedPeople = (await readAllRows('people')).filter((person) => person.trashedAt)
    expect(trashedPeople).toHaveLength(8)
    for (const { stageId, previousStageId, trashedAt } of trashedPeople) {
      expect([stages.get(stageId)?.isTrash, stages.get(previousStageId ?? '')?.isTrash]).toEqual([
        1, 0,
      ])
      expect(trashedAt && trashedAt > toIso(server.clock.now() - 29 * 86_400_000)).toBe(true)
    }
  })

  it('people in the demo company have mostly unique names, and unique, valid phone numbers with more than ten country codes', async () => {
    const phones = await readAllRows('personPhones')
    const parsedPhones = phones.map((phone) => parsePhoneNumberFromString(phone.value))
    expect(
      parsedPhones.every(
        (phone, index) => phone?.isValid() && phone.number === phones[index]?.value,
      ),
    ).toBe(true)
    expect(phones.every((phone) => phone.status === 'Valid')).toBe(true)
    expect(new Set(parsedPhones.map((phone) => phone?.countryCallingCode)).size).toBeGreaterThan(10)
    expect(new Set(phones.map((phone) => phone.value)).size).toBe(phones.length)
    expect(
      new Set((await readAllRows('people')).map((person) => person.nameKey)).size,
    ).toBeGreaterThan(295)
    const phonesByPerson = Map.groupBy(phones, (phone) => phone.personId)
    for (const ownPhones of phonesByPerson.values())
      expect(ownPhones.filter((phone) => phone.isPrimary)).toHaveLength(1)
  })

  it('records in the demo company have creation times that are in the past and equal the times in their ids', async () => {
    for (const table of [
      'users',
      'teams',
      'stages',
      'pipelines',
      'pipelineStages',
      'tags',
      'customFields',
      'people',
      'deals',
      'tasks',
      'activities',
      'appointments',
    ] as const)
      for (const { id, createdAt, updatedAt } of await readAllRows(table)) {
        const idTimeHex = TypeID.fromString(id).toUUID().replaceAll('-', '').slice(0, 12)
        expect({ id, at: toIso(Number.parseInt(idTimeHex, 16)) }).toEqual({ id, at: createdAt })
        expect(createdAt <= updatedAt && updatedAt <= toIso(server.clock.now())).toBe(true)
      }
  })

  it('the demo company has no task or activity older than its person', async () => {
    const creationTimes = new Map(
      (await readAllRows('people')).map((person) => [person.id, person.createdAt]),
    )
    const records = [...(await readAllRows('tasks')), ...(await readAllRows('activities'))]
    expect(
      records.filter(
        (record) => record.createdAt < (creationTimes.get(record.personId ?? '') ?? ''),
      ),
    ).toEqual([])
  })

  it("the demo company's search index contains all words of people's names and their spelling variants", async () => {
    const nameWords = new Set<string>()
    for (const person of await readAllRows('people'))
      for (const word of toSearchWords(person.nameKey)) nameWords.add(word)
    expect((await readAllRows('nameWords')).map((row) => row.word).sort()).toEqual(
      [...nameWords].sort(),
    )
    expect((await readAllRows('nameVariants')).length).toBe(
      [...nameWords].reduce((sum, searchWord) => sum + listDeletionVariants(searchWord).length, 0),
    )
  })
})

describe('Seeded companies', () => {
  it('a seeded company has the requested number of people, and their names are the same every time', async () => {
    const seededCompany = await seedCompany(server.deps, 'Many', 1203, () => {})
    const people = (await readAllRows('people')).filter(
      (person) => person.companyId === seededCompany.companyId,
    )
    expect(people).toHaveLength(1203)
    expect(
      (await readAllRows('deals')).filter((deal) => deal.companyId === seededCompany.companyId),
    ).toHaveLength(seededCompany.deals)
    const repeatedCompany = await seedCompany(server.deps, 'Many', 1203, () => {})
    const readNames = (companyId: string) => async () =>
      (await readAllRows('people'))
        .filter((person) => person.companyId === companyId)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map((person) => person.nameKey)
    expect(await readNames(repeatedCompany.companyId)()).toEqual(
      await readNames(seededCompany.companyId)(),
    )
  })

  it('the random numbers used for seeding are evenly distributed', () => {
    const random = createRandom(5)
    const diceRolls = Array.from({ length: 6000 }, () => random.int(1, 6))
    for (const value of [1, 2, 3, 4, 5, 6])
      expect(diceRolls.filter((roll) => roll === value).length).toBeGreaterThan(850)
    expect(random.sample([1, 2, 3], 5)).toEqual([1, 2, 3])
  })
})
