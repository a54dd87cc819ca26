import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, clientOf } from './support/client.ts'
import { dealgraph, type RunningServer, serve, startCommand } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { findFaults } from './support/crash-faults.ts'
import { type Folder, newFolder } from './support/folder.ts'
import { createLoad, type LoadRecord, readBoardIds } from './support/load.ts'
import { idempotencyKeyOf, type Write } from './support/writes.ts'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const noFaults = { lost: [], problems: [] }

describe('Restore drills', () => {
  let folder: Folder
  let file = ''
  let copy = ''
  let env: Record<string, string>
  let server: RunningServer | undefined
  beforeEach(() => {
    folder = newFolder()
    file = folder.file()
    copy = folder.file('backup.db')
    env = folder.env()
  })
  afterEach(async () => {
    await server?.stop('SIGKILL')
    folder.remove()
  })

  const acknowledged = async (book: LoadRecord, expectEqualCounts: number) => {
    while (book.acknowledged.size < expectEqualCounts) await pause(5)
  }
  const send = (client: Client, write: Write) =>
    client.rest(write.method, write.path, write.body, {
      'Idempotency-Key': idempotencyKeyOf(write),
    })
  const partials = () => readdirSync(folder.path).filter((name) => name.includes('partial'))

  async function lastOfFeed(client: Client): Promise<{ cursor: string; sequence: number }> {
    let last = { cursor: '', sequence: 0 }
    for (let more = true; more; ) {
      const { data, meta } = (
        await client.rest('GET', `/v1/events?limit=100${last.cursor && `&cursor=${last.cursor}`}`)
      ).body
      last = data.at(-1) ?? last
      more = meta.hasMore
    }
    return last
  }

  /** Expects the same counts from both interfaces and the database. */
  async function expectEqualCounts(client: Client): Promise<void> {
    const raw = new Database(file, { readonly: true })
    for (const kind of ['people', 'tasks', 'deals', 'tags']) {
      const storedCount = raw.prepare(`SELECT count(*) FROM ${kind}`).pluck().get()
      expect((await client.rest('GET', `/v1/${kind}?total=true`)).body.meta.total).toBe(storedCount)
      expect((await client.gql(`{ ${kind} { totalCount } }`)).body.data[kind].totalCount).toBe(
        storedCount,
      )
    }
    raw.close()
  }

  test('a restore returns every write acknowledged before a backup under load, and no partial ones', async () => {
    const secret = await createCompanyWithKey(env)
    server = await serve(env)
    const client = clientOf(server.url, secret)
    const book = createLoad(5, await readBoardIds(client))
    let killed = false
    const loading = book.load(client, () => killed)
    await acknowledged(book, 150)
    const page = (await client.rest('GET', '/v1/tasks?limit=5')).body
    const feed = (await client.rest('GET', '/v1/events?limit=50')).body
    const before = new Map(book.acknowledged)
    expect(await dealgraph(env, 'backup', copy, '--json')).toMatchObject({ code: 0, err: '' })
    const during = book.acknowledged.size - before.size
    await acknowledged(book, book.acknowledged.size + 60)
    killed = true
    await loading
    const newest = await lastOfFeed(client)
    await server.stop('SIGKILL')

    // The log of the removed database stays.
    rmSync(file)
    expect(await dealgraph(env, 'restore', copy, '--json')).toMatchObject({ code: 0, err: '' })
    expect(findFaults(file, book.sent, before.keys())).toEqual(noFaults)

    server = await serve(env)
    const back = clientOf(server.url, secret)
    await expectEqualCounts(back)
    for (const [write, { text }] of before) {
      const reply = await send(back, write)
      expect({ text: reply.text, replayed: reply.headers.get('idempotent-replayed') }).toEqual({
        text,
        replayed: 'true',
      })
    }
    const older = (await back.rest('GET', `/v1/tasks?limit=5&cursor=${page.meta.nextCursor}`)).body
      .data
    expect(older).toHaveLength(5)
    for (const { id } of older) expect(id < page.data.at(-1).id).toBe(true)
    const events = (await back.rest('GET', `/v1/events?limit=5&cursor=${feed.data.at(-1).cursor}`))
      .body.data
    expect(events[0].sequence).toBe(feed.data.at(-1).sequence + 1)

    // A reader of lost events receives only new events with new numbers.
    const isNew = (await back.rest('POST', '/v1/tags', { name: 'new' })).body.data.id
    const next = (await back.rest('GET', `/v1/events?cursor=${newest.cursor}`)).body.data
    expect(
      next.map(({ type, recordId }: { type: string; recordId: string }) => [type, recordId]),
    ).toEqual([['tag.created', isNew]])
    expect(next[0].sequence).toBeGreaterThan(newest.sequence)

    // Lost writes can be sent again, acknowledged or not.
    const newWrites = book.sent.filter(({ kind }) => kind.startsWith('new'))
    for (const write of newWrites) expect((await send(back, write)).status).toBeLessThan(300)
    await server.stop('SIGKILL')
    expect(findFaults(file, book.sent, [...before.keys(), ...newWrites])).toEqual(noFaults)

    // A backup includes the log of a killed server.
    const later = folder.file('later.db')
    expect(await dealgraph(env, 'backup', later, '--json')).toMatchObject({ code: 0, err: '' })
    expect(findFaults(later, book.sent, [...before.keys(), ...newWrites])).toEqual(noFaults)
    console.log(
      `${before.size} writes acknowledged before the backup are back, ${during} came while it was taken, ${book.acknowledged.size} there were at the end`,
    )
  })

  /** Ends a command at several moments of its write and expects no partial file. */
  async function interrupt(signal: NodeJS.Signals, made: string, ...args: string[]): Promise<void> {
    let interrupted = 0
    for (const lifetime of [40, 10, 0]) {
      const earlier = new Set(partials())
      const { stop } = startCommand({}, env, ...args)
      while (partials().every((name) => earlier.has(name))) await pause(1)
      await pause(lifetime)
      await stop(signal)
      if (existsSync(made)) expect(findFaults(made, [], [])).toEqual(noFaults)
      else interrupted++
      rmSync(made, { force: true })
    }
    expect(interrupted).toBeGreaterThan(0)
  }

  test('a killed backup or restore leaves no partial file under its final name, and the next one removes its temporary file', async () => {
    await createCompanyWithKey(env)
    server = await serve(env)
    await interrupt('SIGKILL', copy, 'backup', copy)
    expect(partials()).not.toEqual([])
    expect(await dealgraph(env, 'backup', copy, '--json')).toMatchObject({ code: 0, err: '' })
    expect(partials()).toEqual([])
    await server.stop('SIGKILL')
    rmSync(file)
    await interrupt('SIGKILL', file, 'restore', copy)
    expect(partials()).not.toEqual([])
    expect(await dealgraph(env, 'restore', copy, '--json')).toMatchObject({ code: 0, err: '' })
    expect(partials()).toEqual([])
    expect(findFaults(file, [], [])).toEqual(noFaults)
  })

  test('a restore without space for the log of a copy reports this and leaves no file', async ({
    skip,
  }) => {
    await createCompanyWithKey(env)
    const open = new Database(file)
    open.pragma('wal_autocheckpoint = 0')
    open.exec('CREATE TABLE notes (note)')
    open.prepare('INSERT INTO notes VALUES (?)').run('x'.repeat(2_000_000))
    for (const side of ['', '-wal']) copyFileSync(file + side, copy + side)
    open.close()
    const [size, log] = ['', '-wal'].map((side) => statSync(copy + side).size) as [number, number]
    const target = folder.env('restored.db')
    const maxBytes = Math.round(Math.max(size, log) + Math.min(size, log) / 2)
    const { ended } = startCommand(
      { under: ['prlimit', `--fsize=${maxBytes}`] },
      target,
      'restore',
      copy,
    )
    const { code, err } = await ended
    if (/prlimit/.test(err)) return skip('the command `prlimit`')
    expect([code, err]).toEqual([
      1,
      `There is not enough space for ${folder.file('restored.db')}.\n`,
    ])
    expect(readdirSync(folder.path).filter((name) => name.startsWith('restored.db'))).toEqual([])
    expect(await dealgraph(target, 'restore', copy, '--json')).toMatchObject({ code: 0, err: '' })
    const restored = new Database(folder.file('restored.db'))
    expect(restored.prepare('SELECT length(note) FROM notes').pluck().get()).toBe(2_000_000)
    restored.close()
  })

  test('an interrupted backup or restore leaves no file', async () => {
    await createCompanyWithKey(env)
    await interrupt('SIGINT', copy, 'backup', copy)
    expect(partials()).toEqual([])
    expect((await dealgraph(env, 'backup', copy)).code).toBe(0)
    rmSync(file)
    await interrupt('SIGTERM', file, 'restore', copy)
    expect(partials()).toEqual([])
  })
})
