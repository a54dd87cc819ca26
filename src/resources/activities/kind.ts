import { sql } from 'kysely'
import { ids } from '../../filtering/common.ts'
import { type FilterSpec, relate } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import { externalIdReaders } from '../external-ids/filter.ts'
import { externalIdConditions } from '../external-ids/queries.ts'
import { personKind } from '../people/kind.ts'
import './table.ts'
import { activityAccessPaths, canViewActivity } from './policy.ts'

/** What activities can be filtered and sorted by. */
export const activityKind = {
  table: 'activities',
  prefix: 'activity',
  ways: activityAccessPaths,
  sees: canViewActivity,
  fields: {
    ids,
    personId: {
      about: 'Of this person. Errors: NOT_FOUND, FORBIDDEN.',
      type: 'ID',
      strict: true,
      column: 'personId',
      indexed: true,
    },
    personIds: {
      about: 'Of one of these people.',
      type: 'ID',
      list: true,
      column: 'personId',
      indexed: true,
    },
    type: { about: 'Of this kind.', type: 'Enum', column: 'type', indexed: true },
    types: {
      about: 'Of one of these kinds.',
      type: 'Enum',
      list: true,
      column: 'type',
      indexed: true,
    },
    authorId: {
      about: 'Logged by this user.',
      type: 'ID',
      nullable: true,
      column: 'createdBy',
      indexed: true,
    },
    authorIds: {
      about: 'Logged by one of these users.',
      type: 'ID',
      list: true,
      column: 'createdBy',
      indexed: true,
    },
    channel: { about: 'The channel, exactly as written.', type: 'String', column: 'channel' },
    direction: { about: 'Who got in touch.', type: 'Enum', nullable: true, column: 'direction' },
    starred: { about: 'Whether it is marked as important.', type: 'Boolean', column: 'starred' },
    createdAt: { about: 'When it was logged.', type: 'created', column: 'id', indexed: true },
    ...externalIdConditions('activity', 'activities'),
  },
  readers: externalIdReaders,
  relations: {},
  orders: { createdAt: { about: 'When it was logged.', column: 'id', descending: true } },
} as const satisfies FilterSpec as FilterSpec & { table: 'activities' }

relate(personKind, 'activities', {
  about: 'Activities with them.',
  needs: 'activities.view',
  kind: activityKind,
  from: (p) =>
    sql`from "activities" where "activities"."companyId" = ${p.companyId} and "activities"."personId" = "people"."id"`,
  parents: (p, ids) =>
    sql`select "personId" as "id" from "activities" where "companyId" = ${p.companyId} and "id" in (${ids})`,
})

relate(activityKind, 'person', {
  about: 'The person is like this.',
  needs: 'people.view',
  one: true,
  kind: personKind,
  from: (p) =>
    sql`from "people" where "people"."companyId" = ${p.companyId} and "people"."id" = "activities"."personId"`,
  parents: (p, ids) =>
    sql`select "id" from "activities" where "companyId" = ${p.companyId} and "personId" in (${ids})`,
})

export const activitiesFound = filteredQueries(activityKind)
