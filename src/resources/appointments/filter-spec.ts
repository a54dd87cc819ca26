import { type RawBuilder, sql } from 'kysely'
import type { AccessScope } from '../../access/access-scope.ts'
import {
  addRelation,
  ascending,
  containsFilter,
  createdAt,
  descending,
  type FilterParams,
  type FilterSpec,
  ids,
  indexed,
  type Operator,
  orderByCreation,
  unindexed,
} from '../../filtering/filter-spec.ts'
import { daysBefore } from '../../store/sql.ts'
import { externalIdConditions, externalIdFilterParsers } from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { personPolicy } from '../people/policy.ts'
import { appointmentPolicy } from './policy.ts'
import { maxDays } from './table.ts'

/** Selects invitations of visible people only: a match would reveal who else is invited. */
const selectInvitations = (p: FilterParams, scope: AccessScope) =>
  sql`select 1 from "appointmentPeople" as "link" where "link"."companyId" = ${p.companyId} and "link"."appointmentId" = "appointments"."id"
    and ${personPolicy.canViewReferenced(p, scope, 'link.personId')}`

const matchesPerson = (p: FilterParams, scope: AccessScope, value: string, operator: Operator) =>
  operator === 'isNull'
    ? sql<boolean>`not exists (${selectInvitations(p, scope)})`
    : sql<boolean>`exists (${selectInvitations(p, scope)} and "link"."personId" = ${value})`

const matchesUser = (p: FilterParams, value: string, operator: Operator) => {
  const links = sql`select 1 from "appointmentUsers" as "link" where "link"."companyId" = ${p.companyId} and "link"."appointmentId" = "appointments"."id"`
  return operator === 'isNull'
    ? sql<boolean>`not exists (${links})`
    : sql<boolean>`exists (${links} and "link"."userId" = ${value})`
}

/** Matches appointments that overlap a range. The maximum length limits the scan by start time. */
const overlapsRange = (value: string, operator: Operator): RawBuilder<boolean> =>
  operator === 'atLeast'
    ? sql<boolean>`("appointments"."endsAt" > ${value} and "appointments"."startsAt" >= ${daysBefore(value, maxDays)})`
    : sql<boolean>`"appointments"."startsAt" ${operator === 'atMost' ? sql`<=` : sql`<`} ${value}`

export const appointmentFilterSpec: FilterSpec<'appointments'> = {
  table: 'appointments',
  prefix: 'appointment',
  policy: appointmentPolicy,
  fields: {
    ids,
    title: containsFilter('title', sql`"appointments"."title"`),
    during: {
      description:
        'Matches appointments that overlap this range: they end after `from` and start before `before`.',
      type: 'time',
      column: 'startsAt',
      indexed: true,
      predicate: (_p, _s, value, operator) => overlapsRange(value, operator),
    },
    startsAt: indexed('time', 'startsAt', 'Matches appointments that start in this range.'),
    endsAt: unindexed('time', 'endsAt', 'Matches end times in this range. `during` is faster.'),
    status: indexed('Enum', 'status', 'Matches appointments with this status.'),
    personId: {
      description:
        'Matches appointments to which this person is invited. The caller must be able to view the person.',
      type: 'ID',
      nullable: true,
      predicate: matchesPerson,
      matchingIds: (p, _s, value) =>
        sql`select "appointmentId" as "id" from "appointmentPeople" where "companyId" = ${p.companyId} and "personId" = ${value}`,
    },
    userId: {
      description: 'Matches appointments to which this user is invited.',
      type: 'ID',
      nullable: true,
      predicate: (p, _s, value, operator) => matchesUser(p, value, operator),
      matchingIds: (p, _s, value) =>
        sql`select "appointmentId" as "id" from "appointmentUsers" where "companyId" = ${p.companyId} and "userId" = ${value}`,
    },
    createdBy: indexed('ID?', 'createdBy', 'Matches appointments created by this user.'),
    completedAt: unindexed('time?', 'completedAt', 'Matches appointments completed in this range.'),
    createdAt,
    updatedAt: indexed('time', 'updatedAt', 'Matches appointments last changed in this range.'),
    ...externalIdConditions('appointment', 'appointments'),
  },
  expansions: externalIdFilterParsers,
  relations: {},
  orders: {
    createdAt: orderByCreation,
    updatedAt: descending('updatedAt', 'The time of the last change.'),
    startsAt: ascending('startsAt', 'The start time.'),
  },
}

addRelation(personFilterSpec, 'appointments', {
  description: 'Conditions on the appointments to which the person is invited.',
  target: appointmentFilterSpec,
  via: { linkTable: 'appointmentPeople', recordColumn: 'personId', targetColumn: 'appointmentId' },
})

addRelation(appointmentFilterSpec, 'people', {
  description: 'Conditions on the invited people.',
  target: personFilterSpec,
  via: { linkTable: 'appointmentPeople', recordColumn: 'appointmentId', targetColumn: 'personId' },
})
