import { fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { connect } from './connection.ts'

const { file, descriptor } = workerData as { file: string; descriptor: number }

/**
 * The thread in which `checkpoints.ts` has the log moved into the database: for each message, and
 * where that says so it is on the disk when it is answered.
 */
const { raw } = connect(file, { there: true, timeout: 0 })

parentPort?.on('message', (sync: boolean) => {
  let synced = false
  try {
    raw.pragma('wal_checkpoint(PASSIVE)')
    // SQLite does so only when nothing is left; whoever moves the last pages would wait for all of
    // them.
    if (sync) fsyncSync(descriptor)
    synced = sync
  } catch {
    // Where a reader or a fault is in the way, the next change tries again.
  }
  parentPort?.postMessage(synced)
})
