import { definePolicy } from '../../access/policy.ts'

/** Custom fields are visible to the whole company. */
export const customFieldPolicy = definePolicy({ table: 'customFields', view: 'everybody' })
