/** Serves the pages of the REST reference from a cache of compressed pages. */
import { notFound } from '../errors.ts'
import type { RequestContext } from '../http/request-context.ts'
import { createCache } from '../lib/cache.ts'
import { readPackageFile } from '../lib/package-files.ts'
import {
  type CompressedFiles,
  compress,
  createWorkerLoader,
  sendCompressed,
} from '../pages/compressed.ts'
import { renderPage } from '../pages/page.ts'
import type { PagePresets } from '../pages/public-routes.ts'

/** Caches page loaders, keyed by the presets of the pages as JSON. */
const loaderCache = createCache<string, () => Promise<CompressedFiles>>('reference_pages', {
  maxEntries: 20,
})

/** Serves a page of the REST reference, such as `/docs` or `/docs/people`. @throws NOT_FOUND */
export async function serveReferencePage(http: RequestContext, presets: PagePresets) {
  const loadPages = loaderCache.getOrCreate(JSON.stringify(presets), () =>
    createWorkerLoader(import.meta.url, compressReference, presets),
  )
  const page = (await loadPages()).get(http.path.replace(/\/$/, ''))
  if (!page) throw notFound('Page')
  return sendCompressed(http, page, renderPage({ title: '', body: '' }).headers)
}

export async function compressReference(presets: PagePresets): Promise<CompressedFiles> {
  const { renderReference } = await import('./pages.ts')
  const { readContract } = await import('./contract.ts')
  const pages = renderReference(readContract(readPackageFile('openapi.json')), presets)
  return new Map([...pages].map(([path, html]) => [path, compress(html)]))
}
