/** A storage worker: runs counts and checkpoints that would block the main thread. */
import { fsyncSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { serveRequests } from '../../lib/worker-pool.ts'
import { type Connection, connect } from './connection.ts'

export type StorageRequest =
  | { sql: string; values: unknown[] }
  | { checkpointOf: { descriptor: number; sync: boolean } }

const { file } = workerData as { file: string }
let reader: Connection | undefined
let checkpointer: Connection | undefined

function query(sql: string, values: unknown[]): unknown[] {
  // The main thread explains faults, and needs their code for it.
  const onFault = (cause: unknown) => {
    throw cause
  }
  reader ??= connect(file, { queryOnly: true, readonly: true, onFault })
  return reader.all(sql, values)
}

/** @returns whether all moved pages are on the disk */
function checkpoint(descriptor: number, sync: boolean): boolean {
  try {
    checkpointer ??= connect(file, { mustExist: true, timeoutMs: 0 })
    checkpointer.raw.pragma('wal_checkpoint(PASSIVE)')
    // SQLite syncs only after the last page, when the one that moves it would wait for all pages.
    if (sync) fsyncSync(descriptor)
    return sync
  } catch {
    // A reader or a fault is in the way: the checkpoint after the next commit tries again.
    return false
  }
}

serveRequests((request: StorageRequest) =>
  'sql' in request
    ? query(request.sql, request.values)
    : checkpoint(request.checkpointOf.descriptor, request.checkpointOf.sync),
)
