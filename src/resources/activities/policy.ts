import { definePolicy } from '../../access/policy.ts'
import { byColumn, usersWithin, viewableRecords } from '../../access/rules.ts'
import { personPolicy } from '../people/policy.ts'
import './table.ts'

/** An activity is visible with its person. Its author, their leaders and administrators edit it. */
export const activityPolicy = definePolicy({
  table: 'activities',
  scope: 'activities.view',
  view: [byColumn('personId', viewableRecords(personPolicy), { isRequired: true })],
  edit: [byColumn('createdBy', usersWithin('role'))],
})
