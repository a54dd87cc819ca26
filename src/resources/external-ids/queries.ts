import { sql } from 'kysely'
import { queryFamily } from '../../store/query.ts'
import { isIn, jsonValueAt, withoutIndex } from '../../store/sql.ts'
import './table.ts'
import type { ExternalId, ExternalIdKind } from './table.ts'

/** The table of external ids of each kind of record, and its column for the id of the record. */
export const externalIdTables = {
  person: { table: 'personExternalIds', owner: 'personId' },
  deal: { table: 'dealExternalIds', owner: 'dealId' },
  task: { table: 'taskExternalIds', owner: 'taskId' },
  activity: { table: 'activityExternalIds', owner: 'activityId' },
  appointment: { table: 'appointmentExternalIds', owner: 'appointmentId' },
} as const satisfies Record<ExternalIdKind, object>

export const externalIdsOfRecords = queryFamily<
  ExternalIdKind,
  { companyId: string; ids: string },
  ExternalId & { recordId: string }
>((_, p, kind) => {
  const { table, owner } = externalIdTables[kind]
  return sql<
    ExternalId & { recordId: string }
  >`select ${sql.ref(owner)} as "recordId", "source", "externalId" from ${sql.table(table)}
    where "companyId" = ${p.companyId} and ${isIn(owner, p.ids)} order by ${sql.ref(owner)}, "source", "externalId"`
})

export const recordWithExternalId = queryFamily<
  ExternalIdKind,
  { companyId: string } & ExternalId,
  { recordId: string }
>((_, p, kind) => {
  const { table, owner } = externalIdTables[kind]
  return sql<{
    recordId: string
  }>`select ${sql.ref(owner)} as "recordId" from ${sql.table(table)} where "companyId" = ${p.companyId} and "source" = ${p.source} and "externalId" = ${p.externalId}`
})

/** The filters on external ids, whose values are JSON lists of the source and optionally the id. */
export function externalIdConditions(kind: ExternalIdKind, records: string) {
  const { table, owner } = externalIdTables[kind]
  const external = (column: string) => sql.ref(`external.${column}`)
  const rows = (p: { companyId: string }) =>
    sql`from ${sql.table(table)} as "external" where "external"."companyId" = ${p.companyId}`
  const ofRecord = sql`${external(owner)} = ${sql.ref(`${records}.id`)}`
  const inSource = (value: string) => sql`${external('source')} = ${jsonValueAt(value, 0, 'text')}`
  const withId = (value: string) =>
    sql`${inSource(value)} and ${external('externalId')} = ${jsonValueAt(value, 1, 'text')}`
  const internal = { description: '', type: 'String', internal: true } as const
  return {
    externalId: {
      description:
        'Matches the record with this id in another program, `externalSource` (default: `default`).',
      type: 'conditions',
      indexed: true,
    },
    externalSource: {
      description:
        'The program of `externalId`; without it, matches records with any id of this program.',
      type: 'conditions',
      indexed: true,
    },
    anyExternalId: {
      ...internal,
      // Unindexed, so that the ids of the record are searched rather than those of the source.
      predicate: (p: { companyId: string }, _: unknown, value: string) =>
        sql<boolean>`exists (select 1 ${rows(p)} and ${ofRecord} and ${withoutIndex('external.source')} = ${jsonValueAt(value, 0, 'text')})`,
      matchingIds: (p: { companyId: string }, _: unknown, value: string) =>
        sql`select ${external(owner)} as "id" ${rows(p)} and ${inSource(value)}`,
    },
    oneExternalId: {
      ...internal,
      predicate: (p: { companyId: string }, _: unknown, value: string) =>
        sql<boolean>`exists (select 1 ${rows(p)} and ${withId(value)} and ${ofRecord})`,
      matchingIds: (p: { companyId: string }, _: unknown, value: string) =>
        sql`select ${external(owner)} as "id" ${rows(p)} and ${withId(value)}`,
    },
  } as const
}
