import { parentPort, workerData } from 'node:worker_threads'
import { connect } from './sqlite.ts'

/** The thread in which `aside.ts` has statements run that would hold everybody up: one for each message. */
const connection = connect((workerData as { file: string }).file, { readonly: true })

const answer = (id: number, sql: string, values: unknown[]): Promise<void> =>
  connection.all(sql, values).then(
    (rows) => parentPort?.postMessage({ id, rows }),
    (cause: unknown) => parentPort?.postMessage({ id, fault: String(cause) }),
  )

parentPort?.on('message', ({ id, sql, values }: { id: number; sql: string; values: unknown[] }) => void answer(id, sql, values))
