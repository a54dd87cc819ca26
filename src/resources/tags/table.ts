import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export interface TagRow extends RecordColumns {
  name: string
  /** The name in lower case, unique in the company. */
  nameKey: string
}

declare module '../../store/schema.ts' {
  interface Schema {
    tags: TagRow
  }
  interface EventActions {
    tag: typeof tagActions
  }
}

const tagActions = declareEvents('tag', ['created', 'updated', 'merged', 'deleted'])
