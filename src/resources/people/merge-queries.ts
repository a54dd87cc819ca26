/** Statements of merges, and over the tables that reference people. */
import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { childQueries } from '../../filtering/child-list.ts'
import { query, queryFamily } from '../../store/query.ts'
import { contains, isIn } from '../../store/sql.ts'
import './table.ts'
import type { TableName } from '../../store/schema.ts'
import { personPolicy } from './policy.ts'
import type { PersonRow } from './table.ts'

/** The people whom the caller can view, and whether the caller can edit them. */
export const peopleToMerge = queryFamily<
  AccessScope,
  AccessParams & { ids: string },
  PersonRow & { editable: number }
>((k, p, scope) =>
  k
    .selectFrom('people')
    .selectAll()
    .select(sql<number>`${personPolicy.canEdit(p, scope)}`.as('editable'))
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .where(personPolicy.canView(p, scope)),
)

export const mergeById = query((k, p: { companyId: string; id: string }) =>
  k
    .selectFrom('personMerges')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

/** A later merge into the same person that has not been undone. */
export const laterMerge = query((k, p: { companyId: string; survivorId: string; id: string }) =>
  k
    .selectFrom('personMerges')
    .select('id')
    .where('companyId', '=', p.companyId)
    .where('survivorId', '=', p.survivorId)
    .where('id', '>', p.id)
    .where('undoneAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(1),
)

/** The merge of a person into another that has not been undone. */
export const mergeOfPerson = query((k, p: { companyId: string; personId: string }) =>
  k
    .selectFrom('personMerges')
    .select('survivorId')
    .where('companyId', '=', p.companyId)
    .where('undoneAt', 'is', null)
    .where(contains(sql.ref('snapshot'), p.personId))
    .limit(1),
)

/** The merges into people that can be undone. */
export const mergesByPerson = childQueries({
  table: 'personMerges',
  from: (p, parent) =>
    sql`from "personMerges" where "personMerges"."companyId" = ${p.companyId} and "personMerges"."survivorId" = ${parent} and "personMerges"."undoneAt" is null`,
  id: 'personMerges.id',
  parent: 'survivorId',
})

export type Row = Record<string, unknown>

interface RowSelection {
  table: TableName
  /** The column that `ids` are values of. */
  column: string
  orderBy: readonly string[]
  /** Selects only rows of the person `personId`. */
  ofOnePerson?: true
}

export const rowsOf = queryFamily<
  RowSelection,
  { companyId: string; ids: string; personId?: string },
  Row
>((_, p, { table, column, orderBy, ofOnePerson }) => {
  const ofPerson = ofOnePerson ? sql` and "personId" = ${p.personId}` : sql``
  const order = sql.join([column, ...orderBy].map((each) => sql.ref(each)))
  return sql<Row>`select * from ${sql.table(table)}
    where "companyId" = ${p.companyId} and ${isIn(column, p.ids)}${ofPerson} order by ${order}`
})

export const existingIds = queryFamily<
  TableName,
  { companyId: string; ids: string },
  { id: string }
>(
  (_, p, table) => sql<{ id: string }>`select "id" from ${sql.table(table)}
    where "companyId" = ${p.companyId} and ${isIn('id', p.ids)}`,
)

export const recordsOfPeople = queryFamily<
  TableName,
  { companyId: string; ids: string; limit: number },
  { id: string; personId: string }
>(
  (_, p, table) =>
    sql<{ id: string; personId: string }>`select "id", "personId" from ${sql.table(table)}
      where "companyId" = ${p.companyId} and ${isIn('personId', p.ids)}
      order by "id" limit ${p.limit}`,
)

interface VersionedRow {
  id: string
  version: number
}

export const reassignRecordsOf = queryFamily<
  TableName,
  { companyId: string; ids: string; from: string; to: string; now: string },
  VersionedRow
>(
  (_, p, table) => sql<VersionedRow>`update ${sql.table(table)}
    set "personId" = ${p.to}, "version" = "version" + 1, "updatedAt" = ${p.now}
    where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} and "personId" = ${p.from}
    returning "id", "version"`,
)

export const incrementVersions = queryFamily<
  TableName,
  { companyId: string; ids: string; now: string },
  VersionedRow
>(
  (_, p, table) => sql<VersionedRow>`update ${sql.table(table)}
    set "version" = "version" + 1, "updatedAt" = ${p.now}
    where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} returning "id", "version"`,
)
