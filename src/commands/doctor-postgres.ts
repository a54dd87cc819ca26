import { countOf } from '../lib/plural.ts'
import type { Settings } from '../settings.ts'
import { type ExaminedServer, examine } from '../store/postgres/examine.ts'
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

interface ServerPatient extends CheckContext {
  on: ExaminedServer
}
type LookThere = Check<ServerPatient>

const oldest = 15
const some = (names: string[]) =>
  names.length > 5
    ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
    : names.join(', ')
const seconds = (milliseconds: number) =>
  `${(Math.abs(milliseconds) / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`

const database: LookThere = ({
  on: { place, version, versionNumber, bytes, encoding, standby },
}) => {
  const found = `${place}, PostgreSQL ${version}, ${encoding}, ${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`
  if (versionNumber < oldest * 10_000) return failed(found, `Use PostgreSQL ${oldest} or newer.`)
  if (encoding !== 'UTF8')
    return failed(found, 'Make a database with ENCODING UTF8, and move everything there.')
  if (standby)
    return failed(
      `${found}; it follows another server, and takes no changes`,
      'Point DATABASE_URL to the primary.',
    )
  return ok(found)
}

const schema: LookThere = ({ on: { pending, unknown, newer, empty, halfCopied } }) => {
  if (halfCopied)
    return failed(
      'an unfinished copy',
      'Run the same "dealgraph copy" again, which goes on where it stopped.',
    )
  if (newer.length > 0)
    return failed(`newer than this program (${newer.at(-1)})`, 'Update the program.')
  if (empty) return warning('empty', 'Run migrate, as the owner of the database.')
  if (pending.length > 0)
    return warning(
      `${countOf(pending.length, 'migration')} behind`,
      'Run migrate, as the owner of the tables. Make a backup first.',
    )
  if (unknown.length > 0) return ok(`newer than this program (${unknown.at(-1)}), but it can go on`)
  return ok('up to date')
}

const folding: LookThere = ({ on: { folds } }) =>
  folds
    ? ok('names are found whatever their case and accents')
    : failed(
        'the function folded, or its collation, is missing or another',
        'Restore the database into a server that has it (one with ICU), or report this.',
      )

const role: LookThere = ({ on: { role: found, withheld } }) => {
  const name = found?.name ?? 'unknown'
  if (found?.above)
    return failed(
      `${name} is above row-level security`,
      'Serve as a role of its own, without SUPERUSER and BYPASSRLS (docs/operations.md#postgresql).',
    )
  if (found?.owner)
    return warning(
      `${name} owns the tables, and could lift row-level security`,
      'Right for migrate; serve as another role (docs/operations.md#postgresql).',
    )
  if (withheld.length > 0)
    return failed(
      `${name} may not use ${some(withheld)}`,
      'GRANT SELECT, INSERT, UPDATE, DELETE on them, as their owner.',
    )
  return ok(`${name}, which owns nothing and is bound by row-level security`)
}

const isolation: LookThere = ({ on: { guarded, unguarded } }) => {
  if (unguarded.length === 0) return ok(`row-level security guards all ${guarded} tables`)
  return failed(
    `row-level security does not guard ${some(unguarded)}`,
    'ENABLE and FORCE ROW LEVEL SECURITY there, with the policy "ofCompany" that the other tables have, and no other.',
  )
}

const connections: LookThere = ({
  settings: { DATABASE_POOL_SIZE },
  on: { most, used, connected },
}) => {
  const each = DATABASE_POOL_SIZE + 3
  const room = Math.floor((most - (used - connected)) / each)
  const found = `${used} of ${most} in use, ${connected} by Dealgraph; one process takes up to ${each}, so that there is room for ${room}`
  const advice =
    'Lower DATABASE_POOL_SIZE, or raise max_connections (or the limit of the role or the database).'
  if (room < 1) return failed(found, advice)
  if (room < 2 || used > most * 0.9)
    return warning(found, `${advice} While a new version is rolled out there is one process more.`)
  return ok(found)
}

const sessions: LookThere = ({ on: { stuck, hidden } }) => {
  const [longest] = stuck
  if (longest)
    return warning(
      `transactions open for long: ${stuck.length}, the longest for ${longest.seconds} s (process ${longest.pid}, ${longest.state})`,
      'See in pg_stat_activity what it does; pg_terminate_backend ends it.',
    )
  return ok(
    `none holds a transaction open for long${hidden > 0 ? `; of ${hidden} under another role nothing is to be seen` : ''}`,
  )
}

const roundTrip: LookThere = ({ on: { roundTrip: took } }) => {
  const found = `${took.toFixed(1)} ms`
  return took > 10
    ? warning(found, 'Run the program near the database: a request asks it several times.')
    : ok(found)
}

const durability: LookThere = ({ on: { fsync, fullPageWrites, synchronousCommit } }) => {
  const found = `fsync ${fsync}, full_page_writes ${fullPageWrites}, synchronous_commit ${synchronousCommit}`
  if (fsync !== 'on' || fullPageWrites !== 'on')
    return failed(found, 'Turn both on: a loss of power could damage the database.')
  if (synchronousCommit === 'off')
    return failed(found, 'Turn synchronous_commit on: what was acknowledged could be lost.')
  return ok(found)
}

const clocks: LookThere = async (patient) => {
  const { ahead } = patient.on
  if (Math.abs(ahead) > 5000)
    return warning(
      `the server's is ${seconds(ahead)} ${ahead > 0 ? 'ahead' : 'behind'}`,
      'Set both (NTP), and those of all machines that serve.',
    )
  const found = await clock(patient)
  return found.state === 'ok'
    ? ok(`${found.finding}; the server's differs by ${seconds(ahead)}`)
    : found
}

const upkeep: LookThere = ({ on: { autovacuum, trackCounts, unanalysed } }) => {
  if (autovacuum !== 'on' || trackCounts !== 'on')
    return warning(
      'autovacuum is off',
      'Turn autovacuum and track_counts on: tables grow, and get slow.',
    )
  if (unanalysed.length > 0)
    return warning(
      `${some(unanalysed)} never analysed`,
      'ANALYZE, as the owner: without it queries are planned badly.',
    )
  return ok('autovacuum is on, and knows all large tables')
}

const indexes: LookThere = ({ on: { invalidIndexes } }) =>
  invalidIndexes.length > 0
    ? warning(
        `not valid: ${some(invalidIndexes)}`,
        'REINDEX INDEX CONCURRENTLY, or DROP where another stands in for it: a CREATE INDEX was interrupted.',
      )
    : ok('all valid')

/**
 * What doctor looks at, in this order; the second needs tables, and the third those of this
 * program.
 */
const always = {
  settings,
  database,
  schema,
  connections,
  sessions,
  'round trip': roundTrip,
  durability,
}
const withTables = { role, isolation, folding, upkeep, indexes }
const upToDate = { clock: clocks, webhooks, demo }

async function findingsOf(patient: ServerPatient): Promise<Finding[]> {
  const { pending, newer, ours, empty, place } = patient.on
  if (!ours && !empty)
    return runChecks(patient, {
      database: () =>
        failed(
          `${place} has tables of another program`,
          'Make a database for Dealgraph, and point DATABASE_URL there.',
        ),
    })
  return runChecks(patient, {
    ...always,
    ...(ours && withTables),
    ...(pending.length === 0 && newer.length === 0 && upToDate),
  })
}

/** @throws OperatorError where it cannot be reached */
export async function examineServer(
  settings: Settings,
  now: () => number,
): Promise<{ name: string; served: boolean; findings: Finding[] }> {
  const on = await examine(settings.DATABASE_URL, now)
  try {
    return {
      name: on.place,
      served: on.connected > 0,
      findings: await findingsOf({ settings, db: on.db, now: now(), on }),
    }
  } finally {
    await on.close()
  }
}
