import { parentPort, workerData } from 'node:worker_threads'
import type { Told } from './aside.ts'
import { connect } from './connection.ts'

/**
 * The thread in which `aside.ts` has statements run that would hold everybody up: one for each
 * message.
 */
let failed: unknown
const connection = connect((workerData as { file: string }).file, {
  readonly: true,
  asIs: true,
  onFault: (cause) => {
    failed = cause
  },
})

const faultOf = ({ message, code }: { message: string; code?: unknown }): Told => ({
  fault: { message, code },
})

function answer(sql: string, values: unknown[]): Told {
  try {
    return { rows: connection.all(sql, values) }
  } catch {
    // An error does not come over to the other side whole.
    return faultOf(failed as Error)
  }
}

parentPort?.on('message', ({ sql, values }: { sql: string; values: unknown[] }) =>
  parentPort?.postMessage(answer(sql, values)),
)
