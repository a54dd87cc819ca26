import { sql } from 'kysely'
import { ids } from '../../filtering/common-fields.ts'
import { addRelation, type FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import { externalIdFilterParsers } from '../external-ids/operations.ts'
import { externalIdConditions } from '../external-ids/queries.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import './table.ts'
import { activityPolicy } from './policy.ts'

/** What activities can be filtered and sorted by. */
export const activityFilterSpec = {
  table: 'activities',
  prefix: 'activity',
  accessPaths: activityPolicy.accessPaths,
  canView: activityPolicy.canView,
  fields: {
    ids,
    personId: {
      description: 'Of this person. Errors: NOT_FOUND, FORBIDDEN.',
      type: 'ID',
      checkIdFormat: true,
      column: 'personId',
      indexed: true,
    },
    personIds: {
      description: 'Of one of these people.',
      type: 'ID',
      list: true,
      column: 'personId',
      indexed: true,
    },
    type: { description: 'Of this kind.', type: 'Enum', column: 'type', indexed: true },
    types: {
      description: 'Of one of these kinds.',
      type: 'Enum',
      list: true,
      column: 'type',
      indexed: true,
    },
    authorId: {
      description: 'Logged by this user.',
      type: 'ID',
      nullable: true,
      column: 'createdBy',
      indexed: true,
    },
    authorIds: {
      description: 'Logged by one of these users.',
      type: 'ID',
      list: true,
      column: 'createdBy',
      indexed: true,
    },
    channel: { description: 'The channel, exactly as written.', type: 'String', column: 'channel' },
    direction: {
      description: 'Who got in touch.',
      type: 'Enum',
      nullable: true,
      column: 'direction',
    },
    starred: {
      description: 'Whether it is marked as important.',
      type: 'Boolean',
      column: 'starred',
    },
    createdAt: { description: 'When it was logged.', type: 'created', column: 'id', indexed: true },
    ...externalIdConditions('activity', 'activities'),
  },
  expansions: externalIdFilterParsers,
  relations: {},
  orders: { createdAt: { description: 'When it was logged.', column: 'id', descending: true } },
} as const satisfies FilterSpec as FilterSpec & { table: 'activities' }

addRelation(personFilterSpec, 'activities', {
  description: 'Activities with them.',
  requiredScope: 'activities.view',
  target: activityFilterSpec,
  fromRelated: (p) =>
    sql`from "activities" where "activities"."companyId" = ${p.companyId} and "activities"."personId" = "people"."id"`,
  parentIds: (p, ids) =>
    sql`select "personId" as "id" from "activities" where "companyId" = ${p.companyId} and "id" in (${ids})`,
})

addRelation(activityFilterSpec, 'person', {
  description: 'The person is like this.',
  requiredScope: 'people.view',
  toOne: true,
  target: personFilterSpec,
  fromRelated: (p) =>
    sql`from "people" where "people"."companyId" = ${p.companyId} and "people"."id" = "activities"."personId"`,
  parentIds: (p, ids) =>
    sql`select "id" from "activities" where "companyId" = ${p.companyId} and "personId" in (${ids})`,
})

export const activitiesFound = filteredQueries(activityFilterSpec)
