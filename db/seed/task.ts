import { dayMs, hourMs } from '../../src/lib/time.ts'
import type { TaskRow } from '../../src/resources/tasks/table.ts'
import type { SeededPerson } from './person.ts'
import { fillPhrase } from './phrases.ts'
import {
  makeRecordColumns,
  pickBetween,
  pickTimeAfter,
  type SeedContext,
  toIso,
} from './seed-context.ts'
import { taskPhrases } from './task-phrases.ts'

const priorityWeights = { low: 15, medium: 55, high: 22, urgent: 8 }

/** Makes a completed, open or overdue task about a person. */
export function makeTask(seedContext: SeedContext, { row: person }: SeededPerson): TaskRow {
  const { random, endMs } = seedContext
  const record = makeRecordColumns(seedContext, 'task', pickTimeAfter(seedContext, person))
  const createdMs = Date.parse(record.createdAt)
  const dueMs = random.chance(0.9)
    ? Math.ceil((createdMs + random.int(1, 28) * dayMs) / hourMs) * hourMs
    : undefined
  const latestMs = Math.min(endMs, (dueMs ?? createdMs + 14 * dayMs) + 2 * dayMs)
  const completedAt = random.chance(dueMs === undefined || dueMs < endMs ? 0.87 : 0.2)
    ? toIso(pickBetween(random, createdMs, latestMs))
    : null
  const [title, description] = random.pick(taskPhrases)
  const slotValues = {
    first: person.firstName,
    last: person.lastName,
    street: fillPhrase(random, '{street}', {}),
    number: fillPhrase(random, '{number}', {}),
  }
  const assignedTo = person.assignedAgentId ?? seedContext.owner.id
  return {
    ...record,
    ...(completedAt && { version: 2, updatedAt: completedAt }),
    title: fillPhrase(random, title, slotValues).trim(),
    description: description ? fillPhrase(random, description, slotValues) : null,
    dueDate: dueMs === undefined ? null : toIso(dueMs),
    priority: random.pickWeighted(priorityWeights),
    completedAt,
    personId: person.id,
    assignedTo,
    createdBy: random.chance(0.15) ? random.pick(seedContext.leaders).id : assignedTo,
  }
}
