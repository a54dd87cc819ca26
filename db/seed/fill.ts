import type { ActivityRow } from '../../src/resources/activities/table.ts'
import { listDeletionVariants, toSearchWords } from '../../src/resources/people/names.ts'
import type { Db } from '../../src/store/db.ts'
import { makeActivity } from './activity.ts'
import { makeAppointment, type SeededAppointment } from './appointment.ts'
import { makeDeal, type SeededDeal } from './deal.ts'
import { toDealHistory, toPersonHistory } from './history.ts'
import { makePerson, type SeededPerson } from './person.ts'
import { pickBetween, type SeedContext, toOfficeHours } from './seed-context.ts'
import { makeTask } from './task.ts'

/** The total number of records of each kind in a seeded company. */
export interface Counts {
  people: number
  deals: number
  tasks: number
  activities: number
  appointments: number
}

/**
 * Writes the people numbered from `firstIndex` up to, but not including, `endIndex`, and the same
 * share of the other records.
 * @param adjustPeople called after the deals of the people are made, and before their other records
 */
export async function writeRecords(
  seedContext: SeedContext,
  db: Db,
  counts: Counts,
  firstIndex: number,
  endIndex: number,
  adjustPeople: (people: SeededPerson[]) => void = () => {},
): Promise<void> {
  const { random } = seedContext
  const people = pickArrivalTimes(seedContext, counts.people, firstIndex, endIndex).map(
    (time, index) => makePerson(seedContext, firstIndex + index, time),
  )
  const countShare = (kind: keyof Counts) =>
    Math.floor((counts[kind] * endIndex) / counts.people) -
    Math.floor((counts[kind] * firstIndex) / counts.people)
  const makeForRandomPeople = <T>(kind: keyof Counts, make: (person: SeededPerson) => T) =>
    Array.from({ length: countShare(kind) }, () => make(random.pick(people)))
  const deals = makeForRandomPeople('deals', (person) =>
    makeDeal(seedContext, person, random.pick(people)),
  )
  adjustPeople(people)
  const tasks = makeForRandomPeople('tasks', (person) => makeTask(seedContext, person))
  const activities = makeForRandomPeople('activities', (person) =>
    makeActivity(seedContext, person),
  )
  setLastActivityTimes(people, activities)
  for (const person of people) await writePerson(seedContext, db, person)
  for (const deal of deals) await writeDeal(seedContext, db, deal)
  for (const task of tasks) await db.insert('tasks', task)
  for (const activity of activities) await db.insert('activities', activity)
  for (const appointment of makeForRandomPeople('appointments', (person) =>
    makeAppointment(seedContext, person, random.pick(people)),
  ))
    await writeAppointment(db, appointment)
}

/** Picks a time in the interval of each person, and sorts the times. */
function pickArrivalTimes(
  seedContext: SeedContext,
  personCount: number,
  firstIndex: number,
  endIndex: number,
): number[] {
  const { random, startMs, endMs } = seedContext
  const intervalMs = (endMs - startMs) / personCount
  const pickArrivalTime = (index: number) =>
    toOfficeHours(
      seedContext,
      pickBetween(random, startMs + index * intervalMs, startMs + (index + 1) * intervalMs),
      startMs,
    )
  return Array.from({ length: endIndex - firstIndex }, (_, index) =>
    pickArrivalTime(firstIndex + index),
  ).sort((a, b) => a - b)
}

function setLastActivityTimes(people: SeededPerson[], activities: ActivityRow[]): void {
  const rows = new Map(people.map(({ row }) => [row.id, row]))
  for (const { personId, createdAt } of activities) {
    const row = rows.get(personId)
    if (row && createdAt > (row.lastActivityAt ?? '')) row.lastActivityAt = createdAt
  }
}

async function writePerson(
  seedContext: SeedContext,
  db: Db,
  { row, emails, phones, tagIds, collaboratorIds, stays }: SeededPerson,
): Promise<void> {
  const key = { companyId: row.companyId, personId: row.id }
  await db.insert('people', row)
  for (const change of toPersonHistory(seedContext, row, stays))
    await db.insert('personStageChanges', change)
  for (const email of emails) await db.insert('personEmails', { ...key, ...email })
  for (const phone of phones) await db.insert('personPhones', { ...key, ...phone })
  for (const [position, tagId] of tagIds.entries())
    await db.insert('personTags', { ...key, position, tagId })
  for (const userId of collaboratorIds) await db.insert('collaborators', { ...key, userId })
  for (const word of toSearchWords(row.nameKey)) {
    await db.insert('personWords', { ...key, word })
    if (!seedContext.indexedWords.has(word)) await writeWord(seedContext, db, word)
  }
}

/**
 * Writes a word to the search index. The caller looks up existing words in `indexedWords`, whereas
 * `people/names.ts` queries the database.
 */
async function writeWord(
  { indexedWords, company }: SeedContext,
  db: Db,
  word: string,
): Promise<void> {
  indexedWords.add(word)
  await db.insert('nameWords', { companyId: company.id, word })
  for (const variant of listDeletionVariants(word))
    await db.insert('nameVariants', { companyId: company.id, variant, word })
}

async function writeDeal(
  seedContext: SeedContext,
  db: Db,
  { row, peopleIds, teamIds, stays }: SeededDeal,
): Promise<void> {
  const key = { companyId: row.companyId, dealId: row.id }
  await db.insert('deals', row)
  for (const change of toDealHistory(seedContext, row, stays))
    await db.insert('dealStageChanges', change)
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
