import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inTime } from '../in-time.ts'
import { query } from '../store/query.ts'
import type { Answer, Exchange, Step } from './exchange.ts'
import { json } from './exchange.ts'
import { graphiql } from './graphiql.ts'
import { metrics } from './metrics.ts'

/** What is free and needs no key: health, metrics (on this machine), the two contracts, and GraphiQL's page. */
const root = join(import.meta.dirname, '../..')
const text = (type: string, file: string) => (): Answer => ({
  status: 200,
  headers: { 'Content-Type': `${type}; charset=utf-8` },
  body: readFileSync(join(root, file)),
})

const alive = query((k, _: object) => k.selectFrom('secrets').select('name').limit(1))

/** How long the database may take to answer `/ready`, in milliseconds: whoever asks does not wait for long. */
const patience = 2000

export interface PageState {
  /** False once the server is stopping. */
  ready: boolean
  /** Preset in GraphiQL: only for the demo company, on a loopback address. */
  demoKey?: string | undefined
}

/** @param measure what `/metrics` tells */
export function freePages(state: PageState, measure: () => Promise<string>): Step {
  const pages: Record<string, (x: Exchange) => Answer | Promise<Answer>> = {
    '/health': () => json(200, { status: 'ok' }),
    '/ready': async (x) => {
      if (!state.ready) return json(503, { status: 'stopping' })
      await inTime(patience, () => x.deps.store.everyCompany.look((db) => db.all(alive, {})))
      return json(200, { status: 'ready' })
    },
    '/metrics': metrics(measure),
    '/openapi.json': text('application/json', 'openapi.json'),
    '/schema.graphql': text('text/plain', 'schema.graphql'),
    '/': () => ({ status: 302, headers: { Location: '/graphql' }, body: '' }),
  }
  return (x) => {
    if (x.method !== 'GET' && x.method !== 'HEAD') return undefined
    if (x.path === '/graphql') {
      if (!wantsPage(x)) return undefined
      x.operation = 'GraphiQL'
      return graphiql(x, isLocal(x) ? state.demoKey : undefined)
    }
    if (!Object.hasOwn(pages, x.path)) return undefined
    x.operation = x.path
    return pages[x.path]?.(x)
  }
}

/** A page under a foreign name that leads here (DNS rebinding) must not read the key. */
const isLocal = (x: Exchange) => /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(x.request.headers.host ?? '')

const wantsPage = (x: Exchange) => /text\/html/.test(x.request.headers.accept ?? '') && !x.request.headers.authorization
