import { declareEvents } from '../../events/types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export interface SmartListRow extends RecordColumns {
  name: string
  nameKey: string
  description: string | null
  ownerId: string
  /** Whether the list is visible to the whole company. */
  shared: number
  /** JSON: a `PersonWhere`. */
  filter: string
  /** JSON: a `PersonOrderInput` or a list of several; null if newest first. */
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
