import { operation } from '../ask.ts'

export interface Change {
  field: string
  from: unknown
  to: unknown
}

export interface Happened {
  cursor: string
  type: string
  recordId: string
  recordVersion: number
  changes: Change[]
  record: { stageId?: string; pipelineId?: string } | null
}

export const WhatHappens = operation<
  { events: Happened },
  { types: string[]; after?: string }
>(/* GraphQL */ `
  subscription WhatHappens($types: [String!], $after: String) {
    events(types: $types, after: $after) {
      cursor type recordId recordVersion
      changes { field from to }
      record { ... on Deal { stageId pipelineId } }
    }
  }
`)
