import { Policy } from '../../access/policy.ts'
import { administrators, byColumn } from '../../access/rules.ts'
import { caller } from '../../access/targets.ts'
import './table.ts'

/** An identity is visible to its user, Owners and Admins; a narrowed key views only its own. */
export const identityPolicy = new Policy({
  table: 'identities',
  scope: null,
  view: [administrators, byColumn('userId', caller)],
  isCredential: 'allRights',
})
