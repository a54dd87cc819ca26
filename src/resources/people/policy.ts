import { definePolicy } from '../../access/policy.ts'
import { byColumn, byLink, caller, usersWithin } from '../../access/rules.ts'

const collaborators = {
  table: 'collaborators',
  recordColumn: 'personId',
  valueColumn: 'userId',
} as const

/** Visible to callers whose data scope covers the assignee, and to collaborators. */
export const personPolicy = definePolicy({
  table: 'people',
  scope: 'people.view',
  view: [byColumn('assignedAgentId', usersWithin('people.view')), byLink(collaborators, caller)],
  edit: [byColumn('assignedAgentId', usersWithin('people.edit')), byLink(collaborators, caller)],
})
