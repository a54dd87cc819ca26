import { Policy } from '../../access/policy.ts'
import './table.ts'

export const customFieldPolicy = new Policy({
  table: 'customFields',
  scope: null,
  view: 'everybody',
})
