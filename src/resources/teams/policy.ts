import { definePolicy } from '../../access/policy.ts'

/** Teams are visible to the whole company. */
export const teamPolicy = definePolicy({ table: 'teams', view: 'everybody' })
