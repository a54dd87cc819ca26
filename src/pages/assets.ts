/** Serves the contracts, and the scripts, styles and images of the pages. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { extname, join } from 'node:path'
import { notFound } from '../errors.ts'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { readPackageFile } from '../lib/package-files.ts'
import { type CompressedFiles, compress, createInWorker, sendCompressed } from './compressed.ts'
import { browserPackages, listBrowserFiles, sourceFolder } from './page.ts'

const types: Record<string, string> = {
  '.ts': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.graphql': 'text/plain',
  '.txt': 'text/plain',
}

const loadFiles = createInWorker(import.meta.url, compressAssets)

/** Serves a file by its URL path. @throws NOT_FOUND */
export async function serveAsset(http: RequestContext): Promise<HttpResponse> {
  const file = (await loadFiles()).get(http.path)
  if (!file) throw notFound('Path')
  return sendCompressed(http, file, {
    'Content-Type': `${types[extname(http.path)]}; charset=utf-8`,
  })
}

/** Compresses all files by URL path; types are removed from TypeScript. */
export function compressAssets(): CompressedFiles {
  const contracts = ['openapi.json', 'schema.graphql', 'llms.txt'].map((name): [string, string] => [
    `/${name}`,
    readPackageFile(name),
  ])
  const browserFiles = ['pages', 'console', 'reference', 'graphiql']
    .flatMap(listBrowserFiles)
    .map((path): [string, string] => [path, join(sourceFolder, path)])
  const assets = [...browserFiles, ...browserPackages.files()].map(([path, file]) => {
    const text = readFileSync(file, 'utf8')
    return [`/assets/${path}`, file.endsWith('.ts') ? stripTypeScriptTypes(text) : text] as const
  })
  return new Map([...contracts, ...assets].map(([path, text]) => [path, compress(text, 6)]))
}
