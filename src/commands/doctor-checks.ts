/** Checks of `doctor` for both SQLite and PostgreSQL, and the function that runs the checks. */
import { findUnknownPatterns } from '../events/event-types.ts'
import { formatCountOf } from '../lib/text.ts'
import { demoCompanies } from '../resources/companies/operations.ts'
import { isLoopback, type Settings } from '../settings.ts'
import type { Db } from '../store/db.ts'
import { findDamage } from '../store/faults.ts'
import { endpointBacklogsQuery } from '../webhooks/metrics.ts'
import { withProgress } from './command-helpers.ts'
import { findDemoWarning } from './demo.ts'
import { endpointPatterns, newestEvent, webhookFailures } from './queries.ts'

export interface Finding {
  name: string
  /** `failed` requires a repair; `warning` should be reviewed. */
  state: 'ok' | 'warning' | 'failed'
  finding: string
  advice?: string
}

export const pass = (finding: string) => ({ state: 'ok', finding }) as const
export const warn = (finding: string, advice: string) =>
  ({ state: 'warning', finding, advice }) as const
export const fail = (finding: string, advice: string) =>
  ({ state: 'failed', finding, advice }) as const
type CheckResult = Omit<Finding, 'name'>
export type Check<C> = (context: C) => CheckResult | Promise<CheckResult>

export type CheckContext = { settings: Settings; db: Db; now: number }

const formatDuration = (milliseconds: number) =>
  milliseconds < 7_200_000
    ? formatCountOf(Math.round(milliseconds / 60_000), 'minute')
    : formatCountOf(Math.round(milliseconds / 3_600_000), 'hour')

export const checkSettings: Check<CheckContext> = async ({
  settings: { DEMO, HOST, WEBHOOKS_ALLOW_LOCAL, METRICS_TOKEN, OIDC_ISSUER },
}) => {
  const isLocal = isLoopback(HOST)
  if (!isLocal && DEMO)
    return warn(
      'DEMO is on, and HOST is not a loopback address',
      'Set DEMO=false: the server prints API keys of the demo company at each start.',
    )
  if (!isLocal && WEBHOOKS_ALLOW_LOCAL)
    return warn(
      'WEBHOOKS_ALLOW_LOCAL is on',
      'Set WEBHOOKS_ALLOW_LOCAL=false: webhooks can reach services that listen only on this machine.',
    )
  const issuerError = OIDC_ISSUER && (await checkIssuerMetadata(OIDC_ISSUER))
  if (issuerError)
    return warn(
      issuerError,
      "Correct OIDC_ISSUER, or make the issuer reachable: a server that starts without the issuer's keys rejects all access tokens.",
    )
  if (!isLocal && METRICS_TOKEN === '')
    return pass('valid; METRICS_TOKEN is not set, so only this machine can read /metrics')
  return pass('all settings are valid')
}

/** Returns an error message if the OpenID issuer's metadata cannot be used. */
async function checkIssuerMetadata(issuer: string): Promise<string | undefined> {
  const { loadIssuerMetadata } = await import('../access/issuer.ts')
  return loadIssuerMetadata(issuer).then(
    () => undefined,
    (error: Error) => `OIDC_ISSUER cannot be used: ${error.message}`,
  )
}

const checkDemoCompany: Check<CheckContext> = async ({ settings, db }) => {
  const companies = await db.all(demoCompanies, {})
  const problem = findDemoWarning(settings, companies)
  if (problem) return warn(problem.finding, problem.advice)
  return pass(companies.length > 0 ? 'present; only this machine can use it' : 'no demo company')
}

const checkClock: Check<CheckContext> = async ({ db, now }) => {
  const newestEventTime = (await db.first(newestEvent, {}))?.createdAt
  const behindMs = newestEventTime ? Date.parse(newestEventTime) - now : 0
  if (behindMs > 60_000)
    return warn(
      `the clock is ${formatDuration(behindMs)} behind the newest event`,
      'Synchronize the clock (NTP): new records sort before older records, and API keys expire late.',
    )
  return pass(new Date(now).toISOString())
}

const checkWebhooks: Check<CheckContext> = async ({ settings, db, now }) => {
  const backlogs = await db.all(endpointBacklogsQuery, {})
  const failures = await db.first(webhookFailures, {})
  const waitingCount = backlogs.reduce((sum, load) => sum + load.waitingCount, 0)
  const oldestWaitMs = Math.max(
    0,
    ...backlogs.map(({ oldestCreatedAt: time }) => (time ? now - Date.parse(time) : 0)),
  )
  const summary = `${formatCountOf(backlogs.length, 'endpoint')}, ${formatCountOf(waitingCount, 'delivery', 'deliveries')} waiting${waitingCount > 0 ? `, the oldest for ${formatDuration(oldestWaitMs)}` : ''}; ${formatCountOf(failures?.disabled ?? 0, 'disabled endpoint')}, ${formatCountOf(failures?.dead ?? 0, 'failed delivery', 'failed deliveries')}`
  if (settings.WEBHOOKS === 'off')
    return backlogs.length > 0
      ? warn(`off (WEBHOOKS=off); ${summary}`, 'Set WEBHOOKS=on to send waiting deliveries.')
      : pass('webhooks are off (WEBHOOKS=off)')
  if ((failures?.disabled ?? 0) > 0)
    return warn(
      summary,
      'Query webhookDeliveries for the reason. Enable the endpoint with updateWebhookEndpoint, then replay its deliveries.',
    )
  if (oldestWaitMs > 3_600_000)
    return warn(
      summary,
      'Check that serve or dispatch is running, and query webhookDeliveries for failed attempts.',
    )
  const endpoints = await db.all(endpointPatterns, {})
  // The import registers the event types.
  if (endpoints.length > 0) await import('../resources/index.ts')
  const invalidEndpoints = endpoints.filter(
    ({ events }) => findUnknownPatterns(JSON.parse(events) as string[], 'events').length > 0,
  )
  if (invalidEndpoints.length > 0)
    return warn(
      `${summary}; ${formatCountOf(invalidEndpoints.length, 'endpoint')} with a pattern that matches no event type`,
      `Correct the events of ${invalidEndpoints
        .slice(0, 3)
        .map(({ id }) => id)
        .join(', ')} with updateWebhookEndpoint.`,
    )
  return pass(summary)
}

/** Checks that require a current schema. */
export const commonChecks = { clock: checkClock, webhooks: checkWebhooks, demo: checkDemoCompany }

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
    'Stop the server, keep a copy of the damaged database, and restore the latest backup.',
  )

/** Runs a check in a savepoint, so that later checks can run even if it reads a damaged page. */
async function runCheck<C extends CheckContext>(context: C, check: Check<C>): Promise<CheckResult> {
  try {
    return await context.db.withSavepoint(async () => check(context))
  } catch (cause) {
    const damage = findDamage(cause)
    if (damage === undefined) throw cause
    return reportDamage(damage)
  }
}
