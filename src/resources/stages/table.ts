import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

/** A lifecycle stage of people. Every company has exactly one Trash stage. */
export type StageRow = RecordColumns & { name: string; position: number; isTrash: number }

declare module '../../store/schema.ts' {
  interface Schema {
    stages: StageRow
  }
  interface EventActions {
    stage: typeof stageActions
  }
}

const stageActions = declareEvents('stage', ['created', 'updated', 'deleted'])
