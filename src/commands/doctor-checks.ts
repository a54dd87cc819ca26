import { unknownPatterns } from '../events/types.ts'
import { countOf } from '../lib/plural.ts'
import { demoCompanies } from '../resources/companies/queries.ts'
import { isLoopback, type Settings } from '../settings.ts'
import type { Db } from '../store/db.ts'
import { webhookLoads } from '../webhooks/metrics.ts'
import { demoWarning } from './demo.ts'
import { endpointPatterns, newestEvent, webhooksGivenUp } from './queries.ts'
import { progressBar } from './session.ts'

/** What was found: `failed` must be mended, `warning` should be looked at; `advice` says how. */
export interface Finding {
  name: string
  state: 'ok' | 'warning' | 'failed'
  finding: string
  advice?: string
}

export const ok = (finding: string) => ({ state: 'ok', finding }) as const
export const warning = (finding: string, advice: string) =>
  ({ state: 'warning', finding, advice }) as const
export const failed = (finding: string, advice: string) =>
  ({ state: 'failed', finding, advice }) as const
type Found = Omit<Finding, 'name'>
export type Check<P> = (patient: P) => Found | Promise<Found>

/** What is looked at of every database. */
export interface CheckContext {
  settings: Settings
  db: Db
  now: number
}

const ago = (milliseconds: number) =>
  milliseconds < 7_200_000
    ? countOf(Math.round(milliseconds / 60_000), 'minute')
    : countOf(Math.round(milliseconds / 3_600_000), 'hour')

export const settings: Check<CheckContext> = ({
  settings: { DEMO, HOST, WEBHOOKS_ALLOW_LOCAL, METRICS_TOKEN },
}) => {
  const local = isLoopback(HOST)
  if (!local && DEMO)
    return warning(
      'DEMO is on, and HOST is no loopback address',
      'Set DEMO=false: keys of the demo company are printed at each start.',
    )
  if (!local && WEBHOOKS_ALLOW_LOCAL)
    return warning(
      'WEBHOOKS_ALLOW_LOCAL is on',
      'Turn it off: webhooks could reach what only this machine should.',
    )
  if (!local && METRICS_TOKEN === '')
    return ok('sound; /metrics is for this machine alone, as METRICS_TOKEN is not set')
  return ok('sound')
}

export const demo: Check<CheckContext> = async ({ settings, db }) => {
  const companies = await db.all(demoCompanies, {})
  const found = demoWarning(settings, companies)
  if (found) return warning(found.finding, found.advice)
  return ok(companies.length > 0 ? 'in this database, for this machine alone' : 'none')
}

export const clock: Check<CheckContext> = async ({ db, now }) => {
  const newest = (await db.first(newestEvent, {}))?.createdAt
  const ahead = newest ? Date.parse(newest) - now : 0
  if (ahead > 60_000)
    return warning(
      `${ago(ahead)} behind the newest event`,
      'Set the clock (NTP): new records sort before older ones, and keys end too late.',
    )
  return ok(new Date(now).toISOString())
}

export const webhooks: Check<CheckContext> = async ({ settings, db, now }) => {
  const loads = await db.all(webhookLoads, { limit: 100_000 })
  const given = await db.first(webhooksGivenUp, {})
  const waiting = loads.reduce((sum, load) => sum + load.waiting, 0)
  const oldest = Math.max(
    0,
    ...loads.map((load) => (load.oldest ? now - Date.parse(load.oldest) : 0)),
  )
  const found = `${countOf(loads.length, 'endpoint')}, ${countOf(waiting, 'delivery', 'deliveries')} waiting${waiting > 0 ? `, the oldest for ${ago(oldest)}` : ''}; ${given?.disabled ?? 0} disabled, ${given?.dead ?? 0} given up`
  if (settings.WEBHOOKS === 'off')
    return loads.length > 0
      ? warning(`off (WEBHOOKS=off); ${found}`, 'Set WEBHOOKS=on to send what waits.')
      : ok('off (WEBHOOKS=off)')
  if ((given?.disabled ?? 0) > 0)
    return warning(
      found,
      'See webhookDeliveries for why; enable an endpoint with updateWebhookEndpoint, and replay.',
    )
  if (oldest > 3_600_000)
    return warning(
      found,
      'See that serve or dispatch runs, and what webhookDeliveries says of the tries.',
    )
  // Each kind of record declares its event types.
  await import('../resources/index.ts')
  const misspelt = (await db.all(endpointPatterns, {})).filter(
    ({ events }) => unknownPatterns(JSON.parse(events) as string[], 'events').length > 0,
  )
  if (misspelt.length > 0)
    return warning(
      `${found}; ${countOf(misspelt.length, 'endpoint')} with a pattern that matches no event type`,
      `Correct the events of ${misspelt
        .slice(0, 3)
        .map(({ id }) => id)
        .join(', ')} with updateWebhookEndpoint.`,
    )
  return ok(found)
}

/** Looks at one after another; whoever waits sees how far it has come. */
export async function runChecks<P>(
  patient: P,
  looks: Record<string, Check<P>>,
): Promise<Finding[]> {
  const all = Object.entries(looks)
  const bar = await progressBar('checks', {})
  const findings: Finding[] = []
  try {
    for (const [name, each] of all) {
      bar.update(findings.length, all.length)
      findings.push({ name, ...(await each(patient)) })
    }
    return findings
  } finally {
    bar.stop()
  }
}
