/** Checks that apply to every database, and the function that runs checks. */
import { findUnknownPatterns } from '../events/types.ts'
import { formatCountOf } from '../lib/text.ts'
import { demoCompanies } from '../resources/companies/operations.ts'
import { isLoopback, type Settings } from '../settings.ts'
import type { Db } from '../store/db.ts'
import { findDamage } from '../store/faults.ts'
import { endpointBacklogsQuery } from '../webhooks/metrics.ts'
import { findDemoWarning } from './demo.ts'
import { endpointPatterns, newestEvent, webhookFailures } from './queries.ts'
import { withProgress } from './session.ts'

export interface Finding {
  name: string
  /** `failed`: must be repaired; `warning`: should be reviewed. */
  state: 'ok' | 'warning' | 'failed'
  finding: string
  advice?: string
}

export const ok = (finding: string) => ({ state: 'ok', finding }) as const
export const warning = (finding: string, advice: string) =>
  ({ state: 'warning', finding, advice }) as const
export const fail = (finding: string, advice: string) =>
  ({ state: 'failed', finding, advice }) as const
type Result = Omit<Finding, 'name'>
export type Check<C> = (context: C) => Result | Promise<Result>

export type CheckContext = { settings: Settings; db: Db; now: number }

const formatDuration = (milliseconds: number) =>
  milliseconds < 7_200_000
    ? formatCountOf(Math.round(milliseconds / 60_000), 'minute')
    : formatCountOf(Math.round(milliseconds / 3_600_000), 'hour')

export const settings: Check<CheckContext> = async ({
  settings: { DEMO, HOST, WEBHOOKS_ALLOW_LOCAL, METRICS_TOKEN, OIDC_ISSUER },
}) => {
  const isLocal = isLoopback(HOST)
  if (!isLocal && DEMO)
    return warning(
      'DEMO is on, and HOST is not a loopback address',
      'Set DEMO=false: API keys of the demo company are printed at each start.',
    )
  if (!isLocal && WEBHOOKS_ALLOW_LOCAL)
    return warning(
      'WEBHOOKS_ALLOW_LOCAL is on',
      'Turn it off: webhooks can reach services that listen only on this machine.',
    )
  const issuerFault = OIDC_ISSUER && (await findIssuerFault(OIDC_ISSUER))
  if (issuerFault)
    return warning(
      issuerFault,
      'Correct OIDC_ISSUER, or make the issuer reachable: until then no token is accepted.',
    )
  if (!isLocal && METRICS_TOKEN === '')
    return ok('valid; only this machine can read /metrics, as METRICS_TOKEN is not set')
  return ok('valid')
}

/** Returns why the metadata of the issuer cannot be used; undefined if it can. */
async function findIssuerFault(issuer: string): Promise<string | undefined> {
  const { loadIssuerMetadata } = await import('../access/issuer.ts')
  return loadIssuerMetadata(issuer).then(
    () => undefined,
    (error: Error) => `the issuer cannot be used: ${error.message}`,
  )
}

export const demo: Check<CheckContext> = async ({ settings, db }) => {
  const companies = await db.all(demoCompanies, {})
  const problem = findDemoWarning(settings, companies)
  if (problem) return warning(problem.finding, problem.advice)
  return ok(companies.length > 0 ? 'in this database, for this machine only' : 'none')
}

export const clock: Check<CheckContext> = async ({ db, now }) => {
  const newestTime = (await db.first(newestEvent, {}))?.createdAt
  const aheadMs = newestTime ? Date.parse(newestTime) - now : 0
  if (aheadMs > 60_000)
    return warning(
      `${formatDuration(aheadMs)} behind the newest event`,
      'Synchronize the clock (NTP): new records sort before older ones, and keys expire too late.',
    )
  return ok(new Date(now).toISOString())
}

export const webhooks: Check<CheckContext> = async ({ settings, db, now }) => {
  const backlogs = await db.all(endpointBacklogsQuery, { limit: 100_000 })
  const failures = await db.first(webhookFailures, {})
  const waitingCount = backlogs.reduce((sum, load) => sum + load.waitingCount, 0)
  const oldestWaitMs = Math.max(
    0,
    ...backlogs.map(({ oldestCreatedAt: time }) => (time ? now - Date.parse(time) : 0)),
  )
  const summary = `${formatCountOf(backlogs.length, 'endpoint')}, ${formatCountOf(waitingCount, 'delivery', 'deliveries')} waiting${waitingCount > 0 ? `, the oldest for ${formatDuration(oldestWaitMs)}` : ''}; ${failures?.disabled ?? 0} disabled, ${failures?.dead ?? 0} abandoned`
  if (settings.WEBHOOKS === 'off')
    return backlogs.length > 0
      ? warning(`off (WEBHOOKS=off); ${summary}`, 'Set WEBHOOKS=on to send waiting deliveries.')
      : ok('off (WEBHOOKS=off)')
  if ((failures?.disabled ?? 0) > 0)
    return warning(
      summary,
      'Read webhookDeliveries for the reason; enable the endpoint with updateWebhookEndpoint, and replay.',
    )
  if (oldestWaitMs > 3_600_000)
    return warning(
      summary,
      'Check that serve or dispatch is running, and read the attempts in webhookDeliveries.',
    )
  // Importing the resources registers their event types.
  await import('../resources/index.ts')
  const misspeltEndpoints = (await db.all(endpointPatterns, {})).filter(
    ({ events }) => findUnknownPatterns(JSON.parse(events) as string[], 'events').length > 0,
  )
  if (misspeltEndpoints.length > 0)
    return warning(
      `${summary}; ${formatCountOf(misspeltEndpoints.length, 'endpoint')} with a pattern that matches no event type`,
      `Correct the events of ${misspeltEndpoints
        .slice(0, 3)
        .map(({ id }) => id)
        .join(', ')} with updateWebhookEndpoint.`,
    )
  return ok(summary)
}

export function runChecks<C extends CheckContext>(context: C, checks: Record<string, Check<C>>) {
  const entries = Object.entries(checks)
  return withProgress('checks', {}, async ({ update }) => {
    const findings: Finding[] = []
    for (const [name, check] of entries) {
      update(findings.length, entries.length)
      findings.push({ name, ...(await runCheck(context, check)) })
    }
    return findings
  })
}

export const reportDamage = (damage: string) =>
  fail(
    damage.replace(/\s+/g, ' ').slice(0, 200),
    'Stop the server, keep a copy of the database, and restore the last backup.',
  )

/** Runs a check in a savepoint, so that the others can run after it has read a damaged page. */
async function runCheck<C extends CheckContext>(context: C, check: Check<C>): Promise<Result> {
  try {
    return await context.db.savepoint(async () => check(context))
  } catch (cause) {
    const damage = findDamage(cause)
    if (damage === undefined) throw cause
    return reportDamage(damage)
  }
}
