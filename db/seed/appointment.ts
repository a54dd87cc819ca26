import { dayMs, hourMs } from '../../src/lib/time.ts'
import type { AppointmentRow } from '../../src/resources/appointments/table.ts'
import type { PersonRow } from '../../src/resources/people/table.ts'
import {
  appointmentTemplates,
  cancellationReasons,
  preparationNotes,
} from './appointment-phrases.ts'
import type { SeededPerson } from './person.ts'
import { fillPhrase } from './phrases.ts'
import type { Random } from './random.ts'
import {
  makeRecordColumns,
  pickBetween,
  pickTimeAfter,
  type SeedContext,
  toIso,
} from './seed-context.ts'

export interface SeededAppointment {
  row: AppointmentRow
  peopleIds: string[]
  userIds: string[]
}

const minuteMs = 60_000

/** Makes an appointment with a person, in the past or in the future. */
export function makeAppointment(
  seedContext: SeedContext,
  { row: person }: SeededPerson,
  otherPerson: SeededPerson,
): SeededAppointment {
  const { random } = seedContext
  const { createdMs, startMs } = pickTimes(seedContext, person)
  const record = makeRecordColumns(seedContext, 'appointment', createdMs)
  const { title, place, durationsInMinutes, outcomes } = random.pick(appointmentTemplates)
  const durationMs = random.pick(durationsInMinutes) * minuteMs
  const fill = createPhraseFiller(random, person)
  const host = person.assignedAgentId ?? seedContext.owner.id
  const row: AppointmentRow = {
    ...record,
    title: fill(title),
    description: random.chance(0.3) ? random.pick(preparationNotes) : null,
    startsAt: toIso(startMs),
    endsAt: toIso(startMs + durationMs),
    timeZone: 'America/Los_Angeles',
    place: fill(place),
    status: 'scheduled',
    outcome: null,
    completedAt: null,
    cancelledAt: null,
    cancellationReason: null,
    createdBy: random.chance(0.1) ? random.pick(seedContext.leaders).id : host,
  }
  cancelOrComplete(seedContext, row, outcomes, fill)
  const hasSecondPerson =
    random.chance(0.12) &&
    otherPerson.row.id !== person.id &&
    otherPerson.row.createdAt <= record.createdAt
  const helperIds = random.chance(0.2) ? [random.pick(seedContext.agents).id] : []
  return {
    row,
    peopleIds: [person.id, ...(hasSecondPerson ? [otherPerson.row.id] : [])],
    userIds: [...new Set([host, ...helperIds])],
  }
}

/** Picks the creation and start times of an appointment. Most start times are in the past. */
function pickTimes(seedContext: SeedContext, person: PersonRow) {
  const { random, endMs } = seedContext
  const isRecent = random.chance(0.3)
  const createdMs = isRecent
    ? pickBetween(random, Math.max(Date.parse(person.createdAt), endMs - 14 * dayMs), endMs)
    : pickTimeAfter(seedContext, person)
  const startMs = pickOfficeSlot(
    seedContext,
    isRecent ? endMs + random.int(0, 21) * dayMs : createdMs + random.int(1, 18) * dayMs,
    createdMs,
  )
  return { createdMs, startMs }
}

type FillPhrase = (phrase: string) => string

function createPhraseFiller(random: Random, { firstName, lastName }: PersonRow): FillPhrase {
  const slotValues = {
    first: firstName,
    last: lastName,
    street: fillPhrase(random, '{street}', {}),
    number: fillPhrase(random, '{number}', {}),
  }
  return (phrase) => fillPhrase(random, phrase, slotValues).trim()
}

/** Cancels a tenth of the appointments, and completes most past appointments. */
function cancelOrComplete(
  { random, endMs: nowMs }: SeedContext,
  row: AppointmentRow,
  outcomes: readonly string[],
  fill: FillPhrase,
): void {
  const endMs = Date.parse(row.endsAt)
  const latestCancellationMs = Math.min(Date.parse(row.startsAt), nowMs)
  if (random.chance(0.1))
    cancel(
      row,
      toIso(pickBetween(random, Date.parse(row.createdAt), latestCancellationMs)),
      fill(random.pick(cancellationReasons)),
    )
  else if (endMs < nowMs && random.chance(0.9))
    complete(
      row,
      toIso(pickBetween(random, endMs, Math.min(nowMs, endMs + dayMs))),
      random.chance(0.85) ? fill(random.pick(outcomes)) : null,
    )
}

/**
 * Returns the start of a quarter hour after `minMs`, between 9:00 and 17:00 Pacific Daylight Time
 * and usually from Monday to Saturday.
 */
function pickOfficeSlot({ random }: SeedContext, timeMs: number, minMs: number): number {
  const midnightMs = Math.floor(timeMs / dayMs) * dayMs
  const slotMs =
    midnightMs +
    (new Date(midnightMs).getUTCDay() === 0 ? dayMs : 0) +
    16 * hourMs +
    random.int(0, 31) * 15 * minuteMs
  return slotMs > minMs ? slotMs : slotMs + dayMs
}

function cancel(row: AppointmentRow, cancelledAt: string, reason: string): void {
  Object.assign(row, {
    version: 2,
    updatedAt: cancelledAt,
    status: 'cancelled',
    cancelledAt,
    cancellationReason: reason,
  })
}

function complete(row: AppointmentRow, completedAt: string, outcome: string | null): void {
  Object.assign(row, {
    version: 2,
    updatedAt: completedAt,
    status: 'completed',
    completedAt,
    outcome,
  })
}
