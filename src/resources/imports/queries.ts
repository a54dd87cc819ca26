import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { getPersonReferences } from '../../crud/person-references.ts'
import { type Builder, query, queryFamily } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import { personPolicy } from '../people/policy.ts'
import './table.ts'

export const importsOfFile = query((k, p: { companyId: string; digest: string }) =>
  k
    .selectFrom('imports')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('digest', '=', p.digest)
    .orderBy('id', 'desc'),
)

export const importById = query((k, p: { companyId: string; id: string }) =>
  k.selectFrom('imports').selectAll().where('companyId', '=', p.companyId).where('id', '=', p.id),
)

export const recordOfImport = query(
  (k, p: { companyId: string; importId: string; recordId: string }) =>
    k
      .selectFrom('importRecords')
      .selectAll()
      .where('companyId', '=', p.companyId)
      .where('importId', '=', p.importId)
      .where('recordId', '=', p.recordId),
)

/**
 * Selects the records of an import to undo, latest first, including those that an earlier undo
 * skipped.
 */
export const recordsToUndo = query(
  (k, p: { companyId: string; importId: string; below: string; limit: number }) =>
    k
      .selectFrom('importRecords')
      .selectAll()
      .where('companyId', '=', p.companyId)
      .where('importId', '=', p.importId)
      .where('recordId', '<', p.below)
      .orderBy('recordId', 'desc')
      .limit(p.limit),
)

/** Selects the last other import that updated a record after `version`. */
export const laterImport = query(
  (k, p: { companyId: string; importId: string; recordId: string; version: number }) =>
    k
      .selectFrom('importRecords')
      .select('importId')
      .where('companyId', '=', p.companyId)
      .where('recordId', '=', p.recordId)
      .where('importId', '!=', p.importId)
      .where('action', '=', 'updated')
      .where('version', '>', p.version)
      .where('leftAlone', 'is', null)
      .orderBy('version', 'desc')
      .limit(1),
)

const rowOfPersonExists = (p: { companyId: string; id: unknown }, table: string) =>
  sql`exists (select 1 from ${sql.table(table)} where "companyId" = ${p.companyId} and "personId" = ${p.id})`

/** Returns whether other records refer to a person. */
export const isPersonReferenced = query((_, p: { companyId: string; id: string }) => {
  const conditions = getPersonReferences('move', 'relink').map(({ table }) =>
    rowOfPersonExists(p, table),
  )
  return sql<{
    named: number
  }>`select case when ${sql.join(conditions, sql` or `)} then 1 else 0 end as "named"`
})

type NameParams = AccessParams & { nameKey: string }

/** Selects the visible people outside Trash with a name, oldest first. */
const visiblePeopleNamed = (k: Builder, p: NameParams, scope: AccessScope) =>
  k
    .selectFrom('people')
    .select('id')
    .where('companyId', '=', p.companyId)
    .where('nameKey', '=', p.nameKey)
    .where('trashedAt', 'is', null)
    .where(personPolicy.canView(p, scope))
    .orderBy('id')

/** Selects up to two people with a name: two mean that the name is ambiguous. */
export const peopleNamed = queryFamily<AccessScope, NameParams, { id: string }>((k, p, scope) =>
  visiblePeopleNamed(k, p, scope).limit(2),
)

/** Selects the oldest people with a name who have neither an email nor a phone. */
export const namesakesWithoutContact = queryFamily<
  AccessScope,
  NameParams & { limit: number },
  { id: string }
>((k, p, scope) => {
  const person = { companyId: p.companyId, id: sql.ref('people.id') }
  return visiblePeopleNamed(k, p, scope)
    .where(
      sql<boolean>`not (${rowOfPersonExists(person, 'personEmails')} or ${rowOfPersonExists(person, 'personPhones')})`,
    )
    .limit(p.limit)
})

export const usersOfCompany = query((k, p: { companyId: string }) =>
  k
    .selectFrom('users')
    .select(['id', 'email', 'emailKey', 'firstName', 'lastName'])
    .where('companyId', '=', p.companyId)
    .orderBy('id'),
)

export const teamsOfCompany = query((k, p: { companyId: string }) =>
  k.selectFrom('teams').select(['id', 'name']).where('companyId', '=', p.companyId).orderBy('id'),
)

/** Selects the versions of those records that exist. */
export const recordVersions = queryFamily<
  'people' | 'deals' | 'tasks' | 'activities',
  { companyId: string; ids: string },
  { id: string; version: number }
>(
  (_, p, table) =>
    sql`select "id", "version" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn('id', p.ids)}`,
)
