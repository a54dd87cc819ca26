import { dayMs, hourMs } from '../../src/lib/time.ts'
import type { AppointmentRow } from '../../src/resources/appointments/table.ts'
import {
  appointmentTemplates,
  cancellationReasons,
  preparationNotes,
} from './appointment-phrases.ts'
import type { SeededPerson } from './person.ts'
import { fillPhrase } from './phrases.ts'
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
  const { random, endMs } = seedContext
  const isRecent = random.chance(0.3)
  const createdMs = isRecent
    ? pickBetween(random, Math.max(Date.parse(person.createdAt), endMs - 14 * dayMs), endMs)
    : pickTimeAfter(seedContext, person)
  const record = makeRecordColumns(seedContext, 'appointment', createdMs)
  const startMs = pickOfficeSlot(
    seedContext,
    isRecent ? endMs + random.int(0, 21) * dayMs : createdMs + random.int(1, 18) * dayMs,
    createdMs,
  )
  const { title, place, durationsInMinutes, outcomes } = random.pick(appointmentTemplates)
  const appointmentEndMs = startMs + random.pick(durationsInMinutes) * minuteMs
  const slotValues = {
    first: person.firstName,
    last: person.lastName,
    street: fillPhrase(random, '{street}', {}),
    number: fillPhrase(random, '{number}', {}),
  }
  const fill = (phrase: string) => fillPhrase(random, phrase, slotValues).trim()
  const host = person.assignedAgentId ?? seedContext.owner.id
  const row: AppointmentRow = {
    ...record,
    title: fill(title),
    description: random.chance(0.3) ? random.pick(preparationNotes) : null,
    startsAt: toIso(startMs),
    endsAt: toIso(appointmentEndMs),
    timeZone: 'America/Los_Angeles',
    place: fill(place),
    status: 'scheduled',
    outcome: null,
    completedAt: null,
    cancelledAt: null,
    cancellationReason: null,
    createdBy: random.chance(0.1) ? random.pick(seedContext.leaders).id : host,
  }
  if (random.chance(0.1))
    cancel(
      row,
      toIso(pickBetween(random, createdMs, Math.min(startMs, endMs))),
      fill(random.pick(cancellationReasons)),
    )
  else if (appointmentEndMs < endMs && random.chance(0.9))
    complete(
      row,
      toIso(pickBetween(random, appointmentEndMs, Math.min(endMs, appointmentEndMs + dayMs))),
      random.chance(0.85) ? fill(random.pick(outcomes)) : null,
    )
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
