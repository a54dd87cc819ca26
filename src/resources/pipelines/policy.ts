import { Policy } from '../../access/policy.ts'
import './table.ts'

export const pipelinePolicy = new Policy({ table: 'pipelines', scope: null, view: 'everybody' })
export const pipelineStagePolicy = new Policy({
  table: 'pipelineStages',
  scope: null,
  view: 'everybody',
})
