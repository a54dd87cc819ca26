import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3'

interface TaskInput {
  title: string
  priority?: string
  personId?: string
}

/**
 * The write handlers of the baseline server. For a task, they write the same rows as Dealgraph,
 * including a numbered event, but with as few checks as possible. Writes are durable, with one
 * COMMIT per write or per group of concurrent writes.
 */
export function createWriteHandlers(db: Database.Database, companyId: string, userId: string) {
  const beginStatement = db.prepare('BEGIN IMMEDIATE')
  const commitStatement = db.prepare('COMMIT')
  const personStatement = db.prepare('SELECT id FROM people WHERE companyId = ? AND id = ?')
  const taskStatement = db.prepare(
    'INSERT INTO tasks VALUES (?, ?, 1, ?, ?, ?, NULL, NULL, ?, NULL, ?, ?, ?)',
  )
  const sequenceStatement = db.prepare<unknown[], { eventSequence: number }>(
    'UPDATE companies SET eventSequence = eventSequence + 1 WHERE id = ? RETURNING eventSequence',
  )
  const eventStatement = db.prepare(
    "INSERT INTO events VALUES (?, ?, ?, 'task.created', 'task', ?, 1, ?, NULL, ?, ?, NULL, ?)",
  )
  let idCount = 0
  const newId = (kind: string) =>
    `${kind}_${Date.now().toString(36)}${(idCount++).toString(36).padStart(16, '0')}`

  function insertTask({ title, priority = 'medium', personId }: TaskInput) {
    if (personId && !personStatement.get(companyId, personId))
      throw new Error(`person ${personId} does not exist`)
    const [id, time] = [newId('task'), new Date().toISOString()]
    const newTask = {
      id,
      title,
      description: null,
      dueDate: null,
      priority,
      completedAt: null,
      personId: personId ?? null,
      assignedTo: userId,
      createdAt: time,
    }
    taskStatement.run(companyId, id, time, time, title, priority, newTask.personId, userId, userId)
    const changedFields = ['title', 'priority', 'personId', 'assignedTo'] as const
    const changesJson = JSON.stringify(
      changedFields.map((field) => ({ field, from: null, to: newTask[field] })),
    )
    eventStatement.run(
      companyId,
      sequenceStatement.get(companyId)?.eventSequence,
      newId('event'),
      id,
      userId,
      randomUUID(),
      changesJson,
      time,
    )
    return newTask
  }

  type CreatedTask = ReturnType<typeof insertTask>
  let queue: { input: TaskInput; resolve: (task: CreatedTask) => void }[] = []

  function writeAll(): void {
    const batch = queue
    queue = []
    beginStatement.run()
    const tasks = batch.map(({ input }) => insertTask(input))
    commitStatement.run()
    for (const [index, { resolve }] of batch.entries()) resolve(tasks[index] as CreatedTask)
  }

  return {
    createSingle(input: TaskInput): CreatedTask {
      beginStatement.run()
      const task = insertTask(input)
      commitStatement.run()
      return task
    },
    createGrouped: (input: TaskInput): Promise<CreatedTask> =>
      new Promise((resolve) => {
        if (queue.push({ input, resolve }) === 1) setImmediate(writeAll)
      }),
  }
}
