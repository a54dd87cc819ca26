import { definePolicy } from '../../access/policy.ts'

export const tagPolicy = definePolicy({ table: 'tags', view: 'everybody' })
