export interface EventRow {
  companyId: string
  sequence: number
  id: string
  type: string
  recordKind: string
  recordId: string
  recordVersion: number
  actorId: string | null
  keyId: string | null
  requestId: string
  /** JSON: a list of `Change` */
  changes: string
  /** JSON: the ids of the users who could view a deleted record; `*` stands for everybody */
  audience: string | null
  createdAt: string
}

declare module '../store/schema.ts' {
  interface Schema {
    events: EventRow
  }
}
