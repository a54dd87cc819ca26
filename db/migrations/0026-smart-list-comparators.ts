import { type Kysely, sql } from 'kysely'
import { convertFilter } from '../convert-filter.ts'

interface CustomField {
  companyId: string
  recordKind: string
  key: string
  type: string
}

/** Converts smart list filters to use comparators, which older program versions reject. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows: customFields } =
    await sql<CustomField>`select "companyId", "recordKind", "key", "type"
    from "customFields" where "deletedAt" is null`.execute(db)
  const typeByField = new Map(
    customFields.map(({ companyId, recordKind, key, type }) => [
      JSON.stringify([companyId, recordKind, key]),
      type,
    ]),
  )
  const { rows: smartLists } = await sql<{ companyId: string; id: string; filter: string }>`select
    "companyId", "id", "filter" from "smartLists"`.execute(db)
  for (const { companyId, id, filter } of smartLists) {
    const convertedFilter = convertFilter(JSON.parse(filter), (kind, key) =>
      typeByField.get(JSON.stringify([companyId, kind, key])),
    )
    await sql`update "smartLists" set "filter" = ${JSON.stringify(convertedFilter)}
      where "companyId" = ${companyId} and "id" = ${id}`.execute(db)
  }
}
