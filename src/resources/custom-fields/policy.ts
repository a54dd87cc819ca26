import { definePolicy } from '../../access/policy.ts'
import './table.ts'

export const customFieldPolicy = definePolicy({
  table: 'customFields',
  scope: null,
  view: 'everybody',
})
