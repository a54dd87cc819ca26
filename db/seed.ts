import { contextOf, type Deps } from '../src/context.ts'
import { writeEvents } from '../src/events/record-event.ts'
import { fold } from '../src/lib/text.ts'
import { issueKey } from '../src/resources/api-keys/operations.ts'
import { allCompanies, systemViewer } from '../src/resources/companies/operations.ts'
import type { CompanyRow } from '../src/resources/companies/table.ts'
import { formatFullName, type UserRow } from '../src/resources/users/operations.ts'
import type { Db } from '../src/store/db.ts'
import { openOffice } from './seed/company.ts'
import { addCustomFields } from './seed/custom-fields.ts'
import { keepDemoKeys } from './seed/demo-keys.ts'
import { diceOf } from './seed/dice.ts'
import { type Counts, fill } from './seed/fill.ts'
import { between, day, type Office } from './seed/office.ts'
import { putInTrash, type SeededPerson } from './seed/person.ts'
import { northwind, staffFor } from './seed/staff.ts'

/** What was made, and a key of its Owner. */
export interface Seeded extends Counts {
  companyId: string
  ownerId: string
  id: string
  secret: string
}

const year = 365 * day
export const demoName = 'Northwind Realty'
const demoCounts: Counts = { people: 300, deals: 80, tasks: 200, activities: 800, appointments: 60 }
const inTrash = 8

/**
 * The believable demo company: the same each time, but for its times, which end now, and its ids
 * and keys.
 * @param wanted asked of the companies that there are: another process may just have loaded it
 */
export async function loadDemo(
  deps: Deps,
  wanted: (companies: readonly CompanyRow[]) => boolean = () => true,
): Promise<Seeded | undefined> {
  return deps.store.allCompanies.write(async (db) => {
    if (!wanted(await db.all(allCompanies, {}))) return undefined
    const office = await openOffice(
      deps,
      db,
      diceOf(1911),
      { name: demoName, isDemo: true },
      northwind,
      deps.now() - year,
    )
    const ids: { id: string }[] = []
    await fill(office, db, demoCounts, 0, demoCounts.people, (people) => {
      trashSome(office, people)
      ids.push(...people.map(({ row }) => row))
    })
    await addCustomFields(office, db, ids)
    const shown = [office.owner, office.admin, office.leaders[0], office.agents[0]].filter(
      (user) => user !== undefined,
    )
    const issued: { user: UserRow; id: string; secret: string }[] = []
    for (const user of shown) issued.push({ user, ...(await keyFor(office, db, user, 'Demo')) })
    const keys = issued.map(({ user, secret }) => ({
      role: user.role,
      name: formatFullName(user),
      email: user.email,
      secret,
    }))
    keepDemoKeys(deps.settings, keys)
    const { id = '', secret = '' } = issued[0] ?? {}
    return { companyId: office.company.id, ownerId: office.owner.id, id, secret, ...demoCounts }
  })
}

function trashSome(office: Office, people: SeededPerson[]): void {
  const old = people.filter(({ row }) => Date.parse(row.updatedAt) < office.end - 25 * day)
  for (const person of office.dice.some(old, inTrash))
    putInTrash(office, person, between(office.dice, office.end - 20 * day, office.end - 3_600_000))
}

async function keyFor(
  { deps, company }: Office,
  db: Db,
  user: UserRow,
  name: string,
): Promise<{ id: string; secret: string }> {
  const ctx = contextOf(deps, { viewer: systemViewer(company), requestId: 'seed', db })
  const { apiKey, secret } = await issueKey(ctx, { userId: user.id, name })
  await writeEvents(ctx)
  return { id: apiKey.id, secret }
}

/** People written in one transaction; a server beside it gets its turn between two. */
const batch = 1000
const pause = 50

/**
 * A company of any size for trying what the server bears, each person with a fair share of
 * everything else.
 */
export async function seedCompany(
  deps: Deps,
  name: string,
  people: number,
  progress: (done: number, total: number) => void,
): Promise<Seeded> {
  const counts: Counts = {
    people,
    deals: Math.floor(people * 0.6),
    tasks: people * 2,
    activities: people * 5,
    appointments: Math.floor(people * 0.5),
  }
  const dice = diceOf(people)
  const slug =
    fold(name)
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? 'company'
  const domain = `${slug}.example`
  const { office, key } = await deps.store.allCompanies.write(async (db) => {
    const office = await openOffice(
      deps,
      db,
      dice,
      { name },
      staffFor(dice, people, domain),
      deps.now() - year,
    )
    return { office, key: await keyFor(office, db, office.owner, 'Seed') }
  })
  // What happens around a person happens within days, so that what is written together lies
  // together.
  office.span = people > 5000 ? 5 * day : office.span
  for (let from = 0; from < people; from += batch) {
    const to = Math.min(people, from + batch)
    await deps.store.forCompany(office.company.id).write((db) => fill(office, db, counts, from, to))
    progress(to, people)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return { companyId: office.company.id, ownerId: office.owner.id, ...key, ...counts }
}
