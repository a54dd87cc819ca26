import { formatCountOf } from '../lib/format-count.ts'
import { exitCodes } from '../store/faults.ts'
import { isServed } from '../store/sqlite/files.ts'
import { inspect, type SqliteInspection, synchronousHere } from '../store/sqlite/inspection.ts'
import {
  type Check,
  type CheckContext,
  clock,
  demo,
  type Finding,
  failed,
  ok,
  runChecks,
  settings,
  warning,
  webhooks,
} from './doctor-checks.ts'

interface FileContext extends CheckContext {
  file: string
  database: SqliteInspection
  /** Whether checks that read the whole file are skipped. */
  quick: boolean
}

const megabytes = (bytes: number) =>
  `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`

const file: Check<FileContext> = ({ file: name, database: { bytes, logBytes, exposed } }) => {
  const sizes = `${name}, ${megabytes(bytes)}, log ${megabytes(logBytes)}`
  if (exposed)
    return warning(
      `${sizes}; other users of this machine can read it`,
      `chmod 600 ${name}: it contains all customers and the key of webhook secrets.`,
    )
  if (logBytes > 1e9)
    return warning(
      sizes,
      'A long read, such as a stalled backup, prevents a checkpoint of the log; end it, or restart the server.',
    )
  return ok(sizes)
}

const schema: Check<FileContext> = ({ database: { pending, unknown } }) => {
  if (unknown.length > 0)
    return failed(`newer than this program (${unknown.at(-1)})`, 'Update the program.')
  if (pending.length > 0)
    return warning(
      `${formatCountOf(pending.length, 'pending migration')}`,
      'Make a backup, then run migrate or start the server, which migrates.',
    )
  return ok('up to date')
}

const durability: Check<FileContext> = ({ database: { journal } }) => {
  const synchronous = synchronousHere()
  if (synchronous !== 2)
    return failed(`synchronous is ${synchronous}`, 'Report this: it must be 2 (FULL).')
  if (journal !== 'wal') return ok(`journal ${journal}; the server turns on the write-ahead log`)
  return ok('write-ahead log, synchronized at each commit')
}

const integrity: Check<FileContext> = ({ database, quick }) => {
  const { integrity: result, dangling } = database.verdict(quick)
  if (result !== 'ok')
    return failed(
      result.slice(0, 200),
      'Stop the server, keep a copy of the file, and restore the last backup.',
    )
  if (dangling > 0)
    return failed(
      `${formatCountOf(dangling, 'dangling reference')}`,
      'Keep a copy of the file, and report this.',
    )
  return ok(quick ? 'no damage found by the quick check' : 'no damage, no dangling references')
}

const diskSpace: Check<FileContext> = ({ database: { freeBytes, bytes } }) => {
  const free = `${megabytes(freeBytes)} free`
  if (freeBytes < 1e8) return failed(free, 'Free space: writes fail when the disk is full.')
  if (freeBytes < Math.max(1e9, bytes / 5))
    return warning(free, 'Free space, or move the database to a larger disk.')
  return ok(free)
}

/** Checks in their order; `upToDate` only if the schema is current. */
const always = { settings, database: file, schema, 'disk space': diskSpace, integrity }
const upToDate = { durability, clock, webhooks, demo }

async function checkFile(context: FileContext): Promise<Finding[]> {
  const { pending, unknown, ours, bytes } = context.database
  if (!ours && unknown.length === 0 && bytes > 0)
    return runChecks(context, {
      database: ({ file }) =>
        failed(
          `${file} is not a database of Dealgraph`,
          `Point DATABASE_URL to another file (serve would exit with ${exitCodes.unusableDatabase}).`,
        ),
    })
  return runChecks(context, {
    ...always,
    ...(pending.length === 0 && unknown.length === 0 && upToDate),
  })
}

/** @throws OperatorError if the file cannot be opened */
export async function examineFile({
  settings,
  now,
  file,
  quick,
}: Omit<FileContext, 'database' | 'db'>): Promise<{ served: boolean; findings: Finding[] }> {
  const database = await inspect(file)
  try {
    const findings = await checkFile({ settings, file, database, db: database.db, now, quick })
    return { served: isServed(file), findings }
  } finally {
    database.close()
  }
}
