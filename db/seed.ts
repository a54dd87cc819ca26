import { createContext, type Deps } from '../src/context.ts'
import { writeEvents } from '../src/events/record-event.ts'
import { fold } from '../src/lib/text.ts'
import { dayMs, hourMs } from '../src/lib/time.ts'
import { issueKey } from '../src/resources/api-keys/operations.ts'
import { allCompanies, createSystemViewer } from '../src/resources/companies/operations.ts'
import type { CompanyRow } from '../src/resources/companies/table.ts'
import { formatFullName, type UserRow } from '../src/resources/users/operations.ts'
import type { Db } from '../src/store/db.ts'
import { createSeedContext } from './seed/company.ts'
import { addCustomFields } from './seed/custom-fields.ts'
import { storeDemoKeys } from './seed/demo-keys.ts'
import { type Counts, writeRecords } from './seed/fill.ts'
import { moveToTrash, type SeededPerson } from './seed/person.ts'
import { createRandom } from './seed/random.ts'
import { pickBetween, type SeedContext } from './seed/seed-context.ts'
import { createStaff, northwindStaff } from './seed/staff.ts'

/** The ids and record counts of a seeded company; `id` and `secret` are the Owner's API key. */
export interface SeedResult extends Counts {
  companyId: string
  ownerId: string
  id: string
  secret: string
}

const yearMs = 365 * dayMs
export const demoName = 'Northwind Realty'
const demoCounts: Counts = { people: 300, deals: 80, tasks: 200, activities: 800, appointments: 60 }
const trashedCount = 8

/**
 * Loads the demo company. Runs differ only in ids, keys and times, which are relative to now.
 * @param shouldLoad called with the existing companies in the same transaction, because another
 * process may have just loaded the demo company
 * @returns undefined if `shouldLoad` returns false
 */
export async function loadDemo(
  deps: Deps,
  shouldLoad: (companies: readonly CompanyRow[]) => boolean = () => true,
): Promise<SeedResult | undefined> {
  return deps.store.allCompanies.write(async (db) => {
    if (!shouldLoad(await db.all(allCompanies, {}))) return undefined
    const seedContext = await createSeedContext(
      deps,
      db,
      createRandom(1911),
      { name: demoName, isDemo: true },
      northwindStaff,
      deps.now() - yearMs,
    )
    const seededPeople: { id: string }[] = []
    await writeRecords(seedContext, db, demoCounts, 0, demoCounts.people, (people) => {
      trashOldPeople(seedContext, people)
      seededPeople.push(...people.map(({ row }) => row))
    })
    await addCustomFields(seedContext, db, seededPeople)
    return {
      companyId: seedContext.company.id,
      ownerId: seedContext.owner.id,
      ...(await issueDemoKeys(seedContext, db)),
      ...demoCounts,
    }
  })
}

/** Creates and stores one API key per role. @returns the Owner's key */
async function issueDemoKeys(seedContext: SeedContext, db: Db) {
  const { owner, admin, leaders, agents } = seedContext
  const keyUsers = [owner, admin, leaders[0], agents[0]].filter((user) => user !== undefined)
  const issuedKeys: { user: UserRow; id: string; secret: string }[] = []
  for (const user of keyUsers)
    issuedKeys.push({ user, ...(await issueUserKey(seedContext, db, user, 'Demo')) })
  const keys = issuedKeys.map(({ user, secret }) => ({
    role: user.role,
    name: formatFullName(user),
    email: user.email,
    secret,
  }))
  storeDemoKeys(seedContext.deps.settings, keys)
  const { id = '', secret = '' } = issuedKeys[0] ?? {}
  return { id, secret }
}

function trashOldPeople(seedContext: SeedContext, people: SeededPerson[]): void {
  const oldPeople = people.filter(
    ({ row }) => Date.parse(row.updatedAt) < seedContext.endMs - 25 * dayMs,
  )
  for (const person of seedContext.random.sample(oldPeople, trashedCount))
    moveToTrash(
      seedContext,
      person,
      pickBetween(seedContext.random, seedContext.endMs - 20 * dayMs, seedContext.endMs - hourMs),
    )
}

async function issueUserKey(
  { deps, company }: SeedContext,
  db: Db,
  user: UserRow,
  name: string,
): Promise<{ id: string; secret: string }> {
  const ctx = createContext(deps, { viewer: createSystemViewer(company), requestId: 'seed', db })
  const { apiKey, secret } = await issueKey(ctx, { userId: user.id, name })
  await writeEvents(ctx)
  return { id: apiKey.id, secret }
}

/**
 * The number of people per transaction, and the pause after each transaction, during which a
 * running server can write.
 */
const batchSize = 1000
const pauseMs = 50

function toDomain(name: string): string {
  const words = fold(name).match(/[a-z0-9]+/g) ?? ['company']
  return `${words.join('-')}.example`
}

/**
 * Creates a company of any size for load tests. The numbers of deals, tasks, activities and
 * appointments are proportional to the number of people.
 */
export async function seedCompany(
  deps: Deps,
  name: string,
  personCount: number,
  onProgress: (doneCount: number, totalCount: number) => void,
): Promise<SeedResult> {
  const counts: Counts = {
    people: personCount,
    deals: Math.floor(personCount * 0.6),
    tasks: personCount * 2,
    activities: personCount * 5,
    appointments: Math.floor(personCount * 0.5),
  }
  const random = createRandom(personCount)
  const { seedContext, key } = await deps.store.allCompanies.write(async (db) => {
    const seedContext = await createSeedContext(
      deps,
      db,
      random,
      { name },
      createStaff(random, personCount, toDomain(name)),
      deps.now() - yearMs,
    )
    return { seedContext, key: await issueUserKey(seedContext, db, seedContext.owner, 'Seed') }
  })
  // In a large company, all activity with a person falls within a few days, so that rows written
  // together are close to each other in the indexes.
  seedContext.activitySpanMs = personCount > 5000 ? 5 * dayMs : seedContext.activitySpanMs
  for (let firstIndex = 0; firstIndex < personCount; firstIndex += batchSize) {
    const endIndex = Math.min(personCount, firstIndex + batchSize)
    await deps.store
      .forCompany(seedContext.company.id)
      .write((db) => writeRecords(seedContext, db, counts, firstIndex, endIndex))
    onProgress(endIndex, personCount)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return { companyId: seedContext.company.id, ownerId: seedContext.owner.id, ...key, ...counts }
}
