import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../src/store/open.ts'
import { type Client, createHttpClient } from './support/client.ts'
import { type CommandResult, type RunningServer, runDealgraph, serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import {
  type Folder,
  limitFileSize,
  makeReadOnly,
  mountSmallDisk,
  newFolder,
} from './support/folder.ts'

/**
 * Tests how the server responds to faults of disks and files, and to other programs that use its
 * files.
 */
describe('Database faults', () => {
  let folder: Folder
  let server: RunningServer | undefined
  beforeEach(() => {
    folder = newFolder()
  })
  afterEach(async () => {
    await server?.stop('SIGKILL')
    server = undefined
    folder.remove()
  })

  async function startServer(location: Folder = folder): Promise<Client> {
    const secret = await createCompanyWithKey(location.env())
    server = await serve(location.env())
    return createHttpClient(server.url, secret)
  }
  const createTask = (client: Client, title = 'x') => client.rest('POST', '/v1/tasks', { title })
  const readTitles = async (client: Client) =>
    (await client.rest('GET', '/v1/tasks?limit=100')).body.data.map(
      (task: { title: string }) => task.title,
    )
  const checkDatabase = (file = folder.file()) => {
    const db = new Database(file)
    const checks = [db.pragma('integrity_check', { simple: true }), db.pragma('foreign_key_check')]
    db.close()
    return checks
  }
  /** Expects a command to exit with the given code and one sentence on stderr. */
  const expectExit = ({ code, stderr }: CommandResult, exitCode: number, sentence: RegExp) => {
    expect([code, stderr.trim().split('\n')]).toEqual([exitCode, [expect.stringMatching(sentence)]])
  }

  describe('Database faults while the server is running', () => {
    /**
     * Writes until the disk is full. Then expects reads to succeed, and writes to succeed after
     * `freeSpace` is called.
     */
    async function expectFullDisk(client: Client, freeSpace: () => void): Promise<void> {
      const pid = server?.pid
      const expectedTitles = await readTitles(client)
      const rejections = []
      for (let i = 0; i < 500 && rejections.length < 5; i++) {
        const reply = await client.rest('POST', '/v1/tasks', {
          title: `n${i}`,
          description: 'y'.repeat(5000),
        })
        if (reply.status === 201) expectedTitles.unshift(`n${i}`)
        else
          rejections.push([reply.status, reply.body.error.code, reply.headers.get('retry-after')])
      }
      expect(rejections).toEqual(Array(5).fill([503, 'UNAVAILABLE', '1']))
      for (let i = 0; i < 3; i++) {
        expect(await readTitles(client)).toEqual(expectedTitles.slice(0, 100))
        expect(
          (await client.gql('{ tasks(first: 1) { nodes { id } } }')).body.errors,
        ).toBeUndefined()
      }
      const mutationReply = await client.gql(
        'mutation { a: createTask(input: { title: "a" }) { task { id } } b: createTask(input: { title: "b" }) { task { id } } }',
      )
      expect([
        mutationReply.status,
        mutationReply.body.data,
        mutationReply.body.errors[0].extensions.code,
      ]).toEqual([503, undefined, 'UNAVAILABLE'])
      freeSpace()
      expect((await createTask(client, 'again')).status).toBe(201)
      expect((await readTitles(client))[0]).toBe('again')
      expect(server?.pid).toBe(pid)
    }

    test('a server whose database file cannot grow serves reads and rejects writes with 503 until there is space', async () => {
      const client = await startServer()
      const { pid } = server as RunningServer
      const largestSize = Math.max(
        ...['', '-wal', '-limits', '-limits-wal'].map(
          (suffix) => statSync(folder.file() + suffix).size,
        ),
      )
      expect(limitFileSize(pid, largestSize + 40_000)).toBe(true)
      await expectFullDisk(client, () => limitFileSize(pid, 'unlimited'))
      expect((await server?.stop())?.code).toBe(0)
      expect(checkDatabase()).toEqual(['ok', []])
    })

    test('a server with a full disk serves reads and rejects writes with 503 until there is space', async ({
      skip,
    }) => {
      const disk = mountSmallDisk(12)
      if (!disk) return skip('permission to mount a disk')
      try {
        const client = await startServer(disk)
        const fillerFile = disk.file('filler')
        const { bavail, bsize } = statfsSync(disk.path)
        writeFileSync(fillerFile, Buffer.alloc(bavail * bsize - 150_000))
        await expectFullDisk(client, () => rmSync(fillerFile))
        expect((await server?.stop())?.code).toBe(0)
        expect(checkDatabase(disk.file())).toEqual(['ok', []])
      } finally {
        await server?.stop('SIGKILL')
        disk.remove()
      }
    })

    test("writes wait a limited time for another program's transaction to end, and reads do not wait", async () => {
      const client = await startServer()
      const database = new Database(folder.file())
      database.exec('BEGIN IMMEDIATE')
      let isWritten = false
      const writeStatus = createTask(client, 'patient').then((reply) => {
        isWritten = true
        return reply.status
      })
      for (let i = 0; i < 20; i++) expect(await readTitles(client)).toEqual([])
      expect(isWritten).toBe(false)
      database.exec('COMMIT')
      expect(await writeStatus).toBe(201)
      database.exec('BEGIN IMMEDIATE')
      const replies = await Promise.all([createTask(client), createTask(client)])
      expect(replies.map((reply) => [reply.status, reply.body.error.code])).toEqual(
        Array(2).fill([503, 'UNAVAILABLE']),
      )
      database.close()
      expect((await createTask(client, 'after')).status).toBe(201)
      expect(await readTitles(client)).toEqual(['after', 'patient'])
    })

    test('a server stops without a further write after its database file is moved, and the moved file is complete', async () => {
      const client = await startServer()
      const firstStatus = (await createTask(client, 'kept')).status
      const movedFile = folder.file('moved.db')
      for (const suffix of ['', '-wal']) renameSync(folder.file() + suffix, movedFile + suffix)
      const rejectedReply = await createTask(client, 'lost')
      expect([firstStatus, rejectedReply.status, rejectedReply.body.error.code]).toEqual([
        201,
        503,
        'UNAVAILABLE',
      ])
      expectExit(
        await (server as RunningServer).exit,
        6,
        /test\.db was removed or replaced while it was in use/,
      )
      expect(statSync(folder.file(), { throwIfNoEntry: false })).toBeUndefined()
      for (const suffix of ['', '-wal']) renameSync(movedFile + suffix, folder.file() + suffix)
      server = await serve(folder.env())
      expect(await readTitles(createHttpClient(server.url, client.secret))).toEqual(['kept'])
    })

    test('a server whose database file becomes damaged stops and neither replaces nor resizes the file', async () => {
      const client = await startServer()
      await server?.stop()
      server = await serve(folder.env())
      const { size, ino } = statSync(folder.file())
      const fileDescriptor = openSync(folder.file(), 'r+')
      writeSync(fileDescriptor, Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096)
      const reply = await createHttpClient(server.url, client.secret).rest('GET', '/v1/people')
      expect([reply.status, reply.body.error.code]).toEqual([503, 'UNAVAILABLE'])
      expectExit(
        await server.exit,
        6,
        /test\.db is not a usable SQLite database; restore it from a backup/,
      )
      expect(statSync(folder.file())).toMatchObject({ size, ino })
    })

    test('a server stops before its next write when a newer release changes the schema', async () => {
      const client = await startServer()
      const database = new Database(folder.file())
      database.exec(
        "BEGIN IMMEDIATE; INSERT INTO kysely_migration VALUES ('9999-future', '2027-01-01')",
      )
      const pendingReply = createTask(client, 'old')
      const readMetrics = async () => (await fetch(`${server?.url}/metrics`)).text()
      await expect.poll(readMetrics).toMatch(/^dealgraph_database_waiting\{for="turn"\} [1-9]/m)
      database.exec('COMMIT')
      database.close()
      expect((await pendingReply).status).toBe(503)
      expectExit(
        await (server as RunningServer).exit,
        5,
        /written by a newer version of Dealgraph \(it has the migration 9999-future\)/,
      )
    })
  })

  describe('Database faults at server start', () => {
    const tryToStart = (location: Folder = folder) =>
      runDealgraph({ ...location.env(), PORT: '0' }, 'serve')

    test('a server refuses to open a database that another server is using, even through a symbolic link', async () => {
      await startServer()
      symlinkSync(folder.file(), folder.file('link.db'))
      expectExit(await tryToStart(), 4, /^Another Dealgraph server is already serving /)
      expectExit(
        await runDealgraph({ ...folder.env('link.db'), PORT: '0' }, 'serve'),
        4,
        /^Another Dealgraph server is already serving /,
      )
    })

    test('another process that briefly locks the lock file does not prevent a server from opening the database', async () => {
      const lockScript = `const held = new (require('better-sqlite3'))(process.argv[1]); held.exec('BEGIN EXCLUSIVE'); console.log('held'); setTimeout(() => {}, 300)`
      const locker = spawn(process.execPath, ['-e', lockScript, `${folder.file()}-serving`])
      await once(locker.stdout, 'data')
      const store = await openStore({ url: folder.env().DATABASE_URL, isServing: true })
      await store.close()
    })

    test('a server creates a database at the target of a symbolic link', async () => {
      symlinkSync('real.db', folder.file('link.db'))
      server = await serve(folder.env('link.db'))
      expect((await server.stop()).code).toBe(0)
      expect(checkDatabase(folder.file('real.db'))).toEqual(['ok', []])
    })

    test('a server refuses to open a database that is locked by another program', async () => {
      await createCompanyWithKey(folder.env())
      const database = new Database(folder.file())
      database.exec('BEGIN EXCLUSIVE')
      expectExit(await tryToStart(), 4, /is locked by another program/)
      database.close()
    })

    test('a server refuses to open a database with a migration of a newer release', async () => {
      await createCompanyWithKey(folder.env())
      const database = new Database(folder.file())
      database.exec("INSERT INTO kysely_migration VALUES ('9999-future', '2027-01-01')")
      database.close()
      expectExit(await tryToStart(), 5, /written by a newer version of Dealgraph/)
    })

    test('a server refuses to open a truncated database, and refuses to open a damaged database without changing its file', async () => {
      await createCompanyWithKey(folder.env())
      const fileDescriptor = openSync(folder.file(), 'r+')
      writeSync(fileDescriptor, Buffer.alloc(4096, 0xa5), 0, 4096, 0)
      const damagedContent = readFileSync(folder.file())
      expectExit(await tryToStart(), 6, /is not a usable SQLite database/)
      expect(readFileSync(folder.file()).equals(damagedContent)).toBe(true)
      writeFileSync(folder.file('short.db'), readFileSync(folder.file()).subarray(0, 50_000))
      expectExit(
        await runDealgraph({ ...folder.env('short.db'), PORT: '0' }, 'serve'),
        6,
        /is not a usable SQLite database/,
      )
    })

    test("a server refuses to open another program's database and adds nothing to it", async () => {
      const database = new Database(folder.file())
      database.exec('CREATE TABLE notes (text)')
      expectExit(
        await tryToStart(),
        6,
        /test\.db is not a Dealgraph database; set DATABASE_URL to another file/,
      )
      expect(database.prepare('SELECT name FROM sqlite_master').pluck().all()).toEqual(['notes'])
      database.close()
    })

    test("a server refuses to start if only the database's write-ahead log exists, and keeps the log", async () => {
      writeFileSync(folder.file('test.db-wal'), 'what was written last')
      expectExit(await tryToStart(), 6, /is missing, but its log .* exists/)
      expect(statSync(folder.file('test.db-wal')).size).toBe(21)
    })

    test('a server refuses to start on a read-only disk', async ({ skip }) => {
      const disk = mountSmallDisk(12)
      if (!disk) return skip('permission to mount a disk')
      try {
        await createCompanyWithKey(disk.env())
        expect(makeReadOnly(disk)).toBe(true)
        expectExit(
          await tryToStart(disk),
          7,
          /cannot be opened for writing .* check the path, its permissions and the free disk space/,
        )
      } finally {
        disk.remove()
      }
    })

    test('a server refuses to start on a full disk and starts once there is space', async ({
      skip,
    }) => {
      const disk = mountSmallDisk(12)
      if (!disk) return skip('permission to mount a disk')
      try {
        const secret = await createCompanyWithKey(disk.env())
        const fillerFile = disk.file('filler')
        const { bavail, bsize } = statfsSync(disk.path)
        writeFileSync(fillerFile, Buffer.alloc(bavail * bsize))
        expectExit(await tryToStart(disk), 7, /free disk space/)
        rmSync(fillerFile)
        server = await serve(disk.env())
        expect((await createTask(createHttpClient(server.url, secret))).status).toBe(201)
      } finally {
        await server?.stop()
        disk.remove()
      }
    })

    test('a server refuses to start if its database folder is missing', async () => {
      expectExit(
        await runDealgraph({ DATABASE_URL: `sqlite:${folder.file('no/such/test.db')}` }, 'serve'),
        7,
        /cannot be opened for writing/,
      )
    })
  })
})
