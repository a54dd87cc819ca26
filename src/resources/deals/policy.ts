import { definePolicy } from '../../access/policy.ts'
import { byColumn, byLink, callersTeams, usersWithin, viewableRecords } from '../../access/rules.ts'
import { personPolicy } from '../people/policy.ts'
import './table.ts'

/**
 * A deal is visible to callers whose data scope covers its assignee, to members of its teams, and
 * to callers who can view one of its people. The scope `deals.view` also limits the last rule;
 * otherwise, a key with `deals.view.own` could view every deal with a person.
 */
export const dealPolicy = definePolicy({
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
