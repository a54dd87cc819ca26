import {
  addRelation,
  descending,
  type FilterSpec,
  ids,
  indexed,
  unindexed,
} from '../../filtering/filter-spec.ts'
import { externalIdConditions, externalIdFilterParsers } from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { activityPolicy } from './policy.ts'

export const activityFilterSpec: FilterSpec<'activities'> = {
  table: 'activities',
  prefix: 'activity',
  policy: activityPolicy,
  fields: {
    ids,
    personId: {
      description: 'Matches activities of this person. Errors: NOT_FOUND, FORBIDDEN.',
      type: 'ID',
      checkIdFormat: true,
      column: 'personId',
      indexed: true,
    },
    personIds: indexed('ID[]', 'personId', 'Matches activities of one of these people.'),
    type: indexed('Enum', 'type', 'Matches activities of this type.'),
    types: indexed('Enum[]', 'type', 'Matches activities of one of these types.'),
    authorId: indexed('ID?', 'createdBy', 'Matches activities logged by this user.'),
    authorIds: indexed('ID[]', 'createdBy', 'Matches activities logged by one of these users.'),
    channel: unindexed('String', 'channel', 'Matches activities with exactly this channel.'),
    direction: unindexed('Enum?', 'direction', 'Matches activities with this direction.'),
    starred: unindexed(
      'Boolean',
      'starred',
      'Matches starred activities (true) or all others (false).',
    ),
    createdAt: indexed('created', 'id', 'Matches activities logged in this range.'),
    ...externalIdConditions('activity', 'activities'),
  },
  expansions: externalIdFilterParsers,
  relations: {},
  orders: { createdAt: descending('id', 'The time at which the activity was logged.') },
}

addRelation(personFilterSpec, 'activities', {
  description: 'Conditions on the activities of the person.',
  target: activityFilterSpec,
  via: { targetColumn: 'personId' },
})

addRelation(activityFilterSpec, 'person', {
  description: 'Conditions on the person of the activity.',
  target: personFilterSpec,
  via: { ownColumn: 'personId' },
})
