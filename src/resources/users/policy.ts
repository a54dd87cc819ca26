import { definePolicy } from '../../access/policy.ts'
import './table.ts'

export const userPolicy = definePolicy({ table: 'users', scope: 'users.view', view: 'everybody' })
