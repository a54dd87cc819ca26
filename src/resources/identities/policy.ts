import { definePolicy } from '../../access/policy.ts'
import { administrators, byColumn, caller } from '../../access/rules.ts'
import './table.ts'

/** An identity is visible to its user, and to Owner and Admin. */
export const identityPolicy = definePolicy({
  table: 'identities',
  scope: null,
  view: [administrators, byColumn('userId', caller)],
  isCredential: 'allRights',
})
