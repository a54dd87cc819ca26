import { declarePersonReferences } from '../../crud/person-references.ts'
export const externalIdKinds = ['person', 'deal', 'task', 'activity', 'appointment'] as const
export type ExternalIdKind = (typeof externalIdKinds)[number]

export interface ExternalId {
  /** The program in lower case, such as `hubspot`. */
  source: string
  externalId: string
}

type Row<Owner extends string> = ExternalId & { companyId: string } & Record<Owner, string>

declare module '../../store/schema.ts' {
  interface Schema {
    personExternalIds: Row<'personId'>
    dealExternalIds: Row<'dealId'>
    taskExternalIds: Row<'taskId'>
    activityExternalIds: Row<'activityId'>
    appointmentExternalIds: Row<'appointmentId'>
  }
}

declarePersonReferences({
  onMerge: 'transfer',
  onDelete: 'cascade',
  table: 'personExternalIds',
  column: 'personId',
  orderBy: ['source', 'externalId'],
})

/** The table of external ids of each kind of record, and its column with the id of the record. */
export const externalIdTables = {
  person: { table: 'personExternalIds', owner: 'personId' },
  deal: { table: 'dealExternalIds', owner: 'dealId' },
  task: { table: 'taskExternalIds', owner: 'taskId' },
  activity: { table: 'activityExternalIds', owner: 'activityId' },
  appointment: { table: 'appointmentExternalIds', owner: 'appointmentId' },
} as const satisfies Record<ExternalIdKind, object>
