import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export interface SmartListRow extends RecordColumns {
  name: string
  nameKey: string
  description: string | null
  ownerId: string
  /** Whether the list is visible to the whole company. */
  shared: number
  /** A `PersonWhere` input as JSON. */
  filter: string
  /** A `PersonOrderInput` or a list of these inputs as JSON; null for newest first. */
  orderBy: string | null
  includeTrash: number
}

declare module '../../store/schema.ts' {
  interface Schema {
    smartLists: SmartListRow
  }
  interface EventActions {
    smartList: typeof smartListActions
  }
}

const smartListActions = declareEvents(
  'smartList',
  ['created', 'updated', 'deleted'],
  ['shared', 'includeTrash'],
)
