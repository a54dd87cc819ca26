import { Policy } from '../../access/policy.ts'
import { byColumn } from '../../access/rules.ts'
import { usersWithin, viewableRecords } from '../../access/targets.ts'
import { personPolicy } from '../people/policy.ts'
import './table.ts'

/**
 * An activity is visible to callers who can view its person. The author, the author's Team Leaders,
 * and every Owner and Admin can edit it.
 */
export const activityPolicy = new Policy({
  table: 'activities',
  scope: 'activities.view',
  view: [byColumn('personId', viewableRecords(personPolicy), { isRequired: true })],
  edit: [byColumn('createdBy', usersWithin('role'))],
})
