import { definePolicy } from '../../access/policy.ts'
import './table.ts'

/** Stages are visible to the whole company. */
export const stagePolicy = definePolicy({ table: 'stages', view: 'everybody' })
