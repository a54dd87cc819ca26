import { definePolicy } from '../../access/policy.ts'
import { byColumn, byLink, callersTeams, usersWithin, viewable } from '../../access/rules.ts'
import { personPolicy } from '../people/policy.ts'
import './table.ts'

/**
 * A deal is visible to those whose data scope covers the assigned agent, to its teams, and to those
 * who can view one of its people. The scope of deals limits the last, too: otherwise a key with
 * `deals.view.own` could view every deal that has a person.
 */
export const dealPolicy = definePolicy({
  table: 'deals',
  scope: 'deals.view',
  view: [
    byColumn('assignedAgentId', usersWithin('deals.view')),
    byLink(
      { table: 'dealPeople', record: 'dealId', value: 'personId' },
      viewable(personPolicy, ['people.view', 'deals.view']),
    ),
    byLink({ table: 'dealTeams', record: 'dealId', value: 'teamId' }, callersTeams),
  ],
})
