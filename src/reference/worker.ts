import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { compress } from '../pages/compressed.ts'
import { readContract } from './contract.ts'
import { renderReference } from './pages.ts'

/** The thread in which `docs.ts` has the reference made: what that takes goes with it. */
const { contract, demoKey } = workerData as { contract: string; demoKey: string | undefined }

const pages = renderReference(readContract(readFileSync(contract, 'utf8')), demoKey)
parentPort?.postMessage(new Map([...pages].map(([path, html]) => [path, compress(html, 5)])))
