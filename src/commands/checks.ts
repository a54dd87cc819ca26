import type { Settings } from '../settings.ts'
import { exitCodes } from '../store/faults.ts'
import { type Examined, synchronousHere } from '../store/sqlite/examine.ts'
import { webhookLoads } from '../webhooks/metrics.ts'
import { newestEvent, webhooksGivenUp } from './queries.ts'

/** What was found: `failed` must be mended, `warning` should be looked at; `advice` says how. */
export interface Finding {
  name: string
  state: 'ok' | 'warning' | 'failed'
  finding: string
  advice?: string
}

export interface Patient {
  settings: Settings
  file: string
  database: Examined
  now: number
  /** Skips what reads the whole file. */
  quick: boolean
}

const ok = (finding: string) => ({ state: 'ok', finding }) as const
const warning = (finding: string, advice: string) => ({ state: 'warning', finding, advice }) as const
const failed = (finding: string, advice: string) => ({ state: 'failed', finding, advice }) as const
type Look = (patient: Patient) => Omit<Finding, 'name'> | Promise<Omit<Finding, 'name'>>

const megabytes = (bytes: number) => `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`
const ago = (milliseconds: number) =>
  milliseconds < 7_200_000 ? `${Math.round(milliseconds / 60_000)} minutes` : `${Math.round(milliseconds / 3_600_000)} hours`

const settings: Look = ({ settings: { DEMO, HOST, WEBHOOKS_ALLOW_LOCAL, METRICS_TOKEN } }) => {
  const local = /^(localhost|127(\.\d+){3}|::1)$/i.test(HOST)
  if (!local && DEMO) return warning('DEMO is on, and HOST is no loopback address', 'Set DEMO=false: keys of the demo company are printed at each start.')
  if (!local && WEBHOOKS_ALLOW_LOCAL) return warning('WEBHOOKS_ALLOW_LOCAL is on', 'Turn it off: webhooks could reach what only this machine should.')
  if (!local && METRICS_TOKEN === '') return ok('sound; /metrics is for this machine alone, as METRICS_TOKEN is not set')
  return ok('sound')
}

const file: Look = ({ file: name, database: { bytes, logBytes, exposed } }) => {
  const sizes = `${name}, ${megabytes(bytes)}, log ${megabytes(logBytes)}`
  if (exposed) return warning(`${sizes}; other users of this machine may read it`, `chmod 600 ${name}: it holds all customers, and the key to webhook secrets.`)
  if (logBytes > 1e9) return warning(sizes, 'A reader, such as a backup that hangs, keeps the log from being emptied; end it, or restart the server.')
  return ok(sizes)
}

const schema: Look = ({ database: { pending, unknown } }) => {
  if (unknown.length > 0) return failed(`newer than this program (${unknown.at(-1)})`, 'Update the program.')
  if (pending.length > 0) return warning(`${pending.length} migrations behind`, 'Run migrate, or start the server: it does so by itself. Make a backup first.')
  return ok('up to date')
}

const durability: Look = ({ database: { journal } }) => {
  const synchronous = synchronousHere()
  if (synchronous !== 2) return failed(`synchronous is ${synchronous}`, 'Report this: it should be 2 (FULL).')
  if (journal !== 'wal') return ok(`journal ${journal}; a server that opens it turns on the write-ahead log`)
  return ok('write-ahead log, synced at each commit')
}

const integrity: Look = ({ database, quick }) => {
  const { integrity: verdict, dangling } = database.verdict(quick)
  if (verdict !== 'ok') return failed(verdict.slice(0, 200), 'Stop the server, keep the file, and restore the last backup.')
  if (dangling > 0) return failed(`${dangling} references lead nowhere`, 'Keep the file, and report this.')
  return ok(quick ? 'no damage found by a quick look' : 'no damage, and every reference leads to its record')
}

const room: Look = ({ database: { freeBytes, bytes } }) => {
  const found = `${megabytes(freeBytes)} free`
  if (freeBytes < 1e8) return failed(found, 'Make room: writing is refused once the disk is full.')
  if (freeBytes < Math.max(1e9, bytes / 5)) return warning(found, 'Make room, or move the database to a larger disk.')
  return ok(found)
}

const clock: Look = async ({ database: { db }, now }) => {
  const newest = (await db.first(newestEvent, {}))?.createdAt
  const ahead = newest ? Date.parse(newest) - now : 0
  if (ahead > 60_000) return warning(`${ago(ahead)} behind the newest event`, 'Set the clock (NTP): new records sort before older ones, and keys end too late.')
  return ok(new Date(now).toISOString())
}

const webhooks: Look = async ({ database: { db }, now }) => {
  const loads = await db.all(webhookLoads, { limit: 100_000 })
  const given = await db.first(webhooksGivenUp, {})
  const waiting = loads.reduce((sum, load) => sum + load.waiting, 0)
  const oldest = Math.max(0, ...loads.map((load) => (load.oldest ? now - Date.parse(load.oldest) : 0)))
  const found = `${loads.length} endpoints, ${waiting} deliveries waiting${waiting > 0 ? `, the oldest for ${ago(oldest)}` : ''}; ${given?.disabled ?? 0} disabled, ${given?.dead ?? 0} given up`
  if ((given?.disabled ?? 0) > 0) return warning(found, 'See webhookDeliveries for why; enable an endpoint with updateWebhookEndpoint, and replay.')
  if (oldest > 3_600_000) return warning(found, 'See that serve or dispatch runs, and what webhookDeliveries says of the tries.')
  return ok(found)
}

/** What doctor looks at, in this order; those below `schema` need one that is up to date. */
const always: Record<string, Look> = { settings, database: file, schema, 'disk space': room, integrity }
const upToDate: Record<string, Look> = { durability, clock, webhooks }

export async function findingsOf(patient: Patient): Promise<Finding[]> {
  const { pending, unknown, ours } = patient.database
  if (!ours && unknown.length === 0 && patient.database.bytes > 0)
    return [
      {
        name: 'database',
        ...failed(`${patient.file} is not a database of Dealgraph`, `Point DATABASE_URL elsewhere (serve would end with ${exitCodes.unusableDatabase}).`),
      },
    ]
  const looks = { ...always, ...(pending.length === 0 && unknown.length === 0 && upToDate) }
  const findings: Finding[] = []
  for (const [name, look] of Object.entries(looks)) findings.push({ name, ...(await look(patient)) })
  return findings
}
