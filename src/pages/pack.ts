import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { extname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { pack } from './packed.ts'
import { vendored } from './vendored.ts'

/** The thread in which `assets.ts` has files made ready to be sent: types taken out, compressed. */
const root = join(import.meta.dirname, '../..')
const folder = join(import.meta.dirname, 'browser')

const contracts = ['openapi.json', 'schema.graphql', 'llms.txt']
const own = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  ['.ts', '.css', '.svg'].includes(extname(name)),
)

/** Everything in `browser/`, the packages' files, and the contracts, by path. */
const files: [path: string, file: string][] = [
  ...own.map((name): [string, string] => [
    `/assets/${name.replaceAll('\\', '/')}`,
    join(folder, name),
  ]),
  ...vendored.files().map(([name, file]): [string, string] => [`/assets/${name}`, file]),
  ...contracts.map((name): [string, string] => [`/${name}`, join(root, name)]),
]

const ready = (file: string) => {
  const text = readFileSync(file, 'utf8')
  return pack(file.endsWith('.ts') ? stripTypeScriptTypes(text) : text, 6)
}

parentPort?.postMessage(new Map(files.map(([path, file]) => [path, ready(file)])))
