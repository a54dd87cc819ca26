import { definePolicy } from '../../access/policy.ts'
import { administrators, byColumn } from '../../access/rules.ts'
import { caller } from '../../access/targets.ts'
import './table.ts'

/** Visible to its user, Owners and Admins; to a narrowed key, only itself and keys it covers. */
export const apiKeyPolicy = definePolicy({
  table: 'apiKeys',
  scope: null,
  view: [administrators, byColumn('userId', caller)],
  isCredential: true,
})
