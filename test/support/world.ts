import { createContext } from '../../src/context.ts'
import { newRecord } from '../../src/crud/records.ts'
import { writeEvents } from '../../src/events/record-event.ts'
import { issueKey } from '../../src/resources/api-keys/operations.ts'
import {
  createCompany,
  createSystemViewer,
  runAsSystem,
} from '../../src/resources/companies/operations.ts'
import type { CompanyRow } from '../../src/resources/companies/table.ts'
import type { UserRow } from '../../src/resources/users/table.ts'
import { type Client, createHttpClient } from './client.ts'
import { type ServerOptions, startServer, type TestServer } from './server.ts'
import { type SignIn, signInUser } from './sign-in.ts'

/**
 * The users of two companies. The first company has an Owner, an Admin, a Team Leader who leads a
 * team with one Agent (`agent`), an Agent outside that team (`loner`), and a second Team Leader
 * without a team (`idle`). The second company has an Owner (`stranger`).
 */
export const testUsers = ['owner', 'admin', 'leader', 'agent', 'loner', 'idle', 'stranger'] as const
export type TestUser = (typeof testUsers)[number]

export interface World extends TestServer {
  company: CompanyRow
  otherCompany: CompanyRow
  users: Record<TestUser, UserRow>
  /** Returns a client with this user's API key. */
  as(user: TestUser): Client
  /** Returns a client with this API key, or without a key by default. */
  client(secret?: string): Client
  /**
   * Creates another API key for a user, narrowed to `scopes` if they are set. @returns a client
   * with the key
   */
  createKey(user: TestUser, scopes?: string[], expiresAt?: string): Promise<Client>
  /** Binds an identity of an issuer to this user, and creates a session. */
  signIn(user: TestUser, issuer?: string): Promise<SignIn>
  teamId: string
}

const rolesByUser: Record<Exclude<TestUser, 'owner' | 'stranger'>, UserRow['role']> = {
  admin: 'Admin',
  leader: 'Team Leader',
  agent: 'Agent',
  loner: 'Agent',
  idle: 'Team Leader',
}

export async function createWorld(
  settings: Record<string, string> = {},
  options?: ServerOptions,
): Promise<World> {
  const server = await startServer(settings, options)
  const { deps } = server
  const users = {} as Record<TestUser, UserRow>
  const clients = new Map<TestUser, Client>()
  const ownCompany = await deps.store.allCompanies.write((db) =>
    createCompany(deps, db, {
      name: 'Acme',
      region: 'US',
      owner: { email: 'owner@acme.test', firstName: 'Olga', lastName: 'Owner' },
    }),
  )
  const otherCompany = await deps.store.allCompanies.write((db) =>
    createCompany(deps, db, {
      name: 'Rival',
      region: 'DE',
      owner: { email: 'owner@rival.test', firstName: 'Rita', lastName: 'Rival' },
    }),
  )
  users.owner = ownCompany.owner
  users.stranger = otherCompany.owner
  const teamId = await deps.store.allCompanies.write(async (db) => {
    const ctx = createContext(deps, {
      viewer: createSystemViewer(ownCompany.company),
      requestId: 'world',
      db,
    })
    for (const [user, role] of Object.entries(rolesByUser) as [
      keyof typeof rolesByUser,
      UserRow['role'],
    ][]) {
      const name = user[0]?.toUpperCase() + user.slice(1)
      users[user] = {
        ...newRecord(ctx, 'user'),
        firstName: name,
        lastName: 'Tester',
        email: `${user}@acme.test`,
        emailKey: `${user}@acme.test`,
        role,
        avatarUrl: null,
        suspendedAt: null,
      }
      await db.insert('users', users[user])
    }
    const team = { ...newRecord(ctx, 'team'), name: 'North' }
    await db.insert('teams', team)
    await db.insert('teamMembers', {
      companyId: ownCompany.company.id,
      teamId: team.id,
      userId: users.leader.id,
      isLeader: 1,
      isMember: 0,
    })
    await db.insert('teamMembers', {
      companyId: ownCompany.company.id,
      teamId: team.id,
      userId: users.agent.id,
      isLeader: 0,
      isMember: 1,
    })
    await writeEvents(ctx)
    return team.id
  })
  const createKey: World['createKey'] = async (user, scopes, expiresAt) => {
    const company = user === 'stranger' ? otherCompany.company : ownCompany.company
    const { secret } = await runAsSystem(deps, company, (ctx) =>
      issueKey(ctx, {
        userId: users[user].id,
        name: 'test',
        scopes: scopes ?? null,
        expiresAt: expiresAt ?? null,
      }),
    )
    return createHttpClient(server.url, secret)
  }
  const signIn: World['signIn'] = (user, issuer) =>
    signInUser(
      deps,
      user === 'stranger' ? otherCompany.company : ownCompany.company,
      users[user],
      issuer,
    )
  for (const user of testUsers) clients.set(user, await createKey(user))
  return {
    ...server,
    company: ownCompany.company,
    otherCompany: otherCompany.company,
    users,
    teamId,
    as: (user) => clients.get(user) as Client,
    client: (secret) => createHttpClient(server.url, secret),
    createKey,
    signIn,
  }
}
