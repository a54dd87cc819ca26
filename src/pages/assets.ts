import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { brotliDecompress } from 'node:zlib'
import { notFound } from '../errors.ts'
import type { Answer, Exchange } from '../http/exchange.ts'
import { bundled, bundleFolder } from './graphiql-bundle.ts'
import { vendored } from './vendored.ts'

const unpacked = promisify(brotliDecompress)
const folder = join(import.meta.dirname, 'browser')
const types: Record<string, string> = { '.ts': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

export interface Packed {
  body: Uint8Array
  tag: string
}

/** Everything in `browser/`, and the packages' files, by its name below `/assets/`. */
const files = (): [name: string, file: string][] => [
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) in types)
    .map((name): [string, string] => [name.replaceAll('\\', '/'), join(folder, name)]),
  ...vendored.files(),
]

let all: Promise<Map<string, Packed>> | undefined

/** Made at the first request for any of them, in a thread that goes with what it needed for that. */
const packed = (): Promise<Map<string, Packed>> => {
  all ??= new Promise<Map<string, Packed>>((resolve, reject) => {
    const thread = new Worker(new URL('./pack.ts', import.meta.url), { workerData: files(), execArgv: ['--disable-warning=ExperimentalWarning'] })
    thread.once('message', resolve)
    thread.once('error', reject)
  })
  all.catch(() => {
    all = undefined
  })
  return all
}

/** A script, style or picture of a page. Browsers keep it, and ask each time whether it is still the same. @throws NOT_FOUND */
export async function asset(x: Exchange): Promise<Answer> {
  const name = x.path.slice('/assets/'.length)
  if (name.startsWith(bundleFolder)) return bundled(x, name.slice(bundleFolder.length))
  const found = (await packed()).get(name)
  if (!found) throw notFound('Path')
  const headers = { 'Content-Type': `${types[extname(name)]}; charset=utf-8`, ETag: found.tag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' }
  if (x.request.headers['if-none-match'] === found.tag) return { status: 304, headers, body: '' }
  if (!/\bbr\b/.test(String(x.request.headers['accept-encoding'] ?? ''))) return { status: 200, headers, body: await unpacked(found.body) }
  return { status: 200, headers: { ...headers, 'Content-Encoding': 'br' }, body: Buffer.from(found.body) }
}
