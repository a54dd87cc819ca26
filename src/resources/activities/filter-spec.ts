import { addRelation, type FilterSpec, ids } from '../../filtering/filter-spec.ts'
import { externalIdFilterParsers } from '../external-ids/operations.ts'
import { externalIdConditions } from '../external-ids/queries.ts'
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
    personIds: {
      description: 'Matches activities of one of these people.',
      type: 'ID',
      list: true,
      column: 'personId',
      indexed: true,
    },
    type: {
      description: 'Matches activities of this type.',
      type: 'Enum',
      column: 'type',
      indexed: true,
    },
    types: {
      description: 'Matches activities of one of these types.',
      type: 'Enum',
      list: true,
      column: 'type',
      indexed: true,
    },
    authorId: {
      description: 'Matches activities logged by this user.',
      type: 'ID',
      nullable: true,
      column: 'createdBy',
      indexed: true,
    },
    authorIds: {
      description: 'Matches activities logged by one of these users.',
      type: 'ID',
      list: true,
      column: 'createdBy',
      indexed: true,
    },
    channel: {
      description: 'Matches activities with exactly this channel.',
      type: 'String',
      column: 'channel',
    },
    direction: {
      description: 'Matches activities with this direction.',
      type: 'Enum',
      nullable: true,
      column: 'direction',
    },
    starred: {
      description: 'Matches starred activities (true) or all others (false).',
      type: 'Boolean',
      column: 'starred',
    },
    createdAt: {
      description: 'The time of logging.',
      type: 'created',
      column: 'id',
      indexed: true,
    },
    ...externalIdConditions('activity', 'activities'),
  },
  expansions: externalIdFilterParsers,
  relations: {},
  orders: { createdAt: { description: 'The time of logging.', column: 'id', descending: true } },
}

addRelation(personFilterSpec, 'activities', {
  description: 'The activities of the person.',
  target: activityFilterSpec,
  via: { targetColumn: 'personId' },
})

addRelation(activityFilterSpec, 'person', {
  description: 'The person of the activity.',
  target: personFilterSpec,
  via: { ownColumn: 'personId' },
})
