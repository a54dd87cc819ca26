import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient } from './support/client.ts'
import { type RunningServer, runDealgraph, serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { newDatabase, type TestDatabase } from './support/database.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { createWorld } from './support/world.ts'

describe('The setting WEBHOOKS=off', () => {
  let database: TestDatabase
  let receiver: Receiver
  let secret: string
  let env: Record<string, string>
  let server: RunningServer | undefined
  beforeAll(async () => {
    database = await newDatabase()
    receiver = await startReceiver()
    env = { DATABASE_URL: database.url, DEMO: 'false', WEBHOOKS_ALLOW_LOCAL: 'true' }
    secret = await createCompanyWithKey(env)
  })
  afterEach(() => server?.stop())
  afterAll(async () => {
    await receiver.stop()
    await database.remove()
  })

  async function startServer(WEBHOOKS: string) {
    server = await serve({ ...env, WEBHOOKS })
    const owner = createHttpClient(server.url, secret)
    return { owner, server }
  }

  test('events that occur with WEBHOOKS=off are sent after webhooks are turned on again', async () => {
    const { owner, server: serverWithoutWebhooks } = await startServer('off')
    const creationReply = await owner.rest('POST', '/v1/webhook-endpoints', {
      url: receiver.url,
      events: ['task.created'],
    })
    expect(creationReply.status).toBe(201)
    await owner.rest('POST', '/v1/tasks', { title: 'While off' })
    const { stdout } = await serverWithoutWebhooks.stop()
    expect(stdout).toContain('WEBHOOKS=off: webhooks are not sent')
    expect(receiver.received).toEqual([])
    const { owner: ownerAfterRestart } = await startServer('on')
    await ownerAfterRestart.rest('POST', '/v1/tasks', { title: 'While on' })
    await receiver.waitForCount(2)
    expect(receiver.received.map(({ body: { data } }) => data.changes[0].to)).toEqual([
      'While off',
      'While on',
    ])
  })

  test('with WEBHOOKS=off, the dispatch command fails with a one-sentence error', async () => {
    const { code, stderr } = await runDealgraph({ ...env, WEBHOOKS: 'off' }, 'dispatch')
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^WEBHOOKS=off disables webhooks.*\n$/),
    ])
  })

  test('the command `doctor` warns of WEBHOOKS=off if webhook endpoints exist', async () => {
    const { stdout } = await runDealgraph({ ...env, WEBHOOKS: 'off' }, 'doctor', '--json')
    const findings = JSON.parse(stdout).findings as { name: string }[]
    expect(findings.find(({ name }) => name === 'webhooks')).toMatchObject({
      state: 'warning',
      finding: expect.stringContaining('off (WEBHOOKS=off)'),
    })
  })

  test('the setting WEBHOOKS accepts only on and off', async () => {
    const { code, stderr } = await runDealgraph({ ...env, WEBHOOKS: 'no' }, 'doctor')
    expect([code, stderr]).toEqual([2, 'WEBHOOKS must be on or off, but it is "no".\n'])
  })
})

test('a server with WEBHOOKS=off makes no DNS lookups, and rejects pings and replays', async () => {
  const world = await createWorld({ WEBHOOKS: 'off' })
  const lookedUpHosts: string[] = []
  world.deps.resolve = async (host) => {
    lookedUpHosts.push(host)
    return []
  }
  const owner = world.as('owner')
  const createEndpoint = (url: string) =>
    owner.rest('POST', '/v1/webhook-endpoints', { url, events: ['deal.*'] })
  const { status, body } = await createEndpoint('https://receiver.dev/hook')
  expect([status, lookedUpHosts]).toEqual([201, []])
  for (const url of ['https://127.0.0.1/', 'http://receiver.dev/', 'https://hooks.example/'])
    expect([url, (await createEndpoint(url)).status]).toEqual([url, 400])
  const { id } = body.data
  for (const [path, input] of [
    [`/v1/webhook-endpoints/${id}/ping`, undefined],
    [`/v1/webhook-endpoints/${id}/replay`, { failed: true }],
  ] as const) {
    const rejectedReply = await owner.rest('POST', path, input)
    expect([path, rejectedReply.status]).toEqual([path, 409])
    expect(rejectedReply.body.error.message).toContain('set `WEBHOOKS` to `on`')
  }
  expect((await owner.rest('GET', '/v1/webhook-deliveries')).body.data).toEqual([])
  await world.stop()
})
