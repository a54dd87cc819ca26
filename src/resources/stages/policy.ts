import { definePolicy } from '../../access/policy.ts'
import './table.ts'

export const stagePolicy = definePolicy({ table: 'stages', scope: null, view: 'everybody' })
