/** Serves API contracts, and the scripts, styles and images of pages, including GraphiQL. */
import { readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { extname, join } from 'node:path'
import { notFound } from '../errors.ts'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { readPackageFile } from '../lib/package-files.ts'
import { type CompressedFiles, compress, createWorkerLoader, sendCompressed } from './compressed.ts'
import { browserPackages, listBrowserFiles, sourceFolder } from './page.ts'

const contentTypes: Record<string, string> = {
  '.ts': 'text/javascript',
  '.mjs': 'text/javascript',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.graphql': 'text/plain',
  '.txt': 'text/plain',
}

const { version } = createRequire(import.meta.url)(
  '@graphql-yoga/render-graphiql/package.json',
) as { version: string }

/** The GraphiQL folder in `/assets/`. The version in its name lets browsers cache files forever. */
export const graphiqlFolder = `graphiql-${version}/`

const loadAssets = createWorkerLoader(import.meta.url, compressAssets)
const loadGraphiql = createWorkerLoader(import.meta.url, compressGraphiql)

/** Serves a file by its URL path. @throws NOT_FOUND */
export async function serveAsset(http: RequestContext): Promise<HttpResponse> {
  const isGraphiql = http.path.startsWith(`/assets/${graphiqlFolder}`)
  const file = (await (isGraphiql ? loadGraphiql() : loadAssets())).get(http.path)
  if (!file) throw notFound('Path')
  return sendCompressed(http, file, {
    'Content-Type': `${contentTypes[extname(http.path)]}; charset=utf-8`,
    ...(isGraphiql && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
  })
}

/** Compresses the GraphiQL files from 9 MB to 2 MB. */
export async function compressGraphiql(): Promise<CompressedFiles> {
  const graphiqlBundle = await import('@graphql-yoga/render-graphiql/graphiql')
  const graphiqlFiles = {
    'graphiql.js': graphiqlBundle.js,
    'graphiql.css': graphiqlBundle.css,
    'editorWorkerService.js': graphiqlBundle.editorWorkerService,
    'graphql.js': graphiqlBundle.graphqlWorker,
    'json.js': graphiqlBundle.jsonWorker,
  }
  return new Map(
    Object.entries(graphiqlFiles).map(([name, text]) => [
      `/assets/${graphiqlFolder}${name}`,
      compress(text),
    ]),
  )
}

/** Returns all compressed files, except GraphiQL's, by URL path. Strips TypeScript's types. */
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
  return new Map([...contracts, ...assets].map(([path, text]) => [path, compress(text)]))
}
