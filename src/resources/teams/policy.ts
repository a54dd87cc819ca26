import { definePolicy } from '../../access/policy.ts'
import './table.ts'

export const teamPolicy = definePolicy({ table: 'teams', scope: null, view: 'everybody' })
