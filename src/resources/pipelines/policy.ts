import { definePolicy } from '../../access/policy.ts'
import './table.ts'

/** Pipelines and their stages are visible to the whole company. */
export const pipelinePolicy = definePolicy({ table: 'pipelines', view: 'everybody' })
export const pipelineStagePolicy = definePolicy({ table: 'pipelineStages', view: 'everybody' })
