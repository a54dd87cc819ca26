import type { TaskRow } from '../../src/resources/tasks/table.ts'
import {
  dayMs,
  makeRecordColumns,
  type Office,
  pickTimeAfter,
  randomBetween,
  toIso,
} from './office.ts'
import type { SeededPerson } from './person.ts'
import { fillIn } from './phrases.ts'
import { taskPhrases } from './task-phrases.ts'

const priorities = { low: 15, medium: 55, high: 22, urgent: 8 }

const hourMs = 3_600_000

/** Makes a task about this person: completed, due or overdue. */
export function makeTask(office: Office, { row: person }: SeededPerson): TaskRow {
  const { dice, endTime } = office
  const record = makeRecordColumns(office, 'task', pickTimeAfter(office, person))
  const createdTime = Date.parse(record.createdAt)
  const dueTime = dice.chance(0.9)
    ? Math.ceil((createdTime + dice.int(1, 28) * dayMs) / hourMs) * hourMs
    : undefined
  const latestTime = Math.min(endTime, (dueTime ?? createdTime + 14 * dayMs) + 2 * dayMs)
  const completedAt = dice.chance(dueTime === undefined || dueTime < endTime ? 0.87 : 0.2)
    ? toIso(randomBetween(dice, createdTime, latestTime))
    : null
  const [title, description] = dice.pick(taskPhrases)
  const slotValues = {
    first: person.firstName,
    last: person.lastName,
    street: fillIn(dice, '{street}', {}),
    number: fillIn(dice, '{number}', {}),
  }
  const assignedTo = person.assignedAgentId ?? office.owner.id
  return {
    ...record,
    ...(completedAt && { version: 2, updatedAt: completedAt }),
    title: fillIn(dice, title, slotValues).trim(),
    description: description ? fillIn(dice, description, slotValues) : null,
    dueDate: dueTime === undefined ? null : toIso(dueTime),
    priority: dice.pickWeighted(priorities),
    completedAt,
    personId: person.id,
    assignedTo,
    createdBy: dice.chance(0.15) ? dice.pick(office.leaders).id : assignedTo,
  }
}
