import {
  addRelation,
  createdAt,
  descending,
  type FilterSpec,
  id,
  indexed,
  unindexed,
} from '../../filtering/filter-spec.ts'
import { externalIdConditions, externalIdParsers } from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { activityPolicy } from './policy.ts'

export const activityFilterSpec: FilterSpec<'activities'> = {
  table: 'activities',
  prefix: 'activity',
  policy: activityPolicy,
  fields: {
    id,
    personId: {
      ...indexed('ID', 'personId', 'The id of the person. Errors of `eq`: NOT_FOUND, FORBIDDEN.'),
      checkIdFormat: true,
    },
    type: indexed('Enum', 'type', 'The type.'),
    createdById: indexed('ID?', 'createdBy', 'The id of the author.'),
    channel: unindexed('String', 'channel', 'The channel.'),
    direction: unindexed('Enum?', 'direction', 'The direction.'),
    starred: unindexed('Boolean', 'starred', 'Whether the activity is starred.'),
    createdAt,
    ...externalIdConditions('activity', 'activities'),
  },
  expansions: externalIdParsers,
  relations: {
    person: {
      description: 'The person of the activity.',
      target: personFilterSpec,
      via: { ownColumn: 'personId' },
    },
  },
  orders: { createdAt: descending('id', 'The time at which the activity was logged.') },
}

addRelation(personFilterSpec, 'activities', {
  description: 'The activities of the person.',
  target: activityFilterSpec,
  via: { targetColumn: 'personId' },
})
