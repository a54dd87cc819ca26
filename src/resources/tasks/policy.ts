import { Policy } from '../../access/policy.ts'
import { byColumn } from '../../access/rules.ts'
import { usersWithin, viewableRecords } from '../../access/targets.ts'
import { personPolicy } from '../people/policy.ts'
import './table.ts'

/** A task is visible to viewers of its person, and to roles that cover its assignee or creator. */
export const taskPolicy = new Policy({
  table: 'tasks',
  scope: 'tasks.manage',
  view: [
    byColumn('assignedTo', usersWithin('role')),
    byColumn('createdBy', usersWithin('role')),
    byColumn('personId', viewableRecords(personPolicy)),
  ],
})
