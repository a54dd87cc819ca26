/** Stores imports and their changes to records. Only the command line runs imports. */
import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { type Context, timestamp } from '../../context.ts'
import { getPersonReferences } from '../../crud/person-references.ts'
import { type IdsParams, query, queryFamily } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import { personPolicy } from '../people/policy.ts'
import type { TeamRow } from '../teams/operations.ts'
import type { UserRow } from '../users/operations.ts'
import type { ImportRecordRow, ImportRow } from './table.ts'

export type { ImportRecordRow, ImportRow }

const importsOfFile = query(
  (_, p: { companyId: string; digest: string }) =>
    sql<ImportRow>`select * from "imports" where "companyId" = ${p.companyId} and "digest" = ${p.digest} order by "id" desc`,
)

const importById = query(
  (_, p: { companyId: string; id: string }) =>
    sql<ImportRow>`select * from "imports" where "companyId" = ${p.companyId} and "id" = ${p.id}`,
)

const recordOfImport = query(
  (_, p: { companyId: string; importId: string; recordId: string }) =>
    sql<ImportRecordRow>`select * from "importRecords"
      where "companyId" = ${p.companyId} and "importId" = ${p.importId} and "recordId" = ${p.recordId}`,
)

/** Selects the records of an import, newest first, including those that an earlier undo skipped. */
export const recordsToUndo = query(
  (_, p: { companyId: string; importId: string; below: string; limit: number }) =>
    sql<ImportRecordRow>`select * from "importRecords" where "companyId" = ${p.companyId} and "importId" = ${p.importId}
      and "recordId" < ${p.below} order by "recordId" desc limit ${p.limit}`,
)

/** Selects the latest other import that updated a record after `version`. */
export const laterImport = query(
  (_, p: { companyId: string; importId: string; recordId: string; version: number }) =>
    sql<{ importId: string }>`
      select "importId" from "importRecords" where "companyId" = ${p.companyId} and "recordId" = ${p.recordId}
      and "importId" <> ${p.importId} and "action" = 'updated' and "version" > ${p.version} and "leftAlone" is null
      order by "version" desc limit 1`,
)

const existsRowOfPerson = (p: { companyId: string; id: unknown }, table: string) =>
  sql`exists (select 1 from ${sql.table(table)} where "companyId" = ${p.companyId} and "personId" = ${p.id})`

/** Selects whether other records refer to a person. */
export const isPersonReferenced = query((_, p: { companyId: string; id: string }) => {
  const conditions = getPersonReferences('move', 'relink').map(({ table }) =>
    existsRowOfPerson(p, table),
  )
  return sql<{ isReferenced: number }>`
    select case when ${sql.join(conditions, sql` or `)} then 1 else 0 end as "isReferenced"`
})

type NameParams = AccessParams & { nameKey: string }

/** Selects the visible people with the given full name, except people in Trash, oldest first. */
const selectPeopleByName = (p: NameParams, scope: AccessScope, condition = sql``) =>
  sql<{ id: string }>`
    select "id" from "people" where "companyId" = ${p.companyId} and "nameKey" = ${p.nameKey}
    and "trashedAt" is null and ${personPolicy.canView(p, scope)}${condition} order by "id"`

/** Selects up to two people with the given full name; two rows mean that the name is ambiguous. */
export const namesakes = queryFamily<AccessScope, NameParams, { id: string }>(
  (_, p, scope) => sql`${selectPeopleByName(p, scope)} limit 2`,
)

/** Selects the oldest people with the given full name who have neither an email nor a phone. */
export const namesakesWithoutContact = queryFamily<
  AccessScope,
  NameParams & { limit: number },
  { id: string }
>((_, p, scope) => {
  const person = { companyId: p.companyId, id: sql.ref('people.id') }
  const hasContact = sql`${existsRowOfPerson(person, 'personEmails')} or ${existsRowOfPerson(person, 'personPhones')}`
  return sql`${selectPeopleByName(p, scope, sql` and not (${hasContact})`)} limit ${p.limit}`
})

export const usersOfCompany = query(
  (_, p: { companyId: string }) =>
    sql<Pick<UserRow, 'id' | 'email' | 'emailKey' | 'firstName' | 'lastName'>>`
      select "id", "email", "emailKey", "firstName", "lastName" from "users" where "companyId" = ${p.companyId} order by "id"`,
)

export const teamsOfCompany = query(
  (_, p: { companyId: string }) => sql<Pick<TeamRow, 'id' | 'name'>>`
    select "id", "name" from "teams" where "companyId" = ${p.companyId} order by "id"`,
)

/** Selects the versions of records. A deleted record has no row. */
export const recordVersions = queryFamily(
  (_, p: IdsParams, table: ImportRow['kind']) =>
    sql<{ id: string; version: number }>`
      select "id", "version" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn('id', p.ids)}`,
)

type NewImport = Pick<ImportRow, 'kind' | 'file' | 'digest' | 'options' | 'errorsFile'>

/** Lists the imports of a file, latest first. */
export const listImportsOfFile = (ctx: Context, digest: string) =>
  ctx.db.all(importsOfFile, { companyId: ctx.viewer.companyId, digest })

export const loadImport = (ctx: Context, id: string) =>
  ctx.db.first(importById, { companyId: ctx.viewer.companyId, id })

export async function startImport(ctx: Context, input: NewImport): Promise<ImportRow> {
  const { companyId, userId } = ctx.viewer
  const row: ImportRow = {
    companyId,
    id: ctx.newId('import'),
    userId,
    ...input,
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    refused: 0,
    errorsBytes: 0,
    warned: 0,
    warningsBytes: 0,
    createdAt: timestamp(ctx),
    finishedAt: null,
    undoneAt: null,
  }
  await ctx.db.insert('imports', row)
  return row
}

type ImportProgress = Partial<Omit<ImportRow, 'companyId' | 'id'>>

/**
 * Saves the progress of an import, in the transaction of its changes. @returns the import, or
 * undefined if another process has continued or undone the import
 */
export async function recordProgress(
  ctx: Context,
  storedImport: ImportRow,
  progress: ImportProgress,
): Promise<ImportRow | undefined> {
  const { companyId, id, rows, undoneAt } = storedImport
  const currentImport = await loadImport(ctx, id)
  if (currentImport?.rows !== rows || currentImport.undoneAt !== undoneAt) return undefined
  await ctx.db.update('imports', { companyId, id }, progress)
  return { ...storedImport, ...progress }
}

type RecordChange = Pick<ImportRecordRow, 'importId' | 'recordId' | 'action' | 'version'> & {
  before: { input: object; version: number } | undefined
}

/**
 * Saves the change that an import row made to a record. Changes by several rows become one change,
 * from the state before the first row to the state after the last row.
 */
export async function recordImportedRow(ctx: Context, { before, ...recordedChange }: RecordChange) {
  const { companyId } = ctx.viewer
  const { importId, recordId, action, version } = recordedChange
  const savedChange = await ctx.db.first(recordOfImport, { companyId, importId, recordId })
  const input = before?.input
  const versionBefore = before?.version ?? null
  if (!savedChange) {
    await ctx.db.insert('importRecords', {
      companyId,
      ...recordedChange,
      before: input ? JSON.stringify(input) : null,
      versionBefore,
      leftAlone: null,
    })
    return
  }
  const firstInput =
    savedChange.before === null ? undefined : (JSON.parse(savedChange.before) as object)
  // A user's change between two rows cannot be separated from the import's changes.
  const wasChangedBetweenRows =
    savedChange.action !== 'found' && before !== undefined && before.version !== savedChange.version
  await ctx.db.update(
    'importRecords',
    { companyId, importId, recordId },
    {
      action: savedChange.action === 'found' ? action : savedChange.action,
      before:
        savedChange.action === 'created' || !(input ?? firstInput)
          ? null
          : JSON.stringify({ ...input, ...firstInput }),
      version: wasChangedBetweenRows ? 0 : version,
      versionBefore: savedChange.action === 'found' ? versionBefore : savedChange.versionBefore,
    },
  )
}

/**
 * Replaces the version that earlier imports stored for a record that an undo restored, so that
 * these imports treat the record as unchanged.
 */
export async function resetRecordVersion(
  ctx: Context,
  { recordId, versionBefore }: ImportRecordRow,
  version: number,
): Promise<void> {
  const { companyId } = ctx.viewer
  if (versionBefore !== null)
    await ctx.db.update(
      'importRecords',
      { companyId, recordId, version: versionBefore },
      { version },
    )
}

export async function wasCreatedByImport(
  { db, viewer }: Context,
  importId: string | undefined,
  recordId: string,
): Promise<boolean> {
  if (importId === undefined) return false
  const params = { companyId: viewer.companyId, importId, recordId }
  return (await db.first(recordOfImport, params))?.action === 'created'
}
