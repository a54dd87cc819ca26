import { type Kysely, sql } from 'kysely'
import { convertFilter } from '../convert-filter.ts'

interface CustomField {
  companyId: string
  recordKind: string
  key: string
  type: string
}

/** Rewrites the filters of smart lists as comparators, which older versions of the program reject. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows: fields } = await sql<CustomField>`select "companyId", "recordKind", "key", "type"
    from "customFields" where "deletedAt" is null`.execute(db)
  const types = new Map(
    fields.map(({ companyId, recordKind, key, type }) => [
      JSON.stringify([companyId, recordKind, key]),
      type,
    ]),
  )
  const { rows: lists } = await sql<{ companyId: string; id: string; filter: string }>`select
    "companyId", "id", "filter" from "smartLists"`.execute(db)
  for (const { companyId, id, filter } of lists) {
    const convertedFilter = convertFilter(JSON.parse(filter), (kind, key) =>
      types.get(JSON.stringify([companyId, kind, key])),
    )
    await sql`update "smartLists" set "filter" = ${JSON.stringify(convertedFilter)}
      where "companyId" = ${companyId} and "id" = ${id}`.execute(db)
  }
}
