import { definePolicy } from '../../access/policy.ts'
import { byColumn, usersWithin, viewableRecords } from '../../access/rules.ts'
import { personPolicy } from '../people/policy.ts'
import './table.ts'

/** Visible with its person; editable by its author, the author's leaders and administrators. */
export const activityPolicy = definePolicy({
  table: 'activities',
  scope: 'activities.view',
  view: [byColumn('personId', viewableRecords(personPolicy), { isRequired: true })],
  edit: [byColumn('createdBy', usersWithin('role'))],
})
