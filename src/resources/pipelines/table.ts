import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export type PipelineRow = RecordColumns & { name: string; position: number }

export interface PipelineStageRow extends RecordColumns {
  pipelineId: string
  name: string
  type: 'open' | 'won' | 'lost'
  position: number
}

declare module '../../store/schema.ts' {
  interface Schema {
    pipelines: PipelineRow
    pipelineStages: PipelineStageRow
  }
  interface EventActions {
    pipeline: typeof pipelineActions
  }
}

const pipelineActions = declareEvents('pipeline', ['created', 'updated', 'deleted'])
