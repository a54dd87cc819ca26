import { type RawBuilder, sql } from 'kysely'
import { byCreation, createdAt, ids, partOf } from '../../filtering/common.ts'
import {
  type FilterSpec,
  type FindParams,
  type FindSight,
  relate,
} from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import type { Form } from '../../store/kinds.ts'
import { daysBefore } from '../../store/sql.ts'
import { externalIdReaders } from '../external-ids/filter.ts'
import { externalIdConditions } from '../external-ids/queries.ts'
import { personKind } from '../people/kind.ts'
import { canViewReferencedPerson } from '../people/policy.ts'
import { appointmentAccessPaths, canViewAppointment } from './policy.ts'
import { maxDays } from './table.ts'

/**
 * A person whom the caller does not see is no way to find an appointment: it would tell that they
 * are invited.
 */
const invitations = (p: FindParams, sight: FindSight) =>
  sql`select 1 from "appointmentPeople" as "link" where "link"."companyId" = ${p.companyId} and "link"."appointmentId" = "appointments"."id"
    and ${canViewReferencedPerson(p, sight, 'link.personId')}`

const withPerson = (p: FindParams, sight: FindSight, value: string, form: Form) =>
  form === 'none'
    ? sql<boolean>`not exists (${invitations(p, sight)})`
    : sql<boolean>`exists (${invitations(p, sight)} and "link"."personId" = ${value})`

const withUser = (p: FindParams, value: string, form: Form) => {
  const links = sql`select 1 from "appointmentUsers" as "link" where "link"."companyId" = ${p.companyId} and "link"."appointmentId" = "appointments"."id"`
  return form === 'none'
    ? sql<boolean>`not exists (${links})`
    : sql<boolean>`exists (${links} and "link"."userId" = ${value})`
}

/**
 * Some of it lies in the range. Since none is longer than so many days, the start alone bounds what
 * is looked at.
 */
const overlaps = (value: string, form: Form): RawBuilder<boolean> =>
  form === 'from'
    ? sql<boolean>`("appointments"."endsAt" > ${value} and "appointments"."startsAt" >= ${daysBefore(value, maxDays)})`
    : sql<boolean>`"appointments"."startsAt" ${form === 'to' ? sql`<=` : sql`<`} ${value}`

/** What appointments can be filtered and sorted by. */
export const appointmentKind = {
  table: 'appointments',
  prefix: 'appointment',
  ways: appointmentAccessPaths,
  sees: canViewAppointment,
  fields: {
    ids,
    title: partOf('title', sql`"appointments"."title"`),
    during: {
      about:
        'Some of it lies in this range of time: it ends after `from` and starts before `before`.',
      type: 'time',
      column: 'startsAt',
      indexed: true,
      when: (_p, _s, value, form) => overlaps(value, form),
    },
    startsAt: { about: 'When it starts.', type: 'time', column: 'startsAt', indexed: true },
    endsAt: { about: 'When it ends. (`during` is faster.)', type: 'time', column: 'endsAt' },
    status: { about: 'How it stands.', type: 'Enum', column: 'status', indexed: true },
    personId: {
      about: 'One of the people invited, whom the caller sees.',
      type: 'ID',
      nullable: true,
      when: withPerson,
      ids: (p, _s, value) =>
        sql`select "appointmentId" as "id" from "appointmentPeople" where "companyId" = ${p.companyId} and "personId" = ${value}`,
    },
    userId: {
      about: 'One of the users invited.',
      type: 'ID',
      nullable: true,
      when: (p, _s, value, form) => withUser(p, value, form),
      ids: (p, _s, value) =>
        sql`select "appointmentId" as "id" from "appointmentUsers" where "companyId" = ${p.companyId} and "userId" = ${value}`,
    },
    createdBy: {
      about: 'The user who created it.',
      type: 'ID',
      nullable: true,
      column: 'createdBy',
      indexed: true,
    },
    completedAt: {
      about: 'When it was completed.',
      type: 'time',
      nullable: true,
      column: 'completedAt',
    },
    createdAt,
    updatedAt: {
      about: 'When it was last changed.',
      type: 'time',
      column: 'updatedAt',
      indexed: true,
    },
    ...externalIdConditions('appointment', 'appointments'),
  },
  readers: externalIdReaders,
  relations: {},
  orders: {
    createdAt: byCreation,
    updatedAt: { about: 'When it was last changed.', column: 'updatedAt', descending: true },
    startsAt: {
      about: 'When it starts; the earliest first unless told otherwise.',
      column: 'startsAt',
      descending: false,
    },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'appointments' }

const link = (p: FindParams) =>
  sql`"link"."companyId" = ${p.companyId} and "appointments"."companyId" = ${p.companyId} and "people"."companyId" = ${p.companyId}`

relate(personKind, 'appointments', {
  about: 'Appointments to which they are invited.',
  needs: 'appointments.manage',
  kind: appointmentKind,
  from: (p) =>
    sql`from "appointmentPeople" as "link" cross join "appointments" where ${link(p)} and "link"."personId" = "people"."id" and "appointments"."id" = "link"."appointmentId"`,
  parents: (p, ids) =>
    sql`select "personId" as "id" from "appointmentPeople" where "companyId" = ${p.companyId} and "appointmentId" in (${ids})`,
})

relate(appointmentKind, 'people', {
  about: 'The people invited.',
  needs: 'people.view',
  kind: personKind,
  from: (p) =>
    sql`from "appointmentPeople" as "link" cross join "people" where ${link(p)} and "link"."appointmentId" = "appointments"."id" and "people"."id" = "link"."personId"`,
  parents: (p, ids) =>
    sql`select "appointmentId" as "id" from "appointmentPeople" where "companyId" = ${p.companyId} and "personId" in (${ids})`,
})

export const appointmentsFound = filteredQueries(appointmentKind)
