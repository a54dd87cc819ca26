import { extname } from 'node:path'
import { notFound } from '../errors.ts'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { bundled, bundleFolder } from './graphiql-bundle.ts'
import { madeInThread, type Packed, sendPacked } from './packed.ts'

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
const packed = madeInThread<Map<string, Packed>>(new URL('./pack.ts', import.meta.url))

/** A contract, or a script, style or picture of a page. @throws NOT_FOUND */
export async function asset(x: RequestContext): Promise<HttpResponse> {
  if (x.path.startsWith(`/assets/${bundleFolder}`)) return bundled(x)
  const found = (await packed()).get(x.path)
  if (!found) throw notFound('Path')
  return sendPacked(x, found, { 'Content-Type': `${types[extname(x.path)]}; charset=utf-8` })
}
