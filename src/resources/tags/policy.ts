import { definePolicy } from '../../access/policy.ts'
import './table.ts'

export const tagPolicy = definePolicy({ table: 'tags', scope: null, view: 'everybody' })
