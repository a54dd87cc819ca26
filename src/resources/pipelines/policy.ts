import { definePolicy } from '../../access/policy.ts'
import './table.ts'

export const pipelinePolicy = definePolicy({ table: 'pipelines', view: 'everybody' })
export const pipelineStagePolicy = definePolicy({ table: 'pipelineStages', view: 'everybody' })
