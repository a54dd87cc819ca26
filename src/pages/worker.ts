/** Calls an exported function of a module in this worker thread, and posts the return value. */
import { parentPort, workerData } from 'node:worker_threads'

const { module, name, argument } = workerData as { module: string; name: string; argument: unknown }
const exports = (await import(module)) as Record<string, (argument: unknown) => unknown>
parentPort?.postMessage(await exports[name]?.(argument))
