import { type Kysely, sql } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

/**
 * The previous program version can run at the same time: it stores external ids only in
 * `importRecords`, and ignores the new tables.
 */
export const expands = true

const kinds = [
  { record: 'person', recordTable: 'people' },
  { record: 'deal', recordTable: 'deals' },
  { record: 'task', recordTable: 'tasks' },
  { record: 'activity', recordTable: 'activities' },
  { record: 'appointment', recordTable: 'appointments' },
]

/** The source of external ids for each program from which records were imported. */
const sourceByProgram = {
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
  for (const { record, recordTable } of kinds) {
    const [table, ownerColumn] = [`${record}ExternalIds`, `${record}Id`]
    await createTable(db, table, {
      columns: { companyId: 'text', [ownerColumn]: 'text', source: 'text', externalId: 'text' },
      key: ['companyId', 'source', 'externalId'],
      cascade: { [ownerColumn]: recordTable },
      indexes: [['companyId', ownerColumn]],
      clustered: true,
    })
    for (const [program, source] of Object.entries(sourceByProgram))
      await copyImportedIds(db, { table, ownerColumn, recordTable, program, source })
  }
}

interface ImportedId {
  table: string
  ownerColumn: string
  recordTable: string
  program: string
  source: string
}

/**
 * Copies imported ids. If several records have the same external id, the most recently imported
 * record keeps it.
 */
async function copyImportedIds(
  db: Kysely<unknown>,
  { table, ownerColumn, recordTable, program, source }: ImportedId,
): Promise<void> {
  const prefix = `${program}/${recordTable}/`
  const externalId = sql`substr("externalId", ${sql.lit(prefix.length + 1)})`
  await sql`insert into ${sql.table(table)} ("companyId", ${sql.ref(ownerColumn)}, "source", "externalId")
    select "companyId", "recordId", ${sql.lit(source)}, ${externalId} from (
      select "companyId", "recordId", "externalId",
        row_number() over (partition by "companyId", "externalId" order by "importId" desc) as "place"
      from "importRecords"
      where substr("externalId", 1, ${sql.lit(prefix.length)}) = ${sql.lit(prefix)} and ${externalId} <> "recordId"
        and exists (select 1 from ${sql.table(recordTable)} as "record"
          where "record"."companyId" = "importRecords"."companyId" and "record"."id" = "importRecords"."recordId")
    ) as "imported"
    where "place" = 1 and length(${externalId}) between 1 and 255`.execute(db)
}
