import { definePolicy } from '../../access/policy.ts'
import { byColumn, usersWithin, viewable } from '../../access/rules.ts'
import { personPolicy } from '../people/policy.ts'
import './table.ts'

/** An activity is visible with its person. Its author, leaders of the author and administrators edit it. */
export const activityPolicy = definePolicy({
  table: 'activities',
  scope: 'activities.view',
  view: [byColumn('personId', viewable(personPolicy), { required: true })],
  edit: [byColumn('createdBy', usersWithin('role'))],
})
