import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createHttpClient } from './support/client.ts'
import { type RunningServer, runDealgraph, serve, startCommand } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { findFaults } from './support/crash-faults.ts'
import { type Folder, newFolder } from './support/folder.ts'
import { createLoad, readBoardIds, type WriteLoad } from './support/load.ts'
import { getIdempotencyKey, type Write } from './support/writes.ts'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const noFaultReport = { lostWrites: [], problems: [] }

describe('Restore drills', () => {
  let folder: Folder
  let databaseFile = ''
  let backupFile = ''
  let env: Record<string, string>
  let server: RunningServer | undefined
  beforeEach(() => {
    folder = newFolder()
    databaseFile = folder.file()
    backupFile = folder.file('backup.db')
    env = folder.env()
  })
  afterEach(async () => {
    await server?.stop('SIGKILL')
    folder.remove()
  })

  const waitForWrites = async (writeLoad: WriteLoad, writeCount: number) => {
    while (writeLoad.acknowledgedWrites.size < writeCount) await sleep(5)
  }
  const sendWrite = (client: Client, write: Write) =>
    client.rest(write.method, write.path, write.body, {
      'Idempotency-Key': getIdempotencyKey(write),
    })
  const listPartialFiles = () => readdirSync(folder.path).filter((name) => name.includes('partial'))

  async function readLastEvent(client: Client): Promise<{ cursor: string; sequence: number }> {
    let lastEvent = { cursor: '', sequence: 0 }
    for (let hasMore = true; hasMore; ) {
      const { data, meta } = (
        await client.rest(
          'GET',
          `/v1/events?limit=100${lastEvent.cursor && `&cursor=${lastEvent.cursor}`}`,
        )
      ).body
      lastEvent = data.at(-1) ?? lastEvent
      hasMore = meta.hasMore
    }
    return lastEvent
  }

  /** Expects REST and GraphQL to return the record counts that the database contains. */
  async function expectEqualCounts(client: Client): Promise<void> {
    const db = new Database(databaseFile, { readonly: true })
    for (const kind of ['people', 'tasks', 'deals', 'tags']) {
      const storedCount = db.prepare(`SELECT count(*) FROM ${kind}`).pluck().get()
      expect((await client.rest('GET', `/v1/${kind}?total=true`)).body.meta.total).toBe(storedCount)
      expect((await client.gql(`{ ${kind} { totalCount } }`)).body.data[kind].totalCount).toBe(
        storedCount,
      )
    }
    db.close()
  }

  test('a backup made under load contains every write acknowledged before the backup and no partial write', async () => {
    const secret = await createCompanyWithKey(env)
    server = await serve(env)
    const client = createHttpClient(server.url, secret)
    const writeLoad = createLoad(5, await readBoardIds(client))
    let isStopped = false
    const loadPromise = writeLoad.load(client, () => isStopped)
    await waitForWrites(writeLoad, 150)
    const firstPage = (await client.rest('GET', '/v1/tasks?limit=5')).body
    const eventPage = (await client.rest('GET', '/v1/events?limit=50')).body
    const acknowledgedBeforeBackup = new Map(writeLoad.acknowledgedWrites)
    expect(await runDealgraph(env, 'backup', backupFile, '--json')).toMatchObject({
      code: 0,
      stderr: '',
    })
    const acknowledgedDuringBackup =
      writeLoad.acknowledgedWrites.size - acknowledgedBeforeBackup.size
    await waitForWrites(writeLoad, writeLoad.acknowledgedWrites.size + 60)
    isStopped = true
    await loadPromise
    const newestEvent = await readLastEvent(client)
    await server.stop('SIGKILL')

    // The write-ahead log of the removed database is kept, so the restore must replace it too.
    rmSync(databaseFile)
    expect(await runDealgraph(env, 'restore', backupFile, '--json')).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(findFaults(databaseFile, writeLoad.sentWrites, acknowledgedBeforeBackup.keys())).toEqual(
      noFaultReport,
    )

    server = await serve(env)
    const restoredClient = createHttpClient(server.url, secret)
    await expectEqualCounts(restoredClient)
    for (const [write, { text }] of acknowledgedBeforeBackup) {
      const reply = await sendWrite(restoredClient, write)
      expect({ text: reply.text, replayed: reply.headers.get('idempotent-replayed') }).toEqual({
        text,
        replayed: 'true',
      })
    }
    const olderTasks = (
      await restoredClient.rest('GET', `/v1/tasks?limit=5&cursor=${firstPage.meta.nextCursor}`)
    ).body.data
    expect(olderTasks).toHaveLength(5)
    for (const { id } of olderTasks) expect(id < firstPage.data.at(-1).id).toBe(true)
    const events = (
      await restoredClient.rest('GET', `/v1/events?limit=5&cursor=${eventPage.data.at(-1).cursor}`)
    ).body.data
    expect(events[0].sequence).toBe(eventPage.data.at(-1).sequence + 1)

    // A client that has read the lost events receives only new events with new sequence numbers.
    const newTagId = (await restoredClient.rest('POST', '/v1/tags', { name: 'new' })).body.data.id
    const nextEvents = (await restoredClient.rest('GET', `/v1/events?cursor=${newestEvent.cursor}`))
      .body.data
    expect(
      nextEvents.map(({ type, recordId }: { type: string; recordId: string }) => [type, recordId]),
    ).toEqual([['tag.created', newTagId]])
    expect(nextEvents[0].sequence).toBeGreaterThan(newestEvent.sequence)

    // A client can resend lost writes, whether or not the server had acknowledged them.
    const newWrites = writeLoad.sentWrites.filter(({ kind }) => kind.startsWith('new'))
    for (const write of newWrites)
      expect((await sendWrite(restoredClient, write)).status).toBeLessThan(300)
    await server.stop('SIGKILL')
    expect(
      findFaults(databaseFile, writeLoad.sentWrites, [
        ...acknowledgedBeforeBackup.keys(),
        ...newWrites,
      ]),
    ).toEqual(noFaultReport)

    // A backup includes the writes in the write-ahead log of a killed server.
    const laterFile = folder.file('later.db')
    expect(await runDealgraph(env, 'backup', laterFile, '--json')).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(
      findFaults(laterFile, writeLoad.sentWrites, [
        ...acknowledgedBeforeBackup.keys(),
        ...newWrites,
      ]),
    ).toEqual(noFaultReport)
    console.log(
      `${acknowledgedBeforeBackup.size} writes acknowledged before the backup were restored, ${acknowledgedDuringBackup} were acknowledged during the backup, ${writeLoad.acknowledgedWrites.size} in total`,
    )
  })

  /** Creates a database so large that a test can interrupt its backup or restore. */
  async function createLargeDatabase(): Promise<void> {
    await createCompanyWithKey(env)
    const database = new Database(databaseFile)
    database.exec('CREATE TABLE notes (note)')
    const insertNote = database.prepare('INSERT INTO notes VALUES (randomblob(1000000))')
    for (let rowCount = 0; rowCount < 50; rowCount++) insertNote.run()
    database.close()
  }

  /** Interrupts a command at several moments and expects no output file or a complete one. */
  async function interruptCommand(
    signal: NodeJS.Signals,
    outputFile: string,
    ...args: string[]
  ): Promise<void> {
    let interruptedCount = 0
    for (const delayMs of [40, 10, 0, 0, 0]) {
      const earlierPartialFiles = new Set(listPartialFiles())
      const { stop, exit } = startCommand({}, env, ...args)
      let hasEnded = false
      void exit.then(() => {
        hasEnded = true
      })
      // A short command can end before the test detects its partial file.
      while (!hasEnded && listPartialFiles().every((name) => earlierPartialFiles.has(name)))
        await sleep(1)
      await sleep(delayMs)
      await stop(signal)
      if (existsSync(outputFile)) expect(findFaults(outputFile, [], [])).toEqual(noFaultReport)
      else interruptedCount++
      rmSync(outputFile, { force: true })
    }
    expect(interruptedCount).toBeGreaterThan(0)
  }

  test('a backup or restore that is killed with SIGKILL leaves only a temporary file, which the next backup or restore removes', async () => {
    await createLargeDatabase()
    server = await serve(env)
    await interruptCommand('SIGKILL', backupFile, 'backup', backupFile)
    expect(listPartialFiles()).not.toEqual([])
    expect(await runDealgraph(env, 'backup', backupFile, '--json')).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(listPartialFiles()).toEqual([])
    await server.stop('SIGKILL')
    rmSync(databaseFile)
    await interruptCommand('SIGKILL', databaseFile, 'restore', backupFile)
    expect(listPartialFiles()).not.toEqual([])
    expect(await runDealgraph(env, 'restore', backupFile, '--json')).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(listPartialFiles()).toEqual([])
    expect(findFaults(databaseFile, [], [])).toEqual(noFaultReport)
  })

  test('a restore without disk space for the write-ahead log reports the lack of space and leaves no file', async ({
    skip,
  }) => {
    await createCompanyWithKey(env)
    const openDatabase = new Database(databaseFile)
    openDatabase.pragma('wal_autocheckpoint = 0')
    openDatabase.exec('CREATE TABLE notes (note)')
    openDatabase.prepare('INSERT INTO notes VALUES (?)').run('x'.repeat(2_000_000))
    for (const suffix of ['', '-wal']) copyFileSync(databaseFile + suffix, backupFile + suffix)
    openDatabase.close()
    const [fileSize, logSize] = ['', '-wal'].map(
      (suffix) => statSync(backupFile + suffix).size,
    ) as [number, number]
    const targetEnv = folder.env('restored.db')
    const maxBytes = Math.round(Math.max(fileSize, logSize) + Math.min(fileSize, logSize) / 2)
    const { exit } = startCommand(
      { wrapper: ['prlimit', `--fsize=${maxBytes}`] },
      targetEnv,
      'restore',
      backupFile,
    )
    const { code, stderr } = await exit
    if (/prlimit/.test(stderr)) return skip('the command `prlimit`')
    expect([code, stderr]).toEqual([
      1,
      `There is not enough disk space for ${folder.file('restored.db')}; free some space first.\n`,
    ])
    expect(readdirSync(folder.path).filter((name) => name.startsWith('restored.db'))).toEqual([])
    expect(await runDealgraph(targetEnv, 'restore', backupFile, '--json')).toMatchObject({
      code: 0,
      stderr: '',
    })
    const restoredDb = new Database(folder.file('restored.db'))
    expect(restoredDb.prepare('SELECT length(note) FROM notes').pluck().get()).toBe(2_000_000)
    restoredDb.close()
  })

  test('a backup interrupted by SIGINT and a restore interrupted by SIGTERM leave no temporary file', async () => {
    await createLargeDatabase()
    await interruptCommand('SIGINT', backupFile, 'backup', backupFile)
    expect(listPartialFiles()).toEqual([])
    expect((await runDealgraph(env, 'backup', backupFile)).code).toBe(0)
    rmSync(databaseFile)
    await interruptCommand('SIGTERM', databaseFile, 'restore', backupFile)
    expect(listPartialFiles()).toEqual([])
  })
})
