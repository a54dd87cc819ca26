import { sql } from 'kysely'
import { shaped } from '../../store/query.ts'
import { isIn, unindexed, valueAt } from '../../store/sql.ts'
import './table.ts'
import type { ExternalId, ExternalIdKind } from './table.ts'

/** The table of each kind of record, and the column that names the record. */
export const tables = {
  person: { table: 'personExternalIds', owner: 'personId' },
  deal: { table: 'dealExternalIds', owner: 'dealId' },
  task: { table: 'taskExternalIds', owner: 'taskId' },
  activity: { table: 'activityExternalIds', owner: 'activityId' },
  appointment: { table: 'appointmentExternalIds', owner: 'appointmentId' },
} as const satisfies Record<ExternalIdKind, object>

export const externalIdsOfRecords = shaped<
  ExternalIdKind,
  { companyId: string; ids: string },
  ExternalId & { recordId: string }
>((_, p, kind) => {
  const { table, owner } = tables[kind]
  return sql<
    ExternalId & { recordId: string }
  >`select ${sql.ref(owner)} as "recordId", "source", "externalId" from ${sql.table(table)}
    where "companyId" = ${p.companyId} and ${isIn(owner, p.ids)} order by ${sql.ref(owner)}, "source", "externalId"`
})

/** The record that has an id of another program. */
export const ownerOf = shaped<
  ExternalIdKind,
  { companyId: string } & ExternalId,
  { recordId: string }
>((_, p, kind) => {
  const { table, owner } = tables[kind]
  return sql<{
    recordId: string
  }>`select ${sql.ref(owner)} as "recordId" from ${sql.table(table)} where "companyId" = ${p.companyId} and "source" = ${p.source} and "externalId" = ${p.externalId}`
})

/**
 * The conditions of filters on external ids. A value is a JSON list: the source, and the id if one
 * is asked for.
 */
export function externalIdConditions(kind: ExternalIdKind, records: string) {
  const { table, owner } = tables[kind]
  const external = (column: string) => sql.ref(`external.${column}`)
  const rows = (p: { companyId: string }) =>
    sql`from ${sql.table(table)} as "external" where "external"."companyId" = ${p.companyId}`
  const ofRecord = sql`${external(owner)} = ${sql.ref(`${records}.id`)}`
  const inSource = (value: string) => sql`${external('source')} = ${valueAt(value, 0, 'text')}`
  const withId = (value: string) =>
    sql`${inSource(value)} and ${external('externalId')} = ${valueAt(value, 1, 'text')}`
  const hidden = { about: '', type: 'String', hidden: true } as const
  return {
    externalId: {
      about: 'The id in another program: in `externalSource`, by default in `default`.',
      type: 'conditions',
      indexed: true,
    },
    externalSource: {
      about: 'The program of `externalId`; alone, matches records with any id of this program.',
      type: 'conditions',
      indexed: true,
    },
    anyExternalId: {
      ...hidden,
      // Looked up among the ids of the one record, not among all of the source.
      when: (p: { companyId: string }, _: unknown, value: string) =>
        sql<boolean>`exists (select 1 ${rows(p)} and ${ofRecord} and ${unindexed('external.source')} = ${valueAt(value, 0, 'text')})`,
      ids: (p: { companyId: string }, _: unknown, value: string) =>
        sql`select ${external(owner)} as "id" ${rows(p)} and ${inSource(value)}`,
    },
    oneExternalId: {
      ...hidden,
      when: (p: { companyId: string }, _: unknown, value: string) =>
        sql<boolean>`exists (select 1 ${rows(p)} and ${withId(value)} and ${ofRecord})`,
      ids: (p: { companyId: string }, _: unknown, value: string) =>
        sql`select ${external(owner)} as "id" ${rows(p)} and ${withId(value)}`,
    },
  } as const
}
