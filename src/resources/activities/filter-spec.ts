import * as filters from '../../filtering/filter-spec.ts'
import { externalIdConditions, externalIdParsers } from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { activityPolicy } from './policy.ts'

export const activityFilterSpec: filters.FilterSpec<'activities'> = {
  table: 'activities',
  prefix: 'activity',
  policy: activityPolicy,
  fields: {
    id: filters.id,
    personId: {
      ...filters.indexed(
        'ID',
        'personId',
        "The person's id. `eq` can fail with NOT_FOUND or FORBIDDEN.",
      ),
      checkIdFormat: true,
    },
    type: filters.indexed('Enum', 'type', 'The activity type.'),
    createdById: filters.indexed('ID?', 'createdBy', "The creator's id."),
    channel: filters.unindexed('String', 'channel', 'The channel.'),
    direction: filters.unindexed('Enum?', 'direction', "The activity's direction."),
    starred: filters.unindexed('Boolean', 'starred', 'Whether the activity is starred.'),
    createdAt: filters.createdAt,
    ...externalIdConditions('activity', 'activities'),
  },
  expansions: externalIdParsers,
  relations: {
    person: {
      description: 'The person involved.',
      target: personFilterSpec,
      via: { ownColumn: 'personId' },
    },
  },
  orders: { createdAt: filters.descending('id', 'The time at which the activity was logged.') },
}

filters.addRelation(personFilterSpec, 'activities', {
  description: "The person's activities.",
  target: activityFilterSpec,
  via: { targetColumn: 'personId' },
})
