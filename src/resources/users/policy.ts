import { Policy } from '../../access/policy.ts'
import './table.ts'

export const userPolicy = new Policy({ table: 'users', scope: 'users.view', view: 'everybody' })
