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
  /** JSON: who could see a record that is gone */
  audience: string | null
  createdAt: string
}

declare module '../store/schema.ts' {
  interface Schema {
    events: EventRow
  }
}
