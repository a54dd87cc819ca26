import { definePolicy } from '../../access/policy.ts'
import { byColumn, usersWithin, viewable } from '../../access/rules.ts'
import { personPolicy } from '../people/policy.ts'
import './table.ts'

/** Visible with its person; editable by its author, the author's leaders and administrators. */
export const activityPolicy = definePolicy({
  table: 'activities',
  scope: 'activities.view',
  view: [byColumn('personId', viewable(personPolicy), { required: true })],
  edit: [byColumn('createdBy', usersWithin('role'))],
})
