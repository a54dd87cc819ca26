import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { brotliDecompress } from 'node:zlib'
import { notFound } from '../errors.ts'
import type { Answer, Exchange } from '../http/exchange.ts'

const unpacked = promisify(brotliDecompress)
const { version } = createRequire(import.meta.url)('@graphql-yoga/render-graphiql/package.json') as { version: string }

/** Where GraphiQL's own files are found, below `/assets/`. Another version has another address, so that browsers need never ask whether theirs is still the same. */
export const bundleFolder = `graphiql-${version}/`

let all: Promise<Map<string, Uint8Array>> | undefined

/** Made at the first request for any of them, and kept compressed: 2 MB. */
const packed = (): Promise<Map<string, Uint8Array>> => {
  all ??= new Promise<Map<string, Uint8Array>>((resolve, reject) => {
    const thread = new Worker(new URL('./graphiql-pack.ts', import.meta.url))
    thread.once('message', resolve)
    thread.once('error', reject)
  })
  all.catch(() => {
    all = undefined
  })
  return all
}

/** A file of GraphiQL, by its name in the bundle's folder. @throws NOT_FOUND */
export async function bundled(x: Exchange, name: string): Promise<Answer> {
  const body = (await packed()).get(name)
  if (!body) throw notFound('Path')
  const type = extname(name) === '.css' ? 'text/css' : 'text/javascript'
  const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' }
  if (!/\bbr\b/.test(String(x.request.headers['accept-encoding'] ?? ''))) return { status: 200, headers, body: await unpacked(body) }
  return { status: 200, headers: { ...headers, 'Content-Encoding': 'br' }, body: Buffer.from(body) }
}
