import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompressSync } from 'node:zlib'
import type { Packed } from './assets.ts'

/** The thread in which `assets.ts` has files made ready to be sent: types taken out, compressed, named by what is in them. */
const ready = (file: string): Packed => {
  const text = readFileSync(file, 'utf8')
  const body = brotliCompressSync(file.endsWith('.ts') ? stripTypeScriptTypes(text) : text)
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

parentPort?.postMessage(new Map((workerData as [name: string, file: string][]).map(([name, file]) => [name, ready(file)])))
