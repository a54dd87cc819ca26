import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'

const decompress = promisify(brotliDecompress)
const gzipAsync = promisify(gzip)

/** What is sent as it is kept: compressed. */
export interface CompressedFile {
  body: Uint8Array
  /** Its ETag, of what is in it. */
  tag: string
}

export function compress(text: string, quality = constants.BROTLI_DEFAULT_QUALITY): CompressedFile {
  const body = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

/**
 * What a thread makes by its first message; made when it is first asked for, and the thread goes
 * with all that it needed.
 */
export function createOnceInWorker<T>(file: URL, workerData?: unknown): () => Promise<T> {
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
export async function sendCompressed(
  http: RequestContext,
  { body, tag }: CompressedFile,
  more: Record<string, string>,
): Promise<HttpResponse> {
  const headers = {
    ETag: tag,
    'Cache-Control': 'no-cache',
    Vary: 'Origin, Accept-Encoding',
    ...more,
  }
  if (http.request.headers['if-none-match'] === tag) return { status: 304, headers, body: '' }
  const encoding = encodingFor(http)
  if (encoding === 'br') return encoded('br', headers, Buffer.from(body))
  const plain = await decompress(body)
  return encoding === 'gzip'
    ? encoded('gzip', headers, await gzipAsync(plain))
    : { status: 200, headers, body: plain }
}

const encoded = (
  encoding: string,
  headers: Record<string, string>,
  body: Buffer,
): HttpResponse => ({
  status: 200,
  headers: { ...headers, 'Content-Encoding': encoding },
  body,
})

/** The best encoding that `Accept-Encoding` allows; `q=0` forbids one (RFC 9110, 12.5.3). */
function encodingFor({ request }: RequestContext): 'br' | 'gzip' | undefined {
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .filter(([, weight = 'q=1']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([encoding]) => encoding)
  return (['br', 'gzip'] as const).find((each) => accepted.includes(each))
}

/** Packed pages by HTML: three pages, each with and without a preset key. */
const pages = new Map<string, CompressedFile>()

/** Sends a page compressed, with the hash of its HTML as ETag. */
export function sendPage(
  http: RequestContext,
  { headers, body }: HttpResponse,
): Promise<HttpResponse> {
  const html = String(body)
  const packed = pages.get(html) ?? compress(html)
  pages.set(html, packed)
  return sendCompressed(http, packed, { ...headers, Vary: 'Accept, Accept-Encoding, Origin' })
}
