import { join } from 'node:path'
import { notFound } from '../errors.ts'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { type CompressedFile, createOnceInWorker, sendCompressed } from '../pages/compressed.ts'
import { renderPage } from '../pages/page.ts'

const contract = join(import.meta.dirname, '../../openapi.json')

/** The reference by the key that is preset in it, each page by its path. */
const pagesByKey = new Map<string, () => Promise<Map<string, CompressedFile>>>()

function pages(demoKey = ''): Promise<Map<string, CompressedFile>> {
  let pages = pagesByKey.get(demoKey)
  if (!pages) {
    pages = createOnceInWorker(new URL('./worker.ts', import.meta.url), {
      contract,
      demoKey: demoKey || undefined,
    })
    pagesByKey.set(demoKey, pages)
  }
  return pages()
}

/**
 * A page of the REST reference: `/docs`, or `/docs/people` for a resource. All are made when the
 * first is asked for. @throws NOT_FOUND
 */
export async function referencePage(
  http: RequestContext,
  demoKey: string | undefined,
): Promise<HttpResponse> {
  const found = (await pages(demoKey)).get(http.path.replace(/\/$/, ''))
  if (!found) throw notFound('Page')
  return sendCompressed(http, found, renderPage({ title: '', body: '' }).headers ?? {})
}
