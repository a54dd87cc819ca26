import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3'

interface TaskInput {
  title: string
  priority?: string
  personId?: string
}

/**
 * Writes of the limit server: the same rows for a task as Dealgraph writes, including a numbered
 * event, with as few checks as possible. They are durable, with one COMMIT per write or per group
 * of concurrent writes.
 */
export function createWriteHandlers(db: Database.Database, companyId: string, userId: string) {
  const beginStatement = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const findPerson = db.prepare('SELECT id FROM people WHERE companyId = ? AND id = ?')
  const task = db.prepare(
    'INSERT INTO tasks VALUES (?, ?, 1, ?, ?, ?, NULL, NULL, ?, NULL, ?, ?, ?)',
  )
  const nextSequence = db.prepare<unknown[], { eventSequence: number }>(
    'UPDATE companies SET eventSequence = eventSequence + 1 WHERE id = ? RETURNING eventSequence',
  )
  const event = db.prepare(
    "INSERT INTO events VALUES (?, ?, ?, 'task.created', 'task', ?, 1, ?, NULL, ?, ?, NULL, ?)",
  )
  let idCount = 0
  const newId = (kind: string) =>
    `${kind}_${Date.now().toString(36)}${(idCount++).toString(36).padStart(16, '0')}`

  function insert({ title, priority = 'medium', personId }: TaskInput) {
    if (personId && !findPerson.get(companyId, personId)) throw new Error('no such person')
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
    task.run(companyId, id, time, time, title, priority, newTask.personId, userId, userId)
    const changes = ['title', 'priority', 'personId', 'assignedTo'] as const
    const changesJson = JSON.stringify(
      changes.map((field) => ({ field, from: null, to: newTask[field] })),
    )
    event.run(
      companyId,
      nextSequence.get(companyId)?.eventSequence,
      newId('event'),
      id,
      userId,
      randomUUID(),
      changesJson,
      time,
    )
    return newTask
  }

  type CreatedTask = ReturnType<typeof insert>
  let queue: { input: TaskInput; resolve: (task: CreatedTask) => void }[] = []

  function writeAll(): void {
    const group = queue
    queue = []
    beginStatement.run()
    const tasks = group.map(({ input }) => insert(input))
    commit.run()
    for (const [index, { resolve }] of group.entries()) resolve(tasks[index] as CreatedTask)
  }

  return {
    createSingle(input: TaskInput): CreatedTask {
      beginStatement.run()
      const task = insert(input)
      commit.run()
      return task
    },
    grouped: (input: TaskInput): Promise<CreatedTask> =>
      new Promise((resolve) => {
        if (queue.push({ input, resolve }) === 1) setImmediate(writeAll)
      }),
  }
}
