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

/**
 * When it is in the company whose answers are shown. Its clock stands still, and its randomness
 * repeats, so that they are the same everywhere.
 */
export const now: number = Date.parse('2026-06-01T16:00:00.000Z')

/** Bytes that follow from a word. */
function bytesFrom(word: string): (length: number) => Buffer {
  let drawn = 0
  return (length) => {
    const parts = Array.from({ length: Math.ceil(length / 32) }, () =>
      createHash('sha256').update(`${word} ${drawn++}`).digest(),
    )
    return Buffer.concat(parts).subarray(0, length)
  }
}

export const uuidFrom = (word: string) =>
  createHash('sha256')
    .update(word)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')

export interface Reply {
  status: number
  body: unknown
}

export interface Request {
  method: string
  path: string
  body?: unknown
  key?: string | undefined
  headers?: Record<string, string>
  /** What its request id follows from, in place of how many were asked before. */
  word?: string
}

/** A copy of the demo company with a server before it. */
export interface Copy {
  ask(request: Request): Promise<Reply>
  close(): Promise<void>
}

export interface Company {
  /** The key of its Owner. */
  key: string
  /** @param word what ids and request ids follow from */
  copy(word: string, settings?: Record<string, string>): Promise<Copy>
  remove(): void
}

/** Makes the demo company in a folder that goes with it. */
export async function openCompany(): Promise<Company> {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-contracts-'))
  const file = join(folder, 'company.db')
  const { deps, close } = await depsOf(file, 'company')
  const seeded = await loadDemo(deps)
  await close()
  let copies = 0
  return {
    key: seeded?.secret ?? '',
    copy: async (word, settings) => {
      const own = join(folder, `${copies++}.db`)
      copyFileSync(file, own)
      return serve(await depsOf(own, word, settings), word)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function depsOf(
  file: string,
  word: string,
  settings: Record<string, string> = {},
): Promise<{ deps: Deps; close(): Promise<void> }> {
  const url = `sqlite:${file}`
  const store = await openStore({ url, poolSize: 1, serving: true })
  const read = readSettings({
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    WEBHOOKS_ALLOW_LOCAL: 'true',
    RATE_LIMIT_PER_HOUR: '100000',
    ...settings,
  })
  const deps = await createDeps(store, read, {
    now: () => now,
    randomBytes: bytesFrom(word),
    log: pino({ level: 'silent' }),
  })
  return { deps, close: () => store.close() }
}

async function serve(
  { deps, close }: { deps: Deps; close(): Promise<void> },
  word: string,
): Promise<Copy> {
  let asked = 0
  let current = word
  const { server } = createApp(deps, undefined, { newRequestId: () => uuidFrom(current) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ask: async ({ method, path, body, key, headers, word: own }) => {
      current = own ?? `${word} ${asked++}`
      const answer = await fetch(url + path, {
        method,
        headers: {
          ...(key && { Authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return { status: answer.status, body: await answer.json() }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await close()
    },
  }
}
