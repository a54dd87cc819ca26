import { Policy } from '../../access/policy.ts'
import { administrators, byColumn } from '../../access/rules.ts'
import { caller } from '../../access/targets.ts'
import './table.ts'

/** A session is visible to its user, Owners and Admins, but not to a narrowed key. */
export const sessionPolicy = new Policy({
  table: 'sessions',
  scope: null,
  view: [administrators, byColumn('userId', caller)],
  isCredential: 'allRights',
})
