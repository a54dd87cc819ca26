import { definePolicy } from '../../access/policy.ts'

export const customFieldPolicy = definePolicy({ table: 'customFields', view: 'everybody' })
