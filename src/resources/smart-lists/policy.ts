import { definePolicy } from '../../access/policy.ts'
import { byColumn, byFlag, caller } from '../../access/rules.ts'

/**
 * A smart list is visible to its owner, and to the whole company if it is shared. Its owner can
 * edit it; Owner and Admin can edit shared lists. The people that it returns depend on the caller.
 */
export const smartListPolicy = definePolicy({
  table: 'smartLists',
  view: [byColumn('ownerId', caller), byFlag('shared')],
  edit: [byColumn('ownerId', caller), byFlag('shared', { administratorsOnly: true })],
})
