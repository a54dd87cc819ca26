import { definePolicy } from '../../access/policy.ts'

export const userPolicy = definePolicy({ table: 'users', scope: 'users.view', view: 'everybody' })
