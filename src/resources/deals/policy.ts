import { Policy } from '../../access/policy.ts'
import { byColumn, byLink } from '../../access/rules.ts'
import { callersTeams, usersWithin, viewableRecords } from '../../access/targets.ts'
import { personPolicy } from '../people/policy.ts'
import './table.ts'

/**
 * A deal is visible to callers whose data scope covers its assignee, to leaders and members of its
 * teams, and to callers who can view one of its people. In the rule for people, the caller
 * must be a collaborator of the person, or both `people.view` and `deals.view` must cover the
 * person's assignee. Otherwise, `deals.view.own` would show the deals of all visible people.
 */
export const dealPolicy = new Policy({
  table: 'deals',
  scope: 'deals.view',
  view: [
    byColumn('assignedAgentId', usersWithin('deals.view')),
    byLink(
      { table: 'dealPeople', recordColumn: 'dealId', valueColumn: 'personId' },
      viewableRecords(personPolicy, ['people.view', 'deals.view']),
    ),
    byLink({ table: 'dealTeams', recordColumn: 'dealId', valueColumn: 'teamId' }, callersTeams),
  ],
})
