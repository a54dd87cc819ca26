import { sql } from 'kysely'
import type { Deps } from '../context.ts'
import { query } from '../store/query.ts'
import '../resources/webhooks/table.ts'

interface Load {
  id: string
  attempts: number
  failures: number
  waiting: number
  oldest: string | null
}

/** More that wait are not counted one by one. */
const most = 100_000

/** CROSSES COMPANIES: it is for whoever runs the server. */
export const webhookLoads = query(
  (_, p: { limit: number }) => sql<Load>`select "endpoint"."id", "endpoint"."attempts", "endpoint"."failures",
    (select count(*) from (select 1 from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id" and "status" = 'pending' limit ${p.limit}) as "some") as "waiting",
    (select min("createdAt") from (select "createdAt" from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id" and "status" = 'pending'
      limit ${p.limit}) as "some") as "oldest"
    from "webhookEndpoints" as "endpoint" order by "endpoint"."id"`,
)

/** The state of webhooks in the text format of Prometheus: what waits for each endpoint, and how its tries went. */
export async function webhookMetrics(deps: Deps): Promise<string> {
  const rows = await deps.store.everyCompany.look((db) => db.all(webhookLoads, { limit: most }))
  const age = ({ oldest }: Load) => (oldest === null ? 0 : Math.max(0, (deps.now() - Date.parse(oldest)) / 1000))
  const metric = (name: string, type: 'gauge' | 'counter', help: string, value: (row: Load) => number) =>
    [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...rows.map((row) => `${name}{endpoint="${row.id}"} ${value(row)}`)].join('\n')
  return `${[
    metric('dealgraph_webhook_queue_depth', 'gauge', `Deliveries that wait to be sent, counted up to ${most}.`, ({ waiting }) => waiting),
    metric('dealgraph_webhook_oldest_undelivered_seconds', 'gauge', 'Age of the oldest delivery that waits; 0 where none does.', age),
    metric('dealgraph_webhook_attempts_total', 'counter', 'Tries to send, whatever came of them.', ({ attempts }) => attempts),
    metric('dealgraph_webhook_failures_total', 'counter', 'Tries that failed.', ({ failures }) => failures),
  ].join('\n')}\n`
}
