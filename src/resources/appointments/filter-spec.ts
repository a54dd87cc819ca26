import { type RawBuilder, sql } from 'kysely'
import type { AccessScope } from '../../access/access-scope.ts'
import { containsFilter, createdAt, ids, orderByCreation } from '../../filtering/common-fields.ts'
import { addRelation, type FilterParams, type FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import type { Operator } from '../../store/kinds.ts'
import { daysBefore } from '../../store/sql.ts'
import { externalIdFilterParsers } from '../external-ids/operations.ts'
import { externalIdConditions } from '../external-ids/queries.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { personPolicy } from '../people/policy.ts'
import { appointmentPolicy } from './policy.ts'
import { maxDays } from './table.ts'

/**
 * A person whom the caller does not see is no way to find an appointment: it would tell that they
 * are invited.
 */
const invitations = (p: FilterParams, sight: AccessScope) =>
  sql`select 1 from "appointmentPeople" as "link" where "link"."companyId" = ${p.companyId} and "link"."appointmentId" = "appointments"."id"
    and ${personPolicy.canViewReferenced(p, sight, 'link.personId')}`

const withPerson = (p: FilterParams, sight: AccessScope, value: string, operator: Operator) =>
  operator === 'isNull'
    ? sql<boolean>`not exists (${invitations(p, sight)})`
    : sql<boolean>`exists (${invitations(p, sight)} and "link"."personId" = ${value})`

const withUser = (p: FilterParams, value: string, operator: Operator) => {
  const links = sql`select 1 from "appointmentUsers" as "link" where "link"."companyId" = ${p.companyId} and "link"."appointmentId" = "appointments"."id"`
  return operator === 'isNull'
    ? sql<boolean>`not exists (${links})`
    : sql<boolean>`exists (${links} and "link"."userId" = ${value})`
}

/**
 * Some of it lies in the range. Since none is longer than so many days, the start alone bounds what
 * is looked at.
 */
const overlaps = (value: string, operator: Operator): RawBuilder<boolean> =>
  operator === 'atLeast'
    ? sql<boolean>`("appointments"."endsAt" > ${value} and "appointments"."startsAt" >= ${daysBefore(value, maxDays)})`
    : sql<boolean>`"appointments"."startsAt" ${operator === 'atMost' ? sql`<=` : sql`<`} ${value}`

/** What appointments can be filtered and sorted by. */
export const appointmentFilterSpec = {
  table: 'appointments',
  prefix: 'appointment',
  accessPaths: appointmentPolicy.accessPaths,
  canView: appointmentPolicy.canView,
  fields: {
    ids,
    title: containsFilter('title', sql`"appointments"."title"`),
    during: {
      description:
        'Some of it lies in this range of time: it ends after `from` and starts before `before`.',
      type: 'time',
      column: 'startsAt',
      indexed: true,
      predicate: (_p, _s, value, operator) => overlaps(value, operator),
    },
    startsAt: { description: 'When it starts.', type: 'time', column: 'startsAt', indexed: true },
    endsAt: { description: 'When it ends. (`during` is faster.)', type: 'time', column: 'endsAt' },
    status: { description: 'How it stands.', type: 'Enum', column: 'status', indexed: true },
    personId: {
      description: 'One of the people invited, whom the caller sees.',
      type: 'ID',
      nullable: true,
      predicate: withPerson,
      matchingIds: (p, _s, value) =>
        sql`select "appointmentId" as "id" from "appointmentPeople" where "companyId" = ${p.companyId} and "personId" = ${value}`,
    },
    userId: {
      description: 'One of the users invited.',
      type: 'ID',
      nullable: true,
      predicate: (p, _s, value, operator) => withUser(p, value, operator),
      matchingIds: (p, _s, value) =>
        sql`select "appointmentId" as "id" from "appointmentUsers" where "companyId" = ${p.companyId} and "userId" = ${value}`,
    },
    createdBy: {
      description: 'The user who created it.',
      type: 'ID',
      nullable: true,
      column: 'createdBy',
      indexed: true,
    },
    completedAt: {
      description: 'When it was completed.',
      type: 'time',
      nullable: true,
      column: 'completedAt',
    },
    createdAt,
    updatedAt: {
      description: 'When it was last changed.',
      type: 'time',
      column: 'updatedAt',
      indexed: true,
    },
    ...externalIdConditions('appointment', 'appointments'),
  },
  expansions: externalIdFilterParsers,
  relations: {},
  orders: {
    createdAt: orderByCreation,
    updatedAt: { description: 'When it was last changed.', column: 'updatedAt', descending: true },
    startsAt: {
      description: 'When it starts; the earliest first unless told otherwise.',
      column: 'startsAt',
      descending: false,
    },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'appointments' }

const link = (p: FilterParams) =>
  sql`"link"."companyId" = ${p.companyId} and "appointments"."companyId" = ${p.companyId} and "people"."companyId" = ${p.companyId}`

addRelation(personFilterSpec, 'appointments', {
  description: 'Appointments to which they are invited.',
  requiredScope: 'appointments.manage',
  target: appointmentFilterSpec,
  fromRelated: (p) =>
    sql`from "appointmentPeople" as "link" cross join "appointments" where ${link(p)} and "link"."personId" = "people"."id" and "appointments"."id" = "link"."appointmentId"`,
  parentIds: (p, ids) =>
    sql`select "personId" as "id" from "appointmentPeople" where "companyId" = ${p.companyId} and "appointmentId" in (${ids})`,
})

addRelation(appointmentFilterSpec, 'people', {
  description: 'The people invited.',
  requiredScope: 'people.view',
  target: personFilterSpec,
  fromRelated: (p) =>
    sql`from "appointmentPeople" as "link" cross join "people" where ${link(p)} and "link"."appointmentId" = "appointments"."id" and "people"."id" = "link"."personId"`,
  parentIds: (p, ids) =>
    sql`select "appointmentId" as "id" from "appointmentPeople" where "companyId" = ${p.companyId} and "personId" in (${ids})`,
})

export const appointmentsFound = filteredQueries(appointmentFilterSpec)
