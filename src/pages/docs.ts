import { join } from 'node:path'
import { notFound } from '../errors.ts'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { madeInThread, type Packed, sendPacked } from './packed.ts'
import { page } from './page.ts'

const contract = join(import.meta.dirname, '../../openapi.json')

/** The reference by the key that is preset in it, each page by its path. */
const made = new Map<string, () => Promise<Map<string, Packed>>>()

function pages(demoKey = ''): Promise<Map<string, Packed>> {
  let pages = made.get(demoKey)
  if (!pages) {
    pages = madeInThread(new URL('./docs/thread.ts', import.meta.url), {
      contract,
      demoKey: demoKey || undefined,
    })
    made.set(demoKey, pages)
  }
  return pages()
}

/**
 * A page of the REST reference: `/docs`, or `/docs/people` for a resource. All are made when the
 * first is asked for. @throws NOT_FOUND
 */
export async function docs(x: RequestContext, demoKey: string | undefined): Promise<HttpResponse> {
  const found = (await pages(demoKey)).get(x.path.replace(/\/$/, ''))
  if (!found) throw notFound('Page')
  return sendPacked(x, found, page({ title: '', body: '' }).headers ?? {})
}
