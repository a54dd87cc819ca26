import type { ActivityRow } from '../../src/resources/activities/table.ts'
import { deletionVariants, searchWords } from '../../src/resources/people/names.ts'
import type { Db } from '../../src/store/db.ts'
import { makeActivity } from './activity.ts'
import { makeAppointment, type SeededAppointment } from './appointment.ts'
import { makeDeal, type SeededDeal } from './deal.ts'
import { dealHistory, personHistory } from './history.ts'
import { between, type Office, officeHours } from './office.ts'
import { makePerson, type SeededPerson } from './person.ts'
import { makeTask } from './task.ts'

/** How many of each there will be when all is done. */
export interface Counts {
  people: number
  deals: number
  tasks: number
  activities: number
  appointments: number
}

/**
 * Writes the people from the `from`th to before the `to`th of `counts.people`, with their share of
 * everything else.
 */
export async function fill(
  office: Office,
  db: Db,
  counts: Counts,
  from: number,
  to: number,
  retouch: (people: SeededPerson[]) => void = () => {},
): Promise<void> {
  const { dice } = office
  const step = (office.end - office.start) / counts.people
  const arrival = (index: number) =>
    officeHours(
      office,
      between(dice, office.start + index * step, office.start + (index + 1) * step),
      office.start,
    )
  const times = Array.from({ length: to - from }, (_, index) => arrival(from + index)).sort(
    (a, b) => a - b,
  )
  const people = times.map((at, index) => makePerson(office, from + index, at))
  const share = (kind: keyof Counts) =>
    Math.floor((counts[kind] * to) / counts.people) -
    Math.floor((counts[kind] * from) / counts.people)
  const forSomeone = <T>(kind: keyof Counts, make: (person: SeededPerson) => T) =>
    Array.from({ length: share(kind) }, () => make(dice.pick(people)))
  const deals = forSomeone('deals', (person) => makeDeal(office, person, dice.pick(people)))
  retouch(people)
  const tasks = forSomeone('tasks', (person) => makeTask(office, person))
  const activities = forSomeone('activities', (person) => makeActivity(office, person))
  noteLatest(people, activities)
  for (const person of people) await writePerson(office, db, person)
  for (const deal of deals) await writeDeal(office, db, deal)
  for (const task of tasks) await db.insert('tasks', task)
  for (const activity of activities) await db.insert('activities', activity)
  for (const appointment of forSomeone('appointments', (person) =>
    makeAppointment(office, person, dice.pick(people)),
  ))
    await writeAppointment(db, appointment)
}

function noteLatest(people: SeededPerson[], activities: ActivityRow[]): void {
  const rows = new Map(people.map(({ row }) => [row.id, row]))
  for (const { personId, createdAt } of activities) {
    const row = rows.get(personId)
    if (row && createdAt > (row.lastActivityAt ?? '')) row.lastActivityAt = createdAt
  }
}

async function writePerson(
  office: Office,
  db: Db,
  { row, emails, phones, tagIds, collaboratorIds, stays }: SeededPerson,
): Promise<void> {
  const key = { companyId: row.companyId, personId: row.id }
  await db.insert('people', row)
  for (const change of personHistory(office, row, stays))
    await db.insert('personStageChanges', change)
  for (const email of emails) await db.insert('personEmails', { ...key, ...email })
  for (const phone of phones) await db.insert('personPhones', { ...key, ...phone })
  for (const [position, tagId] of tagIds.entries())
    await db.insert('personTags', { ...key, position, tagId })
  for (const userId of collaboratorIds) await db.insert('collaborators', { ...key, userId })
  for (const word of searchWords(row.nameKey)) {
    await db.insert('personWords', { ...key, word })
    if (!office.words.has(word)) await writeWord(office, db, word)
  }
}

/**
 * The words are remembered here rather than looked up for each person, as `people/names.ts` does.
 */
async function writeWord({ words, company }: Office, db: Db, word: string): Promise<void> {
  words.add(word)
  await db.insert('nameWords', { companyId: company.id, word })
  for (const variant of deletionVariants(word))
    await db.insert('nameVariants', { companyId: company.id, variant, word })
}

async function writeDeal(
  office: Office,
  db: Db,
  { row, peopleIds, teamIds, stays }: SeededDeal,
): Promise<void> {
  const key = { companyId: row.companyId, dealId: row.id }
  await db.insert('deals', row)
  for (const change of dealHistory(office, row, stays)) await db.insert('dealStageChanges', change)
  for (const [position, personId] of peopleIds.entries())
    await db.insert('dealPeople', { ...key, personId, position })
  for (const [position, teamId] of teamIds.entries())
    await db.insert('dealTeams', { ...key, teamId, position })
}

async function writeAppointment(
  db: Db,
  { row, peopleIds, userIds }: SeededAppointment,
): Promise<void> {
  const key = { companyId: row.companyId, appointmentId: row.id }
  await db.insert('appointments', row)
  for (const [position, personId] of peopleIds.entries())
    await db.insert('appointmentPeople', { ...key, personId, position })
  for (const [position, userId] of userIds.entries())
    await db.insert('appointmentUsers', { ...key, userId, position })
}
