import { definePolicy } from '../../access/policy.ts'
import './table.ts'

export const pipelinePolicy = definePolicy({ table: 'pipelines', scope: null, view: 'everybody' })
export const pipelineStagePolicy = definePolicy({
  table: 'pipelineStages',
  scope: null,
  view: 'everybody',
})
