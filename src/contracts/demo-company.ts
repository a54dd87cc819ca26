/** Runs a server on the demo company, with the same responses on every machine. */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { loadDemo } from '../../db/seed.ts'
import { createApp } from '../app.ts'
import type { Deps } from '../context.ts'
import { createDeps } from '../deps.ts'
import { readSettings } from '../settings.ts'
import { openStore } from '../store/open.ts'

export const now: number = Date.parse('2026-06-01T16:00:00.000Z')

export interface Request {
  method: string
  path: string
  body?: unknown
  key?: string
  headers?: Record<string, string>
  /** Determines the ids that the request creates; by default its method and path. */
  seed?: string
}

export interface Reply {
  status: number
  body: unknown
}

/** A server on a copy of the demo company. */
export interface DemoServer {
  send(request: Request): Promise<Reply>
  close(): Promise<void>
}

export interface DemoCompany {
  ownerKey: string
  /** Starts a server on a new copy of the database. */
  serve(settings?: Record<string, string>): Promise<DemoServer>
  remove(): void
}

export async function createDemoCompany(): Promise<DemoCompany> {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-contracts-'))
  const file = join(folder, 'company.db')
  const deps = await openDeps(file, seededBytes('company'))
  const seeded = await loadDemo(deps)
  await deps.store.close()
  let copies = 0
  return {
    ownerKey: seeded?.secret ?? '',
    serve: (settings) => {
      const copy = join(folder, `${copies++}.db`)
      copyFileSync(file, copy)
      return startServer(copy, settings)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function seededBytes(seed: string): (length: number) => Buffer {
  let blocks = 0
  const block = () => createHash('sha256').update(`${seed} ${blocks++}`).digest()
  return (length) =>
    Buffer.concat(Array.from({ length: Math.ceil(length / 32) }, block)).subarray(0, length)
}

export const seededUuid = (seed: string): string =>
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
  const read = readSettings({
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    WEBHOOKS_ALLOW_LOCAL: 'true',
    RATE_LIMIT_PER_HOUR: '100000',
    ...settings,
  })
  const store = await openStore({ url, poolSize: 1, isServing: true })
  const log = pino({ level: 'silent' })
  return createDeps(store, read, { now: () => now, randomBytes, log })
}

async function startServer(file: string, settings?: Record<string, string>): Promise<DemoServer> {
  let seed = 'server'
  let drawBytes = seededBytes(seed)
  const deps = await openDeps(file, (length) => drawBytes(length), settings)
  const { server } = createApp(deps, undefined, { newRequestId: () => seededUuid(seed) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    send: async ({ method, path, body, key, headers, ...request }) => {
      seed = request.seed ?? `${method} ${path}`
      drawBytes = seededBytes(seed)
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
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await deps.store.close()
    },
  }
}
