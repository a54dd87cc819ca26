/** Runs servers with the demo company that return the same responses on every machine. */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { loadDemo } from '../../db/seed.ts'
import type { Viewer } from '../../src/access/scopes.ts'
import { loadViewerOfUser } from '../../src/access/viewers.ts'
import { createApp } from '../../src/app.ts'
import { createContext, type Deps } from '../../src/context.ts'
import { createDeps } from '../../src/create-deps.ts'
import { loadCompany, runAsSystem } from '../../src/resources/companies/operations.ts'
import { readEvents, type VisibleEvent } from '../../src/resources/events/operations.ts'
import { createIdentity } from '../../src/resources/identities/operations.ts'
import { createSession } from '../../src/resources/sessions/operations.ts'
import { readSettings } from '../../src/settings.ts'
import { openStore } from '../../src/store/open.ts'

export const nowMs: number = Date.parse('2026-06-01T16:00:00.000Z')

const issuer = 'https://login.example'

export interface ExampleRequest {
  method: string
  path: string
  body?: unknown
  key?: string
  headers?: Record<string, string>
  /**
   * The seed of the request id and of the ids that the request creates; by default, the method and
   * path of the request.
   */
  seed?: string
}

export interface ExampleResponse {
  status: number
  body: unknown
}

/** A server with a copy of the demo company. */
export interface DemoServer {
  send(request: ExampleRequest): Promise<ExampleResponse>
  /** Returns up to 100 events after a sequence number, as the Owner's webhooks receive them. */
  readEvents(after: number): Promise<VisibleEvent[]>
  close(): Promise<void>
}

export interface DemoCompany {
  ownerKey: string
  /** Starts a server with a new copy of the database. */
  serve(settings?: Record<string, string>): Promise<DemoServer>
  remove(): void
}

export async function createDemoCompany(): Promise<DemoCompany> {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-contracts-'))
  const file = join(folder, 'company.db')
  const deps = await openDeps(file, createSeededBytes('company'))
  const seededCompany = await loadDemo(deps)
  if (!seededCompany) throw new Error('The demo company was not created')
  const { companyId, ownerId: userId, secret: ownerKey } = seededCompany
  const owner = { companyId, userId, scopes: null }
  await signIn(deps, owner)
  await deps.store.close()
  let copyCount = 0
  return {
    ownerKey,
    serve: (settings) => {
      const copyPath = join(folder, `${copyCount++}.db`)
      copyFileSync(file, copyPath)
      return startServer(copyPath, owner, settings)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

type Owner = Parameters<typeof loadViewerOfUser>[1]

/** Binds an identity to the Owner and creates a session, as a first sign-in does. */
async function signIn(deps: Deps, { companyId, userId }: Owner): Promise<void> {
  await runAsSystem(deps, await loadCompany(deps, companyId), async (ctx) => {
    const identity = await createIdentity(ctx, {
      userId,
      issuer,
      subject: '248289761001',
      email: 'ingrid@northwind.example',
    })
    return createSession(ctx, {
      userId,
      identityId: identity.id,
      hash: createHash('sha256').update('session').digest('hex'),
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      idToken: null,
    })
  })
}

function createSeededBytes(seed: string): (length: number) => Buffer {
  let blockCount = 0
  const createBlock = () => createHash('sha256').update(`${seed} ${blockCount++}`).digest()
  return (length) =>
    Buffer.concat(Array.from({ length: Math.ceil(length / 32) }, createBlock)).subarray(0, length)
}

export const createSeededUuid = (seed: string): string =>
  createHash('sha256')
    .update(seed)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')

async function openDeps(
  file: string,
  randomBytes: (length: number) => Buffer,
  settings: Record<string, string> = {},
): Promise<Deps> {
  const url = `sqlite:${file}`
  const parsedSettings = readSettings({
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    WEBHOOKS_ALLOW_LOCAL: 'true',
    RATE_LIMIT_PER_HOUR: '100000',
    PUBLIC_URL: 'https://crm.example',
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: 'https://crm.example',
    OIDC_CLIENT_ID: 'dealgraph',
    ...settings,
  })
  const store = await openStore({ url, poolSize: 1, isServing: true })
  const log = pino({ level: 'silent' })
  return createDeps(store, parsedSettings, { now: () => nowMs, randomBytes, log })
}

async function startServer(
  file: string,
  owner: Owner,
  settings?: Record<string, string>,
): Promise<DemoServer> {
  let seed = 'server'
  let nextBytes = createSeededBytes(seed)
  const deps = await openDeps(file, (length) => nextBytes(length), settings)
  const { server } = createApp(deps, undefined, { newRequestId: () => createSeededUuid(seed) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    send: async ({ method, path, body, key, headers, ...request }) => {
      seed = request.seed ?? `${method} ${path}`
      nextBytes = createSeededBytes(seed)
      const response = await fetch(origin + path, {
        method,
        headers: {
          ...(key && { Authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
    readEvents: async (after) =>
      deps.store.forCompany(owner.companyId).read(async (db) => {
        const viewer = (await loadViewerOfUser(db, owner)) as Viewer
        const ctx = createContext(deps, { viewer, requestId: 'contracts', db })
        return (await readEvents(ctx, undefined, after, 100)).rows
      }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await deps.store.close()
    },
  }
}
