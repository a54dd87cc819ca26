import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { describe, expect, test } from 'vitest'
import { up } from '../db/migrations/0021-external-ids.ts'
import { type Folder, newFolder } from './support/folder.ts'
import { createWorld } from './support/world.ts'

const tables = ['person', 'deal', 'task', 'activity', 'appointment'].map(
  (kind) => `${kind}ExternalIds`,
)

describe('External ids from earlier imports', () => {
  test('the external id migration keeps the latest external id of each imported record', async () => {
    const folder: Folder = newFolder()
    const world = await createWorld({ DATABASE_URL: `sqlite:${folder.file('old.db')}` })
    const createRecord = async (path: string, body: object): Promise<string> =>
      (await world.as('owner').rest('POST', `/v1/${path}`, body)).body.data.id
    const [annId, bobId] = [
      await createRecord('people', { firstName: 'Ann' }),
      await createRecord('people', { firstName: 'Bob' }),
    ]
    const taskId = await createRecord('tasks', { title: 'Call' })
    const database = new Database(world.file)
    for (const tableName of tables) database.exec(`drop table ${tableName}`)
    const { id: companyId } = world.company
    for (const id of ['import_1', 'import_2'])
      database
        .prepare(
          `insert into imports (companyId, id, userId, kind, file, digest, options, rows, created, updated, unchanged, skipped, refused, errorsBytes, createdAt)
           values (?, ?, ?, 'people', 'a.csv', '', '{}', 1, 1, 0, 0, 0, 0, 0, '2026-01-01T00:00:00.000Z')`,
        )
        .run(companyId, id, world.users.owner.id)
    const insertRecord = (importId: string, recordId: string, externalId: string | null) =>
      database
        .prepare(
          `insert into importRecords (companyId, importId, recordId, externalId, action, version) values (?, ?, ?, ?, 'created', 1)`,
        )
        .run(companyId, importId, recordId, externalId)
    insertRecord('import_1', annId, 'hubspot/people/1')
    insertRecord('import_2', bobId, 'hubspot/people/1')
    insertRecord('import_2', annId, 'plain/people/a/b')
    insertRecord('import_1', bobId, `dealgraph/people/${bobId}`)
    insertRecord('import_1', 'person_gone00000', 'hubspot/people/2')
    insertRecord('import_1', taskId, 'salesforce/tasks/00T1')
    await up(new Kysely({ dialect: new SqliteDialect({ database }) }))
    const rows = tables.flatMap((table) => database.prepare(`select * from ${table}`).all())
    expect(rows).toEqual([
      { companyId, personId: annId, source: 'default', externalId: 'a/b' },
      { companyId, personId: bobId, source: 'hubspot', externalId: '1' },
      { companyId, taskId: taskId, source: 'salesforce', externalId: '00T1' },
    ])
    database.close()
    await world.stop()
    folder.remove()
  })
})
