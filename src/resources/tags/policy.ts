import { definePolicy } from '../../access/policy.ts'

/** Tags are visible to the whole company. */
export const tagPolicy = definePolicy({ table: 'tags', view: 'everybody' })
