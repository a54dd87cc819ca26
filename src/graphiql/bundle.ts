import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { notFound } from '../errors.ts'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { type CompressedFile, createOnceInWorker, sendCompressed } from '../pages/compressed.ts'

const { version } = createRequire(import.meta.url)(
  '@graphql-yoga/render-graphiql/package.json',
) as { version: string }

/**
 * Where GraphiQL's own files are found, below `/assets/`. Another version has another address, so
 * that browsers need never ask whether theirs is still the same.
 */
export const bundleFolder = `graphiql-${version}/`

/** Kept compressed: 2 MB. */
const loadBundle = createOnceInWorker<Map<string, CompressedFile>>(
  new URL('./bundle-worker.ts', import.meta.url),
)

/** A file of GraphiQL; undefined for other paths. @throws NOT_FOUND */
export async function serveBundledFile(http: RequestContext): Promise<HttpResponse | undefined> {
  if (!http.path.startsWith(`/assets/${bundleFolder}`)) return undefined
  const name = http.path.slice(`/assets/${bundleFolder}`.length)
  const found = (await loadBundle()).get(name)
  if (!found) throw notFound('Path')
  const type = extname(name) === '.css' ? 'text/css' : 'text/javascript'
  return sendCompressed(http, found, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'public, max-age=31536000, immutable',
  })
}
