import { definePolicy } from '../../access/policy.ts'

/** Users are visible to the whole company. */
export const userPolicy = definePolicy({ table: 'users', scope: 'users.view', view: 'everybody' })
