/** A storage worker, which runs slow queries and checkpoints that would block the main thread. */
import { fsyncSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { serveRequests } from '../../lib/worker-pool.ts'
import { type Connection, connect } from './connection.ts'

export type StorageRequest =
  | { sql: string; values: unknown[] }
  | { checkpoint: { descriptor: number; mustSync: boolean } }

const { file } = workerData as { file: string }
let reader: Connection | undefined
let checkpointer: Connection | undefined

function runQuery(sql: string, values: unknown[]): unknown[] {
  // Throws the original error, whose code the main thread needs to classify the fault.
  const onFault = (cause: unknown) => {
    throw cause
  }
  reader ??= connect(file, { isQueryOnly: true, isReadOnly: true, onFault })
  return reader.all(sql, values)
}

/** Runs a checkpoint. @returns whether all moved pages are known to be on disk */
function runCheckpoint(descriptor: number, mustSync: boolean): boolean {
  try {
    checkpointer ??= connect(file, { mustExist: true, timeoutMs: 0 })
    checkpointer.raw.pragma('wal_checkpoint(PASSIVE)')
    // Otherwise SQLite would sync all pages when the main thread moves the last pages.
    if (mustSync) fsyncSync(descriptor)
    return mustSync
  } catch {
    // A lock or a fault prevented the checkpoint, which is attempted again after the next commit.
    return false
  }
}

serveRequests((request: StorageRequest) =>
  'sql' in request
    ? runQuery(request.sql, request.values)
    : runCheckpoint(request.checkpoint.descriptor, request.checkpoint.mustSync),
)
