import { Policy } from '../../access/policy.ts'
import { administrators, byColumn } from '../../access/rules.ts'
import { caller } from '../../access/targets.ts'
import './table.ts'

/**
 * An API key is visible to its user, Owners and Admins. A narrowed key can view only itself and keys
 * without permissions beyond its own.
 */
export const apiKeyPolicy = new Policy({
  table: 'apiKeys',
  scope: null,
  view: [administrators, byColumn('userId', caller)],
  isCredential: true,
})
