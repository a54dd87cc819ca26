import { extname } from 'node:path'
import { notFound } from '../errors.ts'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { type CompressedFile, createOnceInWorker, sendCompressed } from './compressed.ts'

const types: Record<string, string> = {
  '.ts': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.graphql': 'text/plain',
  '.txt': 'text/plain',
}

/** By path. */
const loadFiles = createOnceInWorker<Map<string, CompressedFile>>(
  new URL('./assets-worker.ts', import.meta.url),
)

/** A contract, or a script, style or picture of a page. @throws NOT_FOUND */
export async function serveAsset(http: RequestContext): Promise<HttpResponse> {
  const found = (await loadFiles()).get(http.path)
  if (!found) throw notFound('Path')
  return sendCompressed(http, found, {
    'Content-Type': `${types[extname(http.path)]}; charset=utf-8`,
  })
}
