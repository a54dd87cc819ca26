import { sql } from 'kysely'
import '../../events/table.ts'
import type { EventRow } from '../../events/table.ts'
import { query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'

/** The number of a company's newest event. */
export const newestEvent = query((k, p: { companyId: string }) =>
  k
    .selectFrom('events')
    .select('sequence')
    .where('companyId', '=', p.companyId)
    .orderBy('sequence', 'desc')
    .limit(1),
)

interface Stretch {
  companyId: string
  after: number
  upTo: number
  /** Lists: whole types, and kinds of records of which all types are meant. */
  types: string
  kinds: string
}

/** The events of a stretch that have one of some types, oldest first. */
export const eventsBetween = query(
  (
    _,
    p: Stretch,
  ) => sql<EventRow>`select * from "events" where "companyId" = ${p.companyId} and "sequence" > ${p.after} and "sequence" <= ${p.upTo}
    and (${isIn('type', p.types)} or ${isIn('recordKind', p.kinds)} or ${isIn(sql.lit('*'), p.kinds)}) order by "sequence"`,
)

/**
 * Who could see those of some records that are gone. One about which more has happened since is
 * back: an un-merge brings people back.
 */
export const audiencesOf = query(
  (_, p: { companyId: string; ids: string }) => sql<{
    recordId: string
    recordKind: string
    audience: string | null
  }>`
    select "recordId", "recordKind", "audience" from "events" where "companyId" = ${p.companyId} and ${isIn('recordId', p.ids)}
      and "type" = "recordKind" || '.deleted' and not exists (
        select 1 from "events" as "later" where "later"."companyId" = ${p.companyId} and "later"."recordId" = "events"."recordId" and "later"."sequence" > "events"."sequence"
      ) order by "sequence"`,
)

/** The number of the first event behind another. */
export const nextSequence = query((k, p: { companyId: string; after: number }) =>
  k
    .selectFrom('events')
    .select('sequence')
    .where('companyId', '=', p.companyId)
    .where('sequence', '>', p.after)
    .orderBy('sequence')
    .limit(1),
)
