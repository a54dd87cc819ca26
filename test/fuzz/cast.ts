import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, clientOf } from '../support/client.ts'
import { dealgraph, serve } from '../support/command.ts'
import type { Caller } from '../support/visibility-model.ts'
import { createWorld, people as everybody, type Who } from '../support/world.ts'
import type { Parts } from './records.ts'

/**
 * The actors that send requests: users with full or narrowed API keys, and a caller without a key.
 */
export interface Actor {
  name: string
  caller?: Caller
  secret?: string
}

/** A server with two companies and the actors. */
export interface Cast extends Parts {
  url: string
  file: string
  actors: Actor[]
  as(who: Who): Client
  /**
   * Whether other parts than requests write to the database, such as the server's webhook
   * dispatcher.
   */
  busy: boolean
  /** The id of its process. */
  pid: number | undefined
  /** Resident memory of the process in MB; undefined once it has ended. */
  alive(): { megabytes: number } | undefined
  /** Errors in the log and unhandled rejections since the last call. */
  faults(): string[]
  stop(): Promise<void>
}

const narrowed: Caller[] = [
  {
    who: 'owner',
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
    who: 'admin',
    scopes: ['people.view.all', 'activities.view', 'people.edit.own', 'tags.manage'],
  },
  {
    who: 'leader',
    scopes: [
      'people.view.own',
      'deals.view.team',
      'deals.manage',
      'appointments.manage',
      'users.view',
    ],
  },
  {
    who: 'agent',
    scopes: ['tasks.manage', 'deals.manage', 'smartlists.manage', 'activities.create'],
  },
]

const settings = {
  WEBHOOKS_ALLOW_LOCAL: 'true',
  RATE_LIMIT_PER_HOUR: '100000000',
  LOG_LEVEL: 'error',
}

export async function actorsOf(as: (who: Who) => Client): Promise<Actor[]> {
  const actors: Actor[] = everybody.map((who) => ({
    name: who,
    caller: { who },
    secret: as(who).secret as string,
  }))
  for (const caller of narrowed) {
    const { status, body, text } = await as(caller.who).rest('POST', '/v1/api-keys', {
      name: 'narrowed',
      scopes: caller.scopes,
    })
    if (status !== 201) throw new Error(text)
    const { id, secret } = body.data
    actors.push({ name: `${caller.who}, narrowed`, caller: { ...caller, keyId: id }, secret })
  }
  return [...actors, { name: 'nobody' }]
}

/** Starts a server in this process with a stopped clock, so that a seed reproduces a run. */
export async function castHere(): Promise<Cast> {
  const world = await createWorld(settings)
  const { log } = world.deps
  let collected: string[] = []
  log.error = ((what: object, message: string) =>
    void collected.push(`${message}: ${JSON.stringify(what, errors)}`)) as typeof log.error
  const onRejection = (error: unknown) => void collected.push(`let fall: ${String(error)}`)
  process.on('unhandledRejection', onRejection)
  return {
    url: world.url,
    file: world.file,
    as: world.as,
    actors: await actorsOf(world.as),
    users: Object.fromEntries(everybody.map((who) => [who, world.users[who].id])) as Record<
      Who,
      string
    >,
    companies: { acme: world.company.id, rival: world.otherCompany.id },
    busy: false,
    pid: process.pid,
    alive: () => ({ megabytes: megabytes(process.pid) ?? 0 }),
    faults: () => {
      const received = collected
      collected = []
      return received
    },
    stop: async () => {
      process.off('unhandledRejection', onRejection)
      await world.stop()
    },
  }
}

const errors = (_: string, value: unknown) =>
  value instanceof Error ? (value.stack ?? value.message) : value

/** Resident memory of a process from /proc; undefined if it does not exist. */
function megabytes(pid: number | undefined): number | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  return status === 0 ? Math.round(Number(stdout) / 1024) : undefined
}

const roles: Partial<Record<Who, string>> = {
  admin: 'Admin',
  leader: 'Team Leader',
  agent: 'Agent',
  loner: 'Agent',
  idle: 'Team Leader',
}

/** Starts the program as `npm start` does, with a database in a folder of its own. */
export async function castInProcess(): Promise<Cast> {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-fuzz-'))
  const file = join(folder, 'fuzz.db')
  const env = { ...settings, DATABASE_URL: `sqlite:${file}`, DEMO: 'false' }
  const run = async (...args: string[]) => {
    const { code, out, err } = await dealgraph(env, ...args, '--json')
    if (code !== 0) throw new Error(`${args.join(' ')}: ${out}${err}`)
    return JSON.parse(out) as Record<string, string>
  }
  const companies = {} as Cast['companies']
  const users = {} as Cast['users']
  const secrets = {} as Record<Who, string>
  for (const [company, owner] of [
    ['acme', 'owner'],
    ['rival', 'stranger'],
  ] as const) {
    const email = `${owner}@${company}.test`
    const created = await run('company', 'create', '--name', company, '--owner-email', email)
    companies[company] = created['companyId'] as string
    users[owner] = created['ownerId'] as string
    secrets[owner] = (await run('keys', 'create', '--user', email))['secret'] as string
  }
  const serving = await serve(env)
  const as = (who: Who) => clientOf(serving.url, secrets[who])
  for (const [who, role] of Object.entries(roles) as [Who, string][]) {
    const { body } = await as('owner').rest('POST', '/v1/users/invite', {
      firstName: who,
      email: `${who}@acme.test`,
      role,
    })
    users[who] = body.data.id
    secrets[who] = body.data.secret
  }
  await as('owner').rest('POST', '/v1/teams', {
    name: 'North',
    leaderIds: [users.leader],
    memberIds: [users.agent],
  })
  let received = 0
  return {
    url: serving.url,
    file,
    as,
    actors: await actorsOf(as),
    users,
    companies,
    busy: true,
    pid: serving.pid,
    alive: () => {
      const held = megabytes(serving.pid)
      return held === undefined ? undefined : { megabytes: held }
    },
    faults: () => {
      const lines = serving.logLines().slice(received)
      received += lines.length
      return lines
    },
    stop: async () => {
      await serving.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
