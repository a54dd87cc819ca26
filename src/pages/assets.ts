/** Serves the contracts, and the scripts, styles and images of the pages. */
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { extname, join } from 'node:path'
import { notFound } from '../errors.ts'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { type CompressedFiles, compress, createInWorker, sendCompressed } from './compressed.ts'
import { browserFolders, browserPackages } from './page.ts'

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

/** Compresses all files by URL path; browser code keeps its path below `src`, for imports. */
export function compressAssets(): CompressedFiles {
  const source = join(import.meta.dirname, '..')
  const browserFiles = browserFolders
    .flatMap((folder) =>
      readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => ['.ts', '.css', '.svg'].includes(extname(path)))
    .map((path): [string, string] => [path, join(source, path)])
  const contracts = ['openapi.json', 'schema.graphql', 'llms.txt'].map((name) => [
    `/${name}`,
    join(source, '..', name),
  ])
  const assets = [...browserFiles, ...browserPackages.files()].map(([path, file]) => [
    `/assets/${path}`,
    file,
  ])
  return new Map(
    [...contracts, ...assets].map(([path = '', file = '']) => [path, compressFile(file)]),
  )
}

function compressFile(file: string) {
  const text = readFileSync(file, 'utf8')
  return compress(file.endsWith('.ts') ? stripTypeScriptTypes(text) : text, 6)
}
