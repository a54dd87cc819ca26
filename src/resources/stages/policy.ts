import { Policy } from '../../access/policy.ts'
import './table.ts'

export const stagePolicy = new Policy({ table: 'stages', scope: null, view: 'everybody' })
