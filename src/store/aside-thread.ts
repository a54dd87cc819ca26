import { parentPort, workerData } from 'node:worker_threads'
import { connect } from './sqlite.ts'

/** The thread in which `aside.ts` has statements run that would hold everybody up: one for each message. */
const connection = connect((workerData as { file: string }).file, { readonly: true })

parentPort?.on('message', async ({ id, sql, values }: { id: number; sql: string; values: unknown[] }) => {
  try {
    parentPort?.postMessage({ id, rows: await connection.all(sql, values) })
  } catch (cause) {
    parentPort?.postMessage({ id, fault: String(cause) })
  }
})
