import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib'
import type { Answer, Exchange } from '../http/exchange.ts'

const unpacked = promisify(brotliDecompress)

/** What is sent as it is kept: compressed. */
export interface Packed {
  body: Uint8Array
  /** Its ETag, of what is in it. */
  tag: string
}

export function pack(text: string, quality = constants.BROTLI_DEFAULT_QUALITY): Packed {
  const body = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

/**
 * What a thread makes by its first message; made when it is first asked for, and the thread goes
 * with all that it needed.
 */
export function madeInThread<T>(file: URL, workerData?: unknown): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= new Promise<T>((resolve, reject) => {
      const thread = new Worker(file, {
        workerData,
        execArgv: ['--disable-warning=ExperimentalWarning'],
      })
      thread.once('message', resolve)
      thread.once('error', reject)
    })
    // What failed is tried again.
    made.catch(() => {
      made = undefined
    })
    return made
  }
}

/**
 * Sends it compressed to whoever takes that, and not at all to whoever has it. Browsers keep it,
 * and ask each time whether it is still the same.
 */
export async function sendPacked(
  x: Exchange,
  { body, tag }: Packed,
  more: Record<string, string>,
): Promise<Answer> {
  const headers = {
    ETag: tag,
    'Cache-Control': 'no-cache',
    Vary: 'Origin, Accept-Encoding',
    ...more,
  }
  if (x.request.headers['if-none-match'] === tag) return { status: 304, headers, body: '' }
  if (!/\bbr\b/.test(String(x.request.headers['accept-encoding'] ?? '')))
    return { status: 200, headers, body: await unpacked(body) }
  return { status: 200, headers: { ...headers, 'Content-Encoding': 'br' }, body: Buffer.from(body) }
}
