import { definePolicy } from '../../access/policy.ts'

export const customFieldPolicy = definePolicy({
  table: 'customFields',
  scope: null,
  view: 'everybody',
})
