/** Serves the files of GraphiQL from its npm package. */
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { notFound } from '../errors.ts'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import {
  type CompressedFiles,
  compress,
  createInWorker,
  sendCompressed,
} from '../pages/compressed.ts'

const { version } = createRequire(import.meta.url)(
  '@graphql-yoga/render-graphiql/package.json',
) as { version: string }

/** The folder below `/assets/`; its version lets browsers cache the files forever. */
export const bundleFolder = `graphiql-${version}/`

const loadBundle = createInWorker(import.meta.url, compressBundle)

/** Serves a file of GraphiQL; returns undefined for other paths. @throws NOT_FOUND */
export async function serveBundledFile(http: RequestContext): Promise<HttpResponse | undefined> {
  if (!http.path.startsWith(`/assets/${bundleFolder}`)) return undefined
  const name = http.path.slice(`/assets/${bundleFolder}`.length)
  const file = (await loadBundle()).get(name)
  if (!file) throw notFound('Path')
  const type = extname(name) === '.css' ? 'text/css' : 'text/javascript'
  return sendCompressed(http, file, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'public, max-age=31536000, immutable',
  })
}

/** Compresses the files of GraphiQL, from 9 MB to 2 MB. */
export async function compressBundle(): Promise<CompressedFiles> {
  const bundle = await import('@graphql-yoga/render-graphiql/graphiql')
  const files = {
    'graphiql.js': bundle.js,
    'graphiql.css': bundle.css,
    'editorWorkerService.js': bundle.editorWorkerService,
    'graphql.js': bundle.graphqlWorker,
    'json.js': bundle.jsonWorker,
  }
  return new Map(Object.entries(files).map(([name, text]) => [name, compress(text, 5)]))
}
