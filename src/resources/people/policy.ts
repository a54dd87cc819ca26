import { Policy } from '../../access/policy.ts'
import { byColumn, byLink } from '../../access/rules.ts'
import { caller, usersWithin } from '../../access/targets.ts'
import './table.ts'

const collaboratorLink = {
  table: 'collaborators',
  recordColumn: 'personId',
  valueColumn: 'userId',
} as const

/** Collaborators, and callers whose data scope covers the assignee, can view and edit a person. */
export const personPolicy = new Policy({
  table: 'people',
  scope: 'people.view',
  view: [byColumn('assignedAgentId', usersWithin('people.view')), byLink(collaboratorLink, caller)],
  edit: [byColumn('assignedAgentId', usersWithin('people.edit')), byLink(collaboratorLink, caller)],
})
