import { definePolicy } from '../../access/policy.ts'

export const teamPolicy = definePolicy({ table: 'teams', view: 'everybody' })
