import { declareEvents } from '../../events/types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export interface SmartListRow extends RecordColumns {
  name: string
  /** The name in lower case, for sorting. */
  nameKey: string
  description: string | null
  ownerId: string
  /** Whether the whole company sees it, or its owner alone. */
  shared: number
  /** JSON: a filter of people, as it was given. */
  filter: string
  /** JSON: the order in which they are listed; null: newest first. */
  orderBy: string | null
  includeTrash: number
}

declare module '../../store/schema.ts' {
  interface Schema {
    smartLists: SmartListRow
  }
}

const smartListActions = declareEvents(
  'smartList',
  ['created', 'updated', 'deleted'],
  ['shared', 'includeTrash'],
)

declare module '../../events/types.ts' {
  interface EventActions {
    smartList: typeof smartListActions
  }
}
