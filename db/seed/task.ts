import type { TaskRow } from '../../src/resources/tasks/table.ts'
import { between, day, iso, momentAfter, type Office, recordAt } from './office.ts'
import type { SeededPerson } from './person.ts'
import { fillIn } from './phrases.ts'
import { taskPhrases } from './task-phrases.ts'

const priorities = { low: 15, medium: 55, high: 22, urgent: 8 }

const hour = 3_600_000

/** A task about this person: done, due, or overdue. */
export function makeTask(office: Office, { row: person }: SeededPerson): TaskRow {
  const { dice, end } = office
  const record = recordAt(office, 'task', momentAfter(office, person))
  const created = Date.parse(record.createdAt)
  const due = dice.chance(0.9)
    ? Math.ceil((created + dice.int(1, 28) * day) / hour) * hour
    : undefined
  const latest = Math.min(end, (due ?? created + 14 * day) + 2 * day)
  const done = dice.chance(due === undefined || due < end ? 0.87 : 0.2)
    ? iso(between(dice, created, latest))
    : null
  const [title, description] = dice.pick(taskPhrases)
  const known = {
    first: person.firstName,
    last: person.lastName,
    street: fillIn(dice, '{street}', {}),
    number: fillIn(dice, '{number}', {}),
  }
  const assignedTo = person.assignedAgentId ?? office.owner.id
  return {
    ...record,
    ...(done && { version: 2, updatedAt: done }),
    title: fillIn(dice, title, known).trim(),
    description: description ? fillIn(dice, description, known) : null,
    dueDate: due === undefined ? null : iso(due),
    priority: dice.weighted(priorities),
    completedAt: done,
    personId: person.id,
    assignedTo,
    createdBy: dice.chance(0.15) ? dice.pick(office.leaders).id : assignedTo,
  }
}
