import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createHttpClient } from '../support/client.ts'
import { runDealgraph, serve } from '../support/command.ts'
import { providerSettings } from '../support/sign-in.ts'
import type { Caller } from '../support/visibility-model.ts'
import { createWorld, type TestUser, testUsers } from '../support/world.ts'
import type { ModelIds } from './records.ts'

/** A sender of requests: a user with a full or narrowed API key, or a client without a key. */
export interface Actor {
  name: string
  caller?: Caller
  secret?: string
}

/** A server with two companies, and the actors that use it. */
export interface Fixture extends ModelIds {
  url: string
  file: string
  actors: Actor[]
  clientFor(user: TestUser): Client
  /**
   * Whether the server also writes to the database without a request, as its webhook dispatcher
   * does.
   */
  hasBackgroundWrites: boolean
  pid: number | undefined
  /** Returns the resident memory of the server process, or undefined if the process has ended. */
  readMemory(): { megabytes: number } | undefined
  /** Returns the errors and unhandled rejections that were logged since the last call. */
  takeLoggedErrors(): string[]
  stop(): Promise<void>
}

const narrowedCallers: Caller[] = [
  {
    user: 'owner',
    scopes: [
      'people.view.own',
      'deals.view.own',
      'tasks.manage',
      'activities.view',
      'people.edit.own',
      'appointments.manage',
      'smartlists.manage',
    ],
  },
  {
    user: 'admin',
    scopes: ['people.view.all', 'activities.view', 'people.edit.own', 'tags.manage'],
  },
  {
    user: 'leader',
    scopes: [
      'people.view.own',
      'deals.view.team',
      'deals.manage',
      'appointments.manage',
      'users.view',
    ],
  },
  {
    user: 'agent',
    scopes: ['tasks.manage', 'deals.manage', 'smartlists.manage', 'activities.create'],
  },
]

const settings = {
  WEBHOOKS_ALLOW_LOCAL: 'true',
  RATE_LIMIT_PER_HOUR: '100000000',
  LOG_LEVEL: 'error',
  ...providerSettings,
  // No program listens on this port, so the connection to the issuer fails at once, and the server
  // rejects all access tokens.
  OIDC_ISSUER: 'http://127.0.0.1:9',
}

export async function createActors(clientFor: (user: TestUser) => Client): Promise<Actor[]> {
  const actors: Actor[] = testUsers.map((user) => ({
    name: user,
    caller: { user },
    secret: clientFor(user).secret as string,
  }))
  for (const caller of narrowedCallers) {
    const { status, body, text } = await clientFor(caller.user).rest('POST', '/v1/api-keys', {
      name: 'narrowed',
      scopes: caller.scopes,
    })
    if (status !== 201) throw new Error(text)
    const { id, secret } = body.data
    actors.push({ name: `${caller.user}, narrowed`, caller: { ...caller, keyId: id }, secret })
  }
  return [...actors, { name: 'nobody' }]
}

/**
 * Starts a server in this process with a stopped clock, so that the same seed reproduces the same
 * requests.
 */
export async function startFixture(): Promise<Fixture> {
  const world = await createWorld(settings)
  for (const user of testUsers)
    for (const issuer of ['https://one.test', 'https://two.test']) await world.signIn(user, issuer)
  const { log } = world.deps
  let loggedErrors: string[] = []
  log.error = ((details: object, message: string) =>
    void loggedErrors.push(
      `${message}: ${JSON.stringify(details, serializeError)}`,
    )) as typeof log.error
  const recordRejection = (error: unknown) =>
    void loggedErrors.push(`unhandled rejection: ${String(error)}`)
  process.on('unhandledRejection', recordRejection)
  return {
    url: world.url,
    file: world.file,
    clientFor: world.as,
    actors: await createActors(world.as),
    users: Object.fromEntries(testUsers.map((user) => [user, world.users[user].id])) as Record<
      TestUser,
      string
    >,
    companies: { acme: world.company.id, rival: world.otherCompany.id },
    hasBackgroundWrites: false,
    pid: process.pid,
    readMemory: () => ({ megabytes: readMegabytes(process.pid) ?? 0 }),
    takeLoggedErrors: () => {
      const newErrors = loggedErrors
      loggedErrors = []
      return newErrors
    },
    stop: async () => {
      process.off('unhandledRejection', recordRejection)
      await world.stop()
    },
  }
}

const serializeError = (_: string, value: unknown) =>
  value instanceof Error ? (value.stack ?? value.message) : value

/** Returns the resident memory of a process in MB, or undefined if the process does not exist. */
function readMegabytes(pid: number | undefined): number | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  return status === 0 ? Math.round(Number(stdout) / 1024) : undefined
}

const roleNames: Partial<Record<TestUser, string>> = {
  admin: 'Admin',
  leader: 'Team Leader',
  agent: 'Agent',
  loner: 'Agent',
  idle: 'Team Leader',
}

/** Starts the program as `npm start` does, with a database in a temporary folder. */
export async function startFixtureInSeparateProcess(): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-fuzz-'))
  const file = join(folder, 'fuzz.db')
  const env = { ...settings, DATABASE_URL: `sqlite:${file}`, DEMO: 'false' }
  const runCommand = async (...args: string[]) => {
    const { code, stdout, stderr } = await runDealgraph(env, ...args, '--json')
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`)
    return JSON.parse(stdout) as Record<string, string>
  }
  const companies = {} as Fixture['companies']
  const users = {} as Fixture['users']
  const secrets = {} as Record<TestUser, string>
  for (const [company, owner] of [
    ['acme', 'owner'],
    ['rival', 'stranger'],
  ] as const) {
    const email = `${owner}@${company}.test`
    const creation = await runCommand(
      'company',
      'create',
      '--name',
      company,
      '--owner-email',
      email,
    )
    companies[company] = creation['companyId'] as string
    users[owner] = creation['ownerId'] as string
    secrets[owner] = (await runCommand('keys', 'create', '--user', email))['secret'] as string
  }
  const server = await serve(env)
  const createClientFor = (user: TestUser) => createHttpClient(server.url, secrets[user])
  for (const [user, role] of Object.entries(roleNames) as [TestUser, string][]) {
    const { body } = await createClientFor('owner').rest('POST', '/v1/users/invite', {
      firstName: user,
      email: `${user}@acme.test`,
      role,
    })
    users[user] = body.data.id
    secrets[user] = body.data.secret
  }
  await createClientFor('owner').rest('POST', '/v1/teams', {
    name: 'North',
    leaderIds: [users.leader],
    memberIds: [users.agent],
  })
  let receivedLineCount = 0
  return {
    url: server.url,
    file,
    clientFor: createClientFor,
    actors: await createActors(createClientFor),
    users,
    companies,
    hasBackgroundWrites: true,
    pid: server.pid,
    readMemory: () => {
      const residentMb = readMegabytes(server.pid)
      return residentMb === undefined ? undefined : { megabytes: residentMb }
    },
    takeLoggedErrors: () => {
      const lines = server.logLines().slice(receivedLineCount)
      receivedLineCount += lines.length
      return lines
    },
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
