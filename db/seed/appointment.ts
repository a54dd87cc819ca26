import type { AppointmentRow } from '../../src/resources/appointments/table.ts'
import { cancellations, occasions, preparations } from './appointment-phrases.ts'
import { between, day, iso, momentAfter, type Office, recordAt } from './office.ts'
import type { SeededPerson } from './person.ts'
import { fillIn } from './phrases.ts'

export interface SeededAppointment {
  row: AppointmentRow
  peopleIds: string[]
  userIds: string[]
}

const hour = 3_600_000
const minute = 60_000

/** An appointment with this person: long over, of these days, or still to come. */
export function makeAppointment(
  office: Office,
  { row: person }: SeededPerson,
  other: SeededPerson,
): SeededAppointment {
  const { dice, end } = office
  const recent = dice.chance(0.3)
  const made = recent
    ? between(dice, Math.max(Date.parse(person.createdAt), end - 14 * day), end)
    : momentAfter(office, person)
  const record = recordAt(office, 'appointment', made)
  const starts = atTheOffice(
    office,
    recent ? end + dice.int(0, 21) * day : made + dice.int(1, 18) * day,
    made,
  )
  const { title, place, minutes, outcomes } = dice.pick(occasions)
  const ends = starts + dice.pick(minutes) * minute
  const known = {
    first: person.firstName,
    last: person.lastName,
    street: fillIn(dice, '{street}', {}),
    number: fillIn(dice, '{number}', {}),
  }
  const say = (phrase: string) => fillIn(dice, phrase, known).trim()
  const host = person.assignedAgentId ?? office.owner.id
  const row: AppointmentRow = {
    ...record,
    title: say(title),
    description: dice.chance(0.3) ? dice.pick(preparations) : null,
    startsAt: iso(starts),
    endsAt: iso(ends),
    timeZone: 'America/Los_Angeles',
    place: say(place),
    status: 'scheduled',
    outcome: null,
    completedAt: null,
    cancelledAt: null,
    cancellationReason: null,
    createdBy: dice.chance(0.1) ? dice.pick(office.leaders).id : host,
  }
  if (dice.chance(0.1))
    cancel(row, iso(between(dice, made, Math.min(starts, end))), say(dice.pick(cancellations)))
  else if (ends < end && dice.chance(0.9))
    complete(
      row,
      iso(between(dice, ends, Math.min(end, ends + day))),
      dice.chance(0.85) ? say(dice.pick(outcomes)) : null,
    )
  const together =
    dice.chance(0.12) && other.row.id !== person.id && other.row.createdAt <= record.createdAt
  const helper = dice.chance(0.2) ? [dice.pick(office.agents).id] : []
  return {
    row,
    peopleIds: [person.id, ...(together ? [other.row.id] : [])],
    userIds: [...new Set([host, ...helper])],
  }
}

/**
 * A quarter of an hour between 9 and 5 on the Pacific coast, on a weekday or Saturday, after a
 * moment.
 */
function atTheOffice({ dice }: Office, at: number, least: number): number {
  const midnight = Math.floor(at / day) * day
  const open =
    midnight +
    (new Date(midnight).getUTCDay() === 0 ? day : 0) +
    16 * hour +
    dice.int(0, 31) * 15 * minute
  return open > least ? open : open + day
}

function cancel(row: AppointmentRow, at: string, reason: string): void {
  Object.assign(row, {
    version: 2,
    updatedAt: at,
    status: 'cancelled',
    cancelledAt: at,
    cancellationReason: reason,
  })
}

function complete(row: AppointmentRow, at: string, outcome: string | null): void {
  Object.assign(row, { version: 2, updatedAt: at, status: 'completed', completedAt: at, outcome })
}
