import { statSync } from 'node:fs'
import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createHttpClient } from './support/client.ts'
import { type RunningServer, type RunOptions, serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { type Folder, newFolder } from './support/folder.ts'
import {
  formatRequestHead,
  openConnection as openRawConnection,
  sleep,
} from './support/raw-http.ts'

describe('Shutdown', () => {
  let folder: Folder
  let server: RunningServer
  let client: Client
  beforeEach(async () => {
    folder = newFolder()
    client = await startServer(await createCompanyWithKey(folder.env()))
  })
  afterEach(async () => {
    await server.stop('SIGKILL')
    folder.remove()
  })

  async function startServer(
    secret: string,
    settings: Record<string, string> = {},
    options: RunOptions = {},
  ): Promise<Client> {
    server = await serve({ ...folder.env(), ...settings }, options)
    return createHttpClient(server.url, secret)
  }

  const slowBody = '{"title":"slow"}'
  const openConnection = () => openRawConnection(server.url)
  const formatHead = (method: string, path: string) =>
    formatRequestHead(method, path, client.secret)
  const formatSlowHead = () =>
    formatRequestHead('POST', '/v1/tasks', client.secret, slowBody.length)
  const readTasksAfterRestart = async () => {
    const tasksReply = await (await startServer(client.secret as string)).gql(
      '{ tasks(first: 100) { totalCount nodes { title } } }',
    )
    return tasksReply.body.data.tasks as { totalCount: number; nodes: { title: string }[] }
  }

  test('a server that shuts down under load completes every accepted request and keeps every acknowledged write', async () => {
    const connectionNumbers = Array.from({ length: 8 }, (_, n) => n)
    let acknowledgedCount = 0
    const statuses = new Set<number>()
    let isStopped = false
    const connectionLoops = connectionNumbers.map(async () => {
      const connection = await openConnection()
      while (!isStopped) {
        connection.send(`${formatSlowHead()}${slowBody}`)
        const response = await connection
          .receive(/^HTTP[\s\S]*\r\n\r\n{.*}$/)
          .catch(() => undefined)
        if (!response) return
        const status = Number(/^HTTP\/1.1 (\d+)/.exec(response)?.[1])
        statuses.add(status)
        if (status === 201) acknowledgedCount++
        if (/Connection: close/i.test(response)) return
      }
    })
    await expect.poll(() => acknowledgedCount).toBeGreaterThan(8)
    const serverExit = server.stop()
    await Promise.all(connectionLoops)
    isStopped = true
    const { code, stderr } = await serverExit
    expect({ code, stderr, statuses: [...statuses] }).toEqual({
      code: 0,
      stderr: '',
      statuses: [201],
    })
    expect((await readTasksAfterRestart()).totalCount).toBe(acknowledgedCount)
  })

  test('/ready returns 503 during a shutdown while requests in flight complete', async () => {
    await server.stop()
    client = await startServer(client.secret as string, { DRAIN_SECONDS: '3' })
    const slowClient = await openConnection()
    slowClient.send(formatSlowHead())
    await sleep(100)
    const serverExit = server.stop()
    let readyReply = await client.rest('GET', '/ready')
    while (readyReply.status === 200) readyReply = await client.rest('GET', '/ready')
    expect([readyReply.status, readyReply.body, readyReply.headers.get('connection')]).toEqual([
      503,
      { status: 'stopping' },
      'close',
    ])
    expect((await client.rest('GET', '/health')).status).toBe(200)
    slowClient.send(slowBody)
    expect(await slowClient.receive(/slow/)).toMatch(/^HTTP\/1.1 201[\s\S]*Connection: close/)
    expect((await serverExit).code).toBe(0)
    expect((await readTasksAfterRestart()).nodes).toEqual([{ title: 'slow' }])
  })

  test('a request on an open connection during a shutdown is completed with Connection: close', async () => {
    const connection = await openConnection()
    const serverExit = server.stop()
    let response = 'Connection: keep-alive'
    while (/Connection: keep-alive/.test(response)) {
      connection.send(formatHead('GET', '/v1/me'))
      response = await connection.receive(/}$/)
      expect(response).toMatch(/^HTTP\/1.1 200/)
    }
    expect(response).toMatch(/Connection: close/)
    expect((await serverExit).code).toBe(0)
  })

  test('a server that shuts down moves the write-ahead log into the database', async () => {
    await client.rest('POST', '/v1/tasks', { title: 'kept' })
    expect(statSync(`${folder.file()}-wal`).size).toBeGreaterThan(0)
    await server.stop()
    expect(statSync(`${folder.file()}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  })

  test('a second shutdown signal ends the server immediately', async () => {
    const slowClient = await openConnection()
    slowClient.send(formatSlowHead())
    await sleep(100)
    const serverExit = server.stop()
    await sleep(200)
    process.kill(server.pid, 'SIGTERM')
    expect((await serverExit).code).toBe(1)
  })

  test('an unexpected error ends the server with exit code 1, even if a shutdown signal follows', async () => {
    await server.stop()
    const failingModule =
      'data:text/javascript,process.on("SIGWINCH", () => { throw new Error("unexpected") })'
    client = await startServer(
      client.secret as string,
      { LOG_LEVEL: 'fatal' },
      { flags: ['--import', failingModule] },
    )
    const slowClient = await openConnection()
    slowClient.send(formatSlowHead())
    await sleep(100)
    process.kill(server.pid, 'SIGWINCH')
    while (!server.logLines().some((line) => line.includes('unexpected error: stopping')))
      await sleep(20)
    expect((await server.stop()).code).toBe(1)
  })

  test('a server that is shutting down does not wait indefinitely for an incomplete request', async () => {
    const slowClient = await openConnection()
    slowClient.send(formatSlowHead())
    await sleep(100)
    expect((await server.stop()).code).toBe(0)
    expect((await readTasksAfterRestart()).totalCount).toBe(0)
  })

  test('a server that is shutting down responds to API requests on new connections until DRAIN_SECONDS have passed', async () => {
    await server.stop()
    client = await startServer(client.secret as string, { DRAIN_SECONDS: '3' })
    const serverExit = server.stop()
    await sleep(300)
    const fetchStatus = (path: string) =>
      new Promise((resolve, reject) => {
        const httpRequest = request(
          `${server.url}${path}`,
          { agent: false, headers: { Authorization: `Bearer ${client.secret}` } },
          (reply) => {
            reply.resume()
            resolve(reply.statusCode)
          },
        )
        httpRequest.on('error', reject)
        httpRequest.end()
      })
    expect([await fetchStatus('/ready'), await fetchStatus('/v1/me')]).toEqual([503, 200])
    expect((await serverExit).code).toBe(0)
  })
})
