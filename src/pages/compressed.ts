/** Compresses files and pages once, and sends them to many clients. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { createCache } from '../lib/cache.ts'
import { findWorker } from '../lib/package-files.ts'

const decompressBrotli = promisify(brotliDecompress)
const gzipAsync = promisify(gzip)

export interface CompressedFile {
  /** The content, compressed with Brotli. */
  body: Uint8Array
  /** Weak, because it is the same for all encodings of the content (RFC 9110, 8.8.1). */
  etag: string
}

/** The default quality, 11, takes 40 times as long and makes pages only a tenth smaller. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }

export function compress(text: string): CompressedFile {
  const body = brotliCompressSync(text, { params })
  return { body, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

export type CompressedFiles = Map<string, CompressedFile>

/** Returns a loader that calls a function in a worker thread at first use, to save memory. */
export function createWorkerLoader<Argument>(
  module: string,
  { name }: (argument: Argument) => CompressedFiles | Promise<CompressedFiles>,
  argument?: Argument,
): () => Promise<CompressedFiles> {
  let filesPromise: Promise<CompressedFiles> | undefined
  return () => {
    filesPromise ??= new Promise<CompressedFiles>((resolve, reject) => {
      const worker = new Worker(findWorker(import.meta.url), {
        workerData: { module, name, argument },
        execArgv: ['--disable-warning=ExperimentalWarning'],
      })
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    // After a failure, let the next request start another worker.
    filesPromise.catch(() => {
      filesPromise = undefined
    })
    return filesPromise
  }
}

/** Sends a file in the best encoding that the client accepts, or 304 if the ETag matches. */
export async function sendCompressed(
  http: RequestContext,
  { body, etag }: CompressedFile,
  additionalHeaders: Record<string, string>,
): Promise<HttpResponse> {
  const headers: Record<string, string> = {
    ETag: etag,
    'Cache-Control': 'no-cache',
    Vary: 'Origin, Accept-Encoding',
    ...additionalHeaders,
  }
  if (http.request.headers['if-none-match'] === etag) return { status: 304, headers, body: '' }
  const encoding = chooseEncoding(http)
  if (encoding) headers['Content-Encoding'] = encoding
  if (encoding === 'br') return { status: 200, headers, body: Buffer.from(body) }
  const content = await decompressBrotli(body)
  return { status: 200, headers, body: encoding ? await gzipAsync(content) : content }
}

/** Returns `br` or `gzip` if accepted. `q=0` rejects an encoding (RFC 9110, 12.5.3). */
function chooseEncoding({ request }: RequestContext): 'br' | 'gzip' | undefined {
  const acceptedEncodings = String(request.headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((item) => item.split(';').map((part) => part.trim()))
    .filter(([, weight = 'q=1']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([encoding]) => encoding)
  return (['br', 'gzip'] as const).find((encoding) => acceptedEncodings.includes(encoding))
}

/** Maps the HTML of pages to compressed files: three pages, with and without a demo API key. */
const pageCache = createCache<string, CompressedFile>('compressed_pages', { maxEntries: 20 })

/** Sends a page in the best encoding that the client accepts, and caches the compressed page. */
export function sendPage(http: RequestContext, { headers, body }: HttpResponse) {
  const pageHtml = String(body)
  const page = pageCache.getOrCreate(pageHtml, () => compress(pageHtml))
  return sendCompressed(http, page, { ...headers, Vary: 'Accept, Accept-Encoding, Origin' })
}
