import { Policy } from '../../access/policy.ts'
import './table.ts'

export const tagPolicy = new Policy({ table: 'tags', scope: null, view: 'everybody' })
