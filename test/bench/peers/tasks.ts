import { randomUUID } from 'node:crypto'
import { companyId, db, ownerId } from './database.ts'

interface CreateTaskInput {
  title: string
  priority: string
  personId?: string | null
}

let idCount = 0
const newId = (kind: string) =>
  `${kind}_${Date.now().toString(36)}${(idCount++).toString(36).padStart(16, '0')}`

/**
 * Writes a task and its event in one transaction. The rows are the same as those that the other
 * contenders write.
 */
export const createTask = (
  _: unknown,
  { input: { title, priority, personId = null } }: { input: CreateTaskInput },
) =>
  db.transaction().execute(async (trx) => {
    if (personId !== null) {
      const personQuery = trx
        .selectFrom('people')
        .select('id')
        .where('companyId', '=', companyId)
        .where('id', '=', personId)
      await personQuery.executeTakeFirstOrThrow()
    }
    const [id, time] = [newId('task'), new Date().toISOString()]
    const task = {
      companyId,
      id,
      version: 1,
      createdAt: time,
      updatedAt: time,
      title,
      priority,
      personId,
      assignedTo: ownerId,
      createdBy: ownerId,
    }
    const createdTask = await trx
      .insertInto('tasks')
      .values(task)
      .returningAll()
      .executeTakeFirstOrThrow()
    const { eventSequence } = await trx
      .updateTable('companies')
      .set((eb) => ({ eventSequence: eb('eventSequence', '+', 1) }))
      .where('id', '=', companyId)
      .returning('eventSequence')
      .executeTakeFirstOrThrow()
    const changes = Object.entries({ title, priority, personId, assignedTo: ownerId }).map(
      ([field, to]) => ({ field, from: null, to }),
    )
    const event = {
      companyId,
      sequence: eventSequence,
      id: newId('event'),
      type: 'task.created',
      recordKind: 'task',
      recordId: id,
      recordVersion: 1,
      actorId: ownerId,
      requestId: randomUUID(),
      changes: JSON.stringify(changes),
      createdAt: time,
    }
    await trx.insertInto('events').values(event).execute()
    return createdTask
  })
