import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { brotliDecompress } from 'node:zlib'
import { examples } from '../graphql/examples.ts'
import type { Answer, Exchange } from '../http/exchange.ts'

const unpacked = promisify(brotliDecompress)

/** The page by the key that is preset in it, compressed. */
const pages = new Map<string, Promise<Buffer>>()

/** GraphiQL whole in one page, with no request to elsewhere: made when it is first asked for, and kept compressed. */
export async function graphiql(x: Exchange, demoKey: string | undefined): Promise<Answer> {
  const key = demoKey ?? 'YOUR_API_KEY'
  let page = pages.get(key)
  if (!page) {
    page = made(key)
    pages.set(key, page)
    page.catch(() => pages.delete(key))
  }
  const headers = { 'Content-Type': 'text/html; charset=utf-8', Vary: 'Accept-Encoding' }
  const accepts = /\bbr\b/.test(String(x.request.headers['accept-encoding'] ?? ''))
  if (!accepts) return { status: 200, headers, body: await unpacked(await page) }
  return { status: 200, headers: { ...headers, 'Content-Encoding': 'br' }, body: await page }
}

const made = (key: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { title: 'Dealgraph', headers: JSON.stringify({ Authorization: `Bearer ${key}` }), defaultQuery: examples, shouldPersistHeaders: false }
    const thread = new Worker(new URL('./graphiql-page.ts', import.meta.url), { workerData: options })
    thread.on('message', (page: Uint8Array) => resolve(Buffer.from(page)))
    thread.on('error', reject)
  })
