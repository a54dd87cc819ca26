import { countOf } from '../lib/plural.ts'
import { exitCodes } from '../store/faults.ts'
import { type Examined, examine, synchronousHere } from '../store/sqlite/examine.ts'
import { isServed } from '../store/sqlite/files.ts'
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

interface FilePatient extends CheckContext {
  file: string
  database: Examined
  /** Skips what reads the whole file. */
  quick: boolean
}

const megabytes = (bytes: number) =>
  `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`

const file: Check<FilePatient> = ({ file: name, database: { bytes, logBytes, exposed } }) => {
  const sizes = `${name}, ${megabytes(bytes)}, log ${megabytes(logBytes)}`
  if (exposed)
    return warning(
      `${sizes}; other users of this machine may read it`,
      `chmod 600 ${name}: it holds all customers, and the key to webhook secrets.`,
    )
  if (logBytes > 1e9)
    return warning(
      sizes,
      'A reader, such as a backup that hangs, keeps the log from being emptied; end it, or restart the server.',
    )
  return ok(sizes)
}

const schema: Check<FilePatient> = ({ database: { pending, unknown } }) => {
  if (unknown.length > 0)
    return failed(`newer than this program (${unknown.at(-1)})`, 'Update the program.')
  if (pending.length > 0)
    return warning(
      `${countOf(pending.length, 'migration')} behind`,
      'Run migrate, or start the server: it does so by itself. Make a backup first.',
    )
  return ok('up to date')
}

const durability: Check<FilePatient> = ({ database: { journal } }) => {
  const synchronous = synchronousHere()
  if (synchronous !== 2)
    return failed(`synchronous is ${synchronous}`, 'Report this: it should be 2 (FULL).')
  if (journal !== 'wal')
    return ok(`journal ${journal}; a server that opens it turns on the write-ahead log`)
  return ok('write-ahead log, synced at each commit')
}

const integrity: Check<FilePatient> = ({ database, quick }) => {
  const { integrity: verdict, dangling } = database.verdict(quick)
  if (verdict !== 'ok')
    return failed(
      verdict.slice(0, 200),
      'Stop the server, keep the file, and restore the last backup.',
    )
  if (dangling > 0)
    return failed(
      `${countOf(dangling, 'reference leads', 'references lead')} nowhere`,
      'Keep the file, and report this.',
    )
  return ok(
    quick
      ? 'no damage found by a quick look'
      : 'no damage, and every reference leads to its record',
  )
}

const room: Check<FilePatient> = ({ database: { freeBytes, bytes } }) => {
  const found = `${megabytes(freeBytes)} free`
  if (freeBytes < 1e8) return failed(found, 'Make room: writing is refused once the disk is full.')
  if (freeBytes < Math.max(1e9, bytes / 5))
    return warning(found, 'Make room, or move the database to a larger disk.')
  return ok(found)
}

/** What doctor looks at, in this order; those below `schema` need one that is up to date. */
const always = { settings, database: file, schema, 'disk space': room, integrity }
const upToDate = { durability, clock, webhooks, demo }

async function findingsOf(patient: FilePatient): Promise<Finding[]> {
  const { pending, unknown, ours, bytes } = patient.database
  if (!ours && unknown.length === 0 && bytes > 0)
    return runChecks(patient, {
      database: ({ file }) =>
        failed(
          `${file} is not a database of Dealgraph`,
          `Point DATABASE_URL elsewhere (serve would end with ${exitCodes.unusableDatabase}).`,
        ),
    })
  return runChecks(patient, {
    ...always,
    ...(pending.length === 0 && unknown.length === 0 && upToDate),
  })
}

/** @throws OperatorError where it cannot be opened */
export async function examineFile({
  settings,
  now,
  file,
  quick,
}: Omit<FilePatient, 'database' | 'db'>): Promise<{ served: boolean; findings: Finding[] }> {
  const database = await examine(file)
  try {
    const findings = await findingsOf({ settings, file, database, db: database.db, now, quick })
    return { served: isServed(file), findings }
  } finally {
    database.close()
  }
}
