import { type RawBuilder, sql } from 'kysely'
import * as filters from '../../filtering/filter-spec.ts'
import { createLinkedRowFilter } from '../../filtering/linked-row-filter.ts'
import { daysBefore } from '../../store/sql.ts'
import { externalIdConditions, externalIdParsers } from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { personPolicy } from '../people/policy.ts'
import { appointmentPolicy } from './policy.ts'
import { maxAppointmentDays } from './table.ts'

/** Matches appointments that overlap a range; their maximum duration limits the index scan. */
const overlapsRange = (value: string, operator: filters.Operator): RawBuilder<boolean> =>
  operator === 'atLeast' || operator === 'greaterThan'
    ? sql<boolean>`("appointments"."endsAt" > ${value} and "appointments"."startsAt" >= ${daysBefore(value, maxAppointmentDays)})`
    : sql<boolean>`"appointments"."startsAt" ${operator === 'atMost' ? sql`<=` : sql`<`} ${value}`

export const appointmentFilterSpec: filters.FilterSpec<'appointments'> = {
  table: 'appointments',
  prefix: 'appointment',
  policy: appointmentPolicy,
  fields: {
    id: filters.id,
    title: filters.foldedText("The appointment's title", sql`"appointments"."title"`),
    time: {
      ...filters.indexed(
        'DateTime',
        'startsAt',
        'A time during the appointment. A range matches all overlapping appointments.',
      ),
      predicate: (_p, _s, value, operator) => overlapsRange(value, operator),
    },
    startsAt: filters.indexed('DateTime', 'startsAt', 'The start time.'),
    endsAt: filters.unindexed('DateTime', 'endsAt', 'The end time. Filters by `time` are faster.'),
    status: filters.indexed('Enum', 'status', "The appointment's status."),
    personId: {
      description: 'The id of an invited person.',
      type: 'ID',
      nullable: true,
      ...createLinkedRowFilter('appointments', {
        table: 'appointmentPeople',
        recordColumn: 'appointmentId',
        column: 'personId',
        isVisible: (p, scope) => personPolicy.canViewReferenced(p, scope, 'link.personId'),
      }),
    },
    userId: {
      description: 'The id of an invited user.',
      type: 'ID',
      nullable: true,
      ...createLinkedRowFilter('appointments', {
        table: 'appointmentUsers',
        recordColumn: 'appointmentId',
        column: 'userId',
      }),
    },
    createdById: filters.indexed('ID?', 'createdBy', "The creator's id."),
    completedAt: filters.unindexed('DateTime?', 'completedAt', 'The completion time.'),
    createdAt: filters.createdAt,
    updatedAt: filters.indexed('DateTime', 'updatedAt', 'The last update time.'),
    ...externalIdConditions('appointment', 'appointments'),
  },
  expansions: externalIdParsers,
  relations: {
    people: {
      description: 'The invited people.',
      target: personFilterSpec,
      via: {
        linkTable: 'appointmentPeople',
        recordColumn: 'appointmentId',
        targetColumn: 'personId',
      },
    },
  },
  orders: {
    createdAt: filters.orderByCreation,
    updatedAt: filters.descending('updatedAt', 'The last update time.'),
    startsAt: filters.ascending('startsAt', 'The start time.'),
  },
}

filters.addRelation(personFilterSpec, 'appointments', {
  description: "The person's appointments.",
  target: appointmentFilterSpec,
  via: { linkTable: 'appointmentPeople', recordColumn: 'personId', targetColumn: 'appointmentId' },
})
