import { Policy } from '../../access/policy.ts'
import './table.ts'

export const teamPolicy = new Policy({ table: 'teams', scope: null, view: 'everybody' })
