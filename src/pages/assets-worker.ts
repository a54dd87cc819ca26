import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { extname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { compress } from './compressed.ts'
import { browserFolders, browserPackages } from './page.ts'

/** Worker of `assets.ts`: strips types from the files of the pages and compresses them. */
const source = join(import.meta.dirname, '..')
const root = join(source, '..')

const contracts = ['openapi.json', 'schema.graphql', 'llms.txt']
const isServed = (name: string) => ['.ts', '.css', '.svg'].includes(extname(name))

/** Browser files by their path below `src`, so that they can import each other. */
const browserFiles = browserFolders.flatMap((folder) =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter(isServed)
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
)

const files: [path: string, file: string][] = [
  ...browserFiles.map((name): [string, string] => [`/assets/${name}`, join(source, name)]),
  ...browserPackages.files().map(([name, file]): [string, string] => [`/assets/${name}`, file]),
  ...contracts.map((name): [string, string] => [`/${name}`, join(root, name)]),
]

const compressFile = (file: string) => {
  const text = readFileSync(file, 'utf8')
  return compress(file.endsWith('.ts') ? stripTypeScriptTypes(text) : text, 6)
}

parentPort?.postMessage(new Map(files.map(([path, file]) => [path, compressFile(file)])))
