import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { brotliDecompress } from 'node:zlib'
import { notFound } from '../errors.ts'
import type { Answer, Exchange } from '../http/exchange.ts'
import type { Packed } from './assets.ts'
import { page } from './page.ts'

const unpacked = promisify(brotliDecompress)
const contract = join(import.meta.dirname, '../../openapi.json')

/** The reference by the key that is preset in it, each page compressed by its path. */
const made = new Map<string, Promise<Map<string, Packed>>>()

/** A page of the REST reference: `/docs`, or `/docs/people` for a resource. All are made when the first is asked for. @throws NOT_FOUND */
export async function docs(x: Exchange, demoKey: string | undefined): Promise<Answer> {
  const found = (await pages(demoKey)).get(x.path.replace(/\/$/, ''))
  if (!found) throw notFound('Page')
  const { headers: usual } = page({ title: '', body: '' })
  const headers = { ...usual, ETag: found.tag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' }
  if (x.request.headers['if-none-match'] === found.tag) return { status: 304, headers, body: '' }
  if (!/\bbr\b/.test(String(x.request.headers['accept-encoding'] ?? ''))) return { status: 200, headers, body: await unpacked(found.body) }
  return { status: 200, headers: { ...headers, 'Content-Encoding': 'br' }, body: Buffer.from(found.body) }
}

function pages(demoKey: string | undefined): Promise<Map<string, Packed>> {
  const name = demoKey ?? ''
  const known = made.get(name)
  if (known) return known
  const making = new Promise<Map<string, Packed>>((resolve, reject) => {
    const thread = new Worker(new URL('./docs/thread.ts', import.meta.url), {
      workerData: { contract, demoKey },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    thread.once('message', resolve)
    thread.once('error', reject)
  })
  made.set(name, making)
  making.catch(() => made.delete(name))
  return making
}
