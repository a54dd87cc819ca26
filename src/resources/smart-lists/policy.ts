import { Policy } from '../../access/policy.ts'
import { administrators, byColumn, byFlag } from '../../access/rules.ts'
import { caller } from '../../access/targets.ts'
import './table.ts'

/**
 * A smart list is visible to its owner, and to the whole company if shared. Its owner can edit it;
 * an Owner or Admin can edit shared lists. A list returns only people whom the caller can view.
 */
export const smartListPolicy = new Policy({
  table: 'smartLists',
  scope: null,
  view: [byColumn('ownerId', caller), byFlag('shared')],
  edit: [byColumn('ownerId', caller), administrators],
})
