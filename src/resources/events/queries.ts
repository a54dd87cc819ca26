/** Reading the events of a company in the order of their sequence numbers. */
import { sql } from 'kysely'
import type { EventRow } from '../../events/changes.ts'
import { query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'

export const newestEvent = query((k, p: { companyId: string }) =>
  k
    .selectFrom('events')
    .select('sequence')
    .where('companyId', '=', p.companyId)
    .orderBy('sequence', 'desc')
    .limit(1),
)

interface EventRange {
  companyId: string
  after: number
  upTo: number
  /** Lists: event types, and kinds of records (or `*`) of which all types match. */
  types: string
  kinds: string
}

/** The matching events of a range, oldest first. */
export const eventsBetween = query(
  (
    _,
    p: EventRange,
  ) => sql<EventRow>`select * from "events" where "companyId" = ${p.companyId} and "sequence" > ${p.after} and "sequence" <= ${p.upTo}
    and (${isIn('type', p.types)} or ${isIn('recordKind', p.kinds)} or ${isIn(sql.lit('*'), p.kinds)}) order by "sequence"`,
)

/** The deletions of records. A record with a later event exists again: an un-merge restores people. */
export const deletionsOf = query(
  (_, p: { companyId: string; ids: string }) => sql<{ recordId: string; audience: string | null }>`
    select "recordId", "audience" from "events" where "companyId" = ${p.companyId} and ${isIn('recordId', p.ids)}
      and "type" = "recordKind" || '.deleted' and not exists (
        select 1 from "events" as "later" where "later"."companyId" = ${p.companyId} and "later"."recordId" = "events"."recordId" and "later"."sequence" > "events"."sequence"
      ) order by "sequence"`,
)

/** The number of the first event after another. */
export const nextSequence = query((k, p: { companyId: string; after: number }) =>
  k
    .selectFrom('events')
    .select('sequence')
    .where('companyId', '=', p.companyId)
    .where('sequence', '>', p.after)
    .orderBy('sequence')
    .limit(1),
)
