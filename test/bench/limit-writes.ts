import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3'

interface TaskInput {
  title: string
  priority?: string
  personId?: string
}

/**
 * The writes of the limit: the same rows for a task as Dealgraph writes, including a numbered
 * event, with the fewest possible checks. They are durable: with a COMMIT each, or one for
 * concurrent writes.
 */
export function limitWrites(db: Database.Database, companyId: string, userId: string) {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const person = db.prepare('SELECT id FROM people WHERE companyId = ? AND id = ?')
  const task = db.prepare(
    'INSERT INTO tasks VALUES (?, ?, 1, ?, ?, ?, NULL, NULL, ?, NULL, ?, ?, ?)',
  )
  const number = db.prepare<unknown[], { eventSequence: number }>(
    'UPDATE companies SET eventSequence = eventSequence + 1 WHERE id = ? RETURNING eventSequence',
  )
  const event = db.prepare(
    "INSERT INTO events VALUES (?, ?, ?, 'task.created', 'task', ?, 1, ?, NULL, ?, ?, NULL, ?)",
  )
  let count = 0
  const newId = (kind: string) =>
    `${kind}_${Date.now().toString(36)}${(count++).toString(36).padStart(16, '0')}`

  function insert({ title, priority = 'medium', personId }: TaskInput) {
    if (personId && !person.get(companyId, personId)) throw new Error('no such person')
    const [id, at] = [newId('task'), new Date().toISOString()]
    const created = {
      id,
      title,
      description: null,
      dueDate: null,
      priority,
      completedAt: null,
      personId: personId ?? null,
      assignedTo: userId,
      createdAt: at,
    }
    task.run(companyId, id, at, at, title, priority, created.personId, userId, userId)
    const changes = ['title', 'priority', 'personId', 'assignedTo'] as const
    const changesJson = JSON.stringify(
      changes.map((field) => ({ field, from: null, to: created[field] })),
    )
    event.run(
      companyId,
      number.get(companyId)?.eventSequence,
      newId('event'),
      id,
      userId,
      randomUUID(),
      changesJson,
      at,
    )
    return created
  }

  type Made = ReturnType<typeof insert>
  let waiting: { input: TaskInput; done: (made: Made) => void }[] = []

  function writeAll(): void {
    const group = waiting
    waiting = []
    begin.run()
    const created = group.map(({ input }) => insert(input))
    commit.run()
    for (const [index, { done }] of group.entries()) done(created[index] as Made)
  }

  return {
    single(input: TaskInput): Made {
      begin.run()
      const created = insert(input)
      commit.run()
      return created
    },
    grouped: (input: TaskInput): Promise<Made> =>
      new Promise((done) => {
        if (waiting.push({ input, done }) === 1) setImmediate(writeAll)
      }),
  }
}
