import { definePolicy } from '../../access/policy.ts'

/** Stages are visible to the whole company. */
export const stagePolicy = definePolicy({ table: 'stages', view: 'everybody' })
