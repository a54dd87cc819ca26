import { type Kysely, sql } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

/**
 * Programs of the previous release can run beside it: they store external ids with the imports,
 * where this release does not read them.
 */
export const expands = true

const kinds = [
  { record: 'person', records: 'people' },
  { record: 'deal', records: 'deals' },
  { record: 'task', records: 'tasks' },
  { record: 'activity', records: 'activities' },
  { record: 'appointment', records: 'appointments' },
]

/** The programs of earlier imports, and the sources of their ids. */
const sources = {
  plain: 'default',
  dealgraph: 'dealgraph',
  google: 'google',
  hubspot: 'hubspot',
  pipedrive: 'pipedrive',
  salesforce: 'salesforce',
  outlook: 'outlook',
  vcard: 'vcard',
}

/** Creates the tables of external ids, unique per source and kind of record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { record, records } of kinds) {
    const [table, owner] = [`${record}ExternalIds`, `${record}Id`]
    await createTable(db, table, {
      columns: { companyId: 'text', [owner]: 'text', source: 'text', externalId: 'text' },
      key: ['companyId', 'source', 'externalId'],
      cascade: { [owner]: records },
      indexes: [['companyId', owner]],
      clustered: true,
    })
    for (const [program, source] of Object.entries(sources))
      await copyImported(db, { table, owner, records, program, source })
  }
}

interface ImportedId {
  table: string
  owner: string
  records: string
  program: string
  source: string
}

/** Copies the ids of imports; if several records have one id, the last import's record gets it. */
async function copyImported(
  db: Kysely<unknown>,
  { table, owner, records, program, source }: ImportedId,
): Promise<void> {
  const prefix = `${program}/${records}/`
  const externalId = sql`substr("externalId", ${sql.lit(prefix.length + 1)})`
  await sql`insert into ${sql.table(table)} ("companyId", ${sql.ref(owner)}, "source", "externalId")
    select "companyId", "recordId", ${sql.lit(source)}, ${externalId} from (
      select "companyId", "recordId", "externalId",
        row_number() over (partition by "companyId", "externalId" order by "importId" desc) as "place"
      from "importRecords"
      where substr("externalId", 1, ${sql.lit(prefix.length)}) = ${sql.lit(prefix)} and ${externalId} <> "recordId"
        and exists (select 1 from ${sql.table(records)} as "record"
          where "record"."companyId" = "importRecords"."companyId" and "record"."id" = "importRecords"."recordId")
    ) as "imported"
    where "place" = 1 and length(${externalId}) between 1 and 255`.execute(db)
}
