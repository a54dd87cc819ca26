import { declarePersonReferences } from '../../crud/person-references.ts'

export const externalIdKinds = ['person', 'deal', 'task', 'activity', 'appointment'] as const
export type ExternalIdKind = (typeof externalIdKinds)[number]

export interface ExternalId {
  /** The name of the other system in lower case, such as `hubspot`. */
  source: string
  externalId: string
}

type TableRow<Owner extends string> = ExternalId & { companyId: string } & Record<Owner, string>

declare module '../../store/schema.ts' {
  interface Schema {
    personExternalIds: TableRow<'personId'>
    dealExternalIds: TableRow<'dealId'>
    taskExternalIds: TableRow<'taskId'>
    activityExternalIds: TableRow<'activityId'>
    appointmentExternalIds: TableRow<'appointmentId'>
  }
}

declarePersonReferences({
  onMerge: 'transfer',
  table: 'personExternalIds',
  column: 'personId',
  orderBy: ['source', 'externalId'],
})

/** Returns the external id table of a kind of record, and its column with the record id. */
export const getExternalIdTable = (kind: ExternalIdKind) =>
  ({ table: `${kind}ExternalIds`, owner: `${kind}Id` }) as const
