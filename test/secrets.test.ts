/**
 * Issues every kind of secret through REST and GraphQL, and then searches later responses, logs,
 * webhooks, metrics, database files and backups for these secrets.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readResult } from '../src/rest/response.ts'
import { copyDatabase } from '../src/store/sqlite/files.ts'
import { Dispatcher } from '../src/webhooks/dispatcher.ts'
import type { Reply } from './support/client.ts'
import { toGraphqlRequest } from './support/graphql-request.ts'
import { sendRaw } from './support/raw-http.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { preparedRoutes } from './support/scenario.ts'
import { createWorld, testUsers, type World } from './support/world.ts'

let world: World
let receiver: Receiver
const logLines: string[] = []
const joinLog = () => logLines.join('')
const secrets: string[] = []
const responses: Reply[] = []
beforeAll(async () => {
  world = await createWorld({ WEBHOOKS_ALLOW_LOCAL: 'true' })
  world.deps.log = pino({ level: 'debug' }, { write: (line) => void logLines.push(line) })
  receiver = await startReceiver()
  secrets.push(...testUsers.map((user) => world.as(user).secret as string))
  await issueAllSecrets()
})
afterAll(async () => {
  await receiver.stop()
  await world.stop()
})

let nextKeyNumber = 0
/** Sends a route's operation twice with one Idempotency-Key. @returns the response data */
async function sendTwice(
  name: string,
  protocol: 'rest' | 'graphql',
  inputs: Record<string, unknown>,
) {
  const route = preparedRoutes.get(name)
  if (!route) throw new Error(`no route ${name}`)
  const path = route.path.replace(/\{(\w+)\}/g, (_, part: string) => String(inputs[part]))
  const headers = { 'Idempotency-Key': `secret-${nextKeyNumber++}` }
  const owner = world.as('owner')
  const sendRequest = () =>
    protocol === 'rest'
      ? owner.rest(route.method.toUpperCase(), path, inputs, headers)
      : owner.gql(...toGraphqlRequest(route, inputs), headers)
  const [firstReply, repeatedReply] = [await sendRequest(), await sendRequest()]
  expect([
    name,
    firstReply.body.errors,
    firstReply.body.error,
    repeatedReply.text,
    repeatedReply.headers.get('idempotent-replayed'),
  ]).toEqual([name, undefined, undefined, firstReply.text, 'true'])
  const data = (
    protocol === 'rest' ? firstReply.body.data : readResult(route, firstReply.body)
  ) as { id: string; secret: string }
  secrets.push(data.secret)
  return data
}

async function issueAllSecrets(): Promise<void> {
  for (const protocol of ['rest', 'graphql'] as const) {
    const apiKey = await sendTwice('CreateApiKey', protocol, { name: 'Robot' })
    await sendTwice('RotateApiKey', protocol, { id: apiKey.id, graceHours: 1 })
    await sendTwice('RotateApiKey', protocol, { id: apiKey.id })
    await sendTwice('InviteUser', protocol, {
      firstName: 'New',
      email: `${protocol}@acme.test`,
      role: 'Agent',
    })
    const endpoint = await sendTwice('CreateWebhookEndpoint', protocol, {
      url: receiver.url,
      events: ['*'],
    })
    await sendTwice('RotateWebhookSecret', protocol, { id: endpoint.id })
  }
}

/** Returns a secret in all usual encodings, including its decoded bytes. */
const listEncodings = (secret: string): Buffer[] => {
  const bytes = Buffer.from(secret)
  const decodedSecret = secret.startsWith('whsec_')
    ? Buffer.from(secret.slice(6), 'base64')
    : Buffer.from(secret.slice(3))
  return [
    secret,
    bytes.toString('base64').slice(0, -4),
    bytes.toString('base64url').slice(0, -4),
    bytes.toString('hex'),
    decodedSecret.toString('hex'),
    encodeURIComponent(secret),
  ]
    .map((text) => Buffer.from(text))
    .concat(decodedSecret)
}
const listSecretsIn = (content: Buffer | string) => {
  const bytes = Buffer.from(content)
  return secrets.filter((secret) =>
    listEncodings(secret).some((encoding) => bytes.includes(encoding)),
  )
}

/** Sends a secret in many parts of requests in which a secret does not belong. */
async function misplaceSecret(secret: string): Promise<void> {
  const owner = world.as('owner')
  const jsonHeaders = { 'Content-Type': 'application/json' }
  const requests: Promise<Reply>[] = [
    ...['people/', '', 'tasks/', 'people/search/', 'api-keys/'].map((path) =>
      owner.rest('GET', `/v1/${path}${secret}`),
    ),
    ...['limit', 'cursor', 'where', 'stageId'].map((name) =>
      owner.rest('GET', `/v1/people?${name}=${secret}`),
    ),
    ...['id', 'email', 'phone', 'name'].map((name) =>
      owner.rest('GET', `/v1/people/search?${name}=${secret}`),
    ),
    ...[
      `/${secret}`,
      `/v1/people/${secret}`,
      `/v1/${secret}`,
      `/graphql?query=${secret}`,
      `/v1/people?key=${secret}`,
    ].map((path) => world.client().rest('GET', path)),
    owner.rest('PATCH', `/v1/tasks/${secret}/complete`),
    owner.rest('POST', '/v1/tasks', `{"title":"${secret}`),
    owner.rest('POST', '/v1/tasks', {
      title: 'x',
      priority: secret,
      dueDate: secret,
      personId: secret,
      assignedTo: secret,
    }),
    owner.rest('POST', '/v1/tasks', { title: { [secret]: secret } }),
    owner.rest('POST', '/v1/webhook-endpoints', { url: secret, events: [secret] }),
    ...['Idempotency-Key', 'X-API-Version', 'If-Match', 'Content-Type', 'Content-Encoding'].map(
      (name) => owner.rest('POST', '/v1/tasks', '{}', { ...jsonHeaders, [name]: `${secret} x` }),
    ),
    ...[
      'Authorization',
      'X-Forwarded-For',
      'X-Request-Id',
      'Cookie',
      'Last-Event-ID',
      'Origin',
    ].map((name) => world.client().rest('GET', '/v1/me', undefined, { [name]: secret })),
    owner.gql(
      'query($id: ID!) { person(id: $id) { id } node(id: $id) { id } nodes(ids: [$id]) { id } }',
      { id: secret },
    ),
    owner.gql(
      'mutation($id: ID!) { updateTask(id: $id, input: { title: "x", assigneeId: $id }) { task { id } } }',
      { id: secret },
    ),
    owner.gql('query($c: String) { people(after: $c, first: 5) { totalCount } }', { c: secret }),
  ]
  responses.push(...(await Promise.all(requests)))
  // A response to an invalid document may quote the document, but the log must not.
  const secretWord = secret.replace(/\W/g, '_')
  for (const document of [
    `{ ${secretWord} }`,
    `query ${secretWord} { me { id } }`,
    `{ me { id ${secret}`,
    `{ me(${secretWord}: 1) { id } }`,
    `{ ...${secretWord} }`,
  ])
    await owner.gql(document)
  await owner.rest('POST', '/graphql', {
    query: 'query A { me { id } } query B { me { id } }',
    operationName: secret,
  })
  await sendRaw(world.url, `${secret}\r\n\r\n`)
  await sendRaw(
    world.url,
    `GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization : Bearer ${secret}\r\n\r\n`,
  )
}

describe('Issued secrets', () => {
  test('every issued secret is unique and has the format of an API key or webhook secret', () => {
    expect([secrets.length, new Set(secrets).size]).toEqual([
      testUsers.length + 12,
      testUsers.length + 12,
    ])
    expect(secrets.filter((secret) => !/^(dg_\w{38}|whsec_[\w+/]{32,}=*)$/.test(secret))).toEqual(
      [],
    )
    for (const secret of secrets) expect(listSecretsIn(`x ${secret} x`)).toEqual([secret])
  })

  test('a secret in the wrong part of a request is neither returned nor logged, and request bodies and query texts are not logged', async () => {
    const logLengthBefore = joinLog().length
    for (const secret of [secrets[0], ...secrets.slice(-6)]) await misplaceSecret(secret as string)
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    const responsesWithSecret = responses.filter(
      ({ text, headers }) => listSecretsIn(text + JSON.stringify([...headers])).length > 0,
    )
    expect(responsesWithSecret.map(({ text }) => text)).toEqual([])
    await world.as('owner').rest('POST', '/v1/tasks?hidden=querytext', {
      title: 'bodytext'.repeat(50),
      personId: 'person_bodytext',
    })
    await world
      .as('owner')
      .gql('query Looking($id: ID!) { person(id: $id) { id } nope_documenttext }', {
        id: 'person_variabletext',
      })
    expect(joinLog().slice(logLengthBefore)).toMatch(/"operation":"GetPerson"/)
    expect(joinLog()).not.toMatch(/bodytext|querytext|documenttext|variabletext/)
    expect(listSecretsIn(joinLog())).toEqual([])
    expect(
      Math.max(
        ...joinLog()
          .split('\n')
          .map((line) => line.length),
      ),
    ).toBeLessThan(1000)
  })

  test('webhooks, events, audit entries, lists and metrics contain no secrets', async () => {
    const dispatcher = new Dispatcher(world.deps, { owner: 'test' })
    await world.as('owner').rest('POST', '/v1/people', { firstName: 'Told' })
    await receiver.waitForCount(2)
    await dispatcher.waitUntilIdle()
    await dispatcher.stop()
    expect(listSecretsIn(JSON.stringify(receiver.received))).toEqual([])
    const listReplies = [
      'events',
      'audit-log',
      'api-keys',
      'webhook-endpoints',
      'webhook-deliveries',
      'users',
    ].map((name) => world.as('owner').rest('GET', `/v1/${name}?limit=100`))
    for (const { status, text } of [
      ...(await Promise.all(listReplies)),
      await world.client().rest('GET', '/metrics'),
    ])
      expect([status, listSecretsIn(text)]).toEqual([200, []])
    expect(listSecretsIn(joinLog())).toEqual([])
  })

  test('database files and backups contain no secrets', async () => {
    const folder = dirname(world.file)
    await copyDatabase(world.file, join(folder, 'backup.db'), () => {})
    const files = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile())
    expect(files).toEqual(
      expect.arrayContaining([
        'test.db',
        'test.db-wal',
        'test.db-limits',
        'test.db-limits-wal',
        'backup.db',
      ]),
    )
    for (const name of files)
      expect([name, listSecretsIn(readFileSync(join(folder, name)))]).toEqual([name, []])
    expect(readFileSync(join(folder, 'backup.db')).includes('Robot')).toBe(true)
  })
})
