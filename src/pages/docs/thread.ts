import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Packed } from '../assets.ts'
import { pagesOf } from './pages.ts'

/** The thread in which `docs.ts` has the reference made: what that takes goes with it. */
const { contract, demoKey } = workerData as { contract: string; demoKey: string | undefined }

const packed = (html: string): Packed => {
  const body = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

const pages = pagesOf(JSON.parse(readFileSync(contract, 'utf8')), demoKey)
parentPort?.postMessage(new Map([...pages].map(([path, html]) => [path, packed(html)])))
