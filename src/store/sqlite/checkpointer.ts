import { parentPort, workerData } from 'node:worker_threads'
import { connect } from './connection.ts'

/** The thread in which `checkpoints.ts` has the log moved into the database: one pass for each message. */
const { raw } = connect((workerData as { file: string }).file, { timeout: 0 })

parentPort?.on('message', () => {
  try {
    raw.pragma('wal_checkpoint(PASSIVE)')
    parentPort?.postMessage(undefined)
  } catch (cause) {
    parentPort?.postMessage(String(cause))
  }
})
