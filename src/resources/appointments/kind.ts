import { sql } from 'kysely'
import { type Findable, type FindParams, type FindSight, relate } from '../../find/kind.ts'
import { findQueries } from '../../store/find.ts'
import { personKind } from '../people/kind.ts'
import { seesPersonOf } from '../people/visibility.ts'
import './table.ts'
import { seesAppointment, waysToSeeAppointments } from './visibility.ts'

/** A person whom the caller does not see is no way to find an appointment: it would tell that they are invited. */
const withPerson = (p: FindParams, sight: FindSight, value: string) =>
  sql`select "link"."appointmentId" as "id" from "appointmentPeople" as "link" where "link"."companyId" = ${p.companyId}
    and "link"."personId" = ${value} and ${seesPersonOf(p, sight, 'link.personId')}`

const withUser = (p: FindParams, value: string) =>
  sql`select "appointmentId" as "id" from "appointmentUsers" where "companyId" = ${p.companyId} and "userId" = ${value}`

const where = (p: FindParams, condition: ReturnType<typeof sql>) => sql`select "id" from "appointments" where "companyId" = ${p.companyId} and ${condition}`

/** What appointments can be filtered and sorted by. */
export const appointmentKind = {
  table: 'appointments',
  prefix: 'appointment',
  ways: waysToSeeAppointments,
  sees: seesAppointment,
  fields: {
    ids: { about: 'One of these.', type: 'ID', list: true, column: 'id', indexed: true },
    from: {
      about: 'Those that end after this moment.',
      type: 'DateTime',
      when: (_p, _s, value) => sql<boolean>`"appointments"."endsAt" > ${value}`,
      ids: (p, _s, value) => where(p, sql`"endsAt" > ${value}`),
    },
    to: {
      about: 'Those that start before this moment.',
      type: 'DateTime',
      when: (_p, _s, value) => sql<boolean>`"appointments"."startsAt" < ${value}`,
      ids: (p, _s, value) => where(p, sql`"startsAt" < ${value}`),
    },
    personId: {
      about: 'One of the people invited, whom the caller sees.',
      type: 'ID',
      when: (p, sight, value) => sql<boolean>`"appointments"."id" in (${withPerson(p, sight, value)})`,
      ids: withPerson,
    },
    userId: {
      about: 'One of the users invited.',
      type: 'ID',
      when: (p, _s, value) => sql<boolean>`"appointments"."id" in (${withUser(p, value)})`,
      ids: (p, _s, value) => withUser(p, value),
    },
    status: { about: 'How they stand.', type: 'Enum', column: 'status' },
    createdBy: { about: 'The user who created them.', type: 'ID', nullable: true, column: 'createdBy', indexed: true },
    startsAt: { about: 'When they start.', type: 'time', column: 'startsAt', indexed: true },
    endsAt: { about: 'When they end.', type: 'time', column: 'endsAt', indexed: true },
    createdAt: { about: 'When they were created.', type: 'created', column: 'id', indexed: true },
    updatedAt: { about: 'When they were last changed.', type: 'time', column: 'updatedAt', indexed: true },
  },
  relations: {},
  orders: {
    createdAt: { about: 'When they were created.', column: 'id', descending: true },
    updatedAt: { about: 'When they were last changed.', column: 'updatedAt', descending: true },
    startsAt: { about: 'When they start; the earliest first unless told otherwise.', column: 'startsAt', descending: false },
  },
} as const satisfies Findable as Findable & { table: 'appointments' }

relate(personKind, 'appointments', {
  about: 'Appointments to which they are invited.',
  needs: 'appointments.manage',
  kind: appointmentKind,
  from: (
    p,
  ) => sql`from "appointmentPeople" as "link" cross join "appointments" where "link"."companyId" = ${p.companyId} and "appointments"."companyId" = ${p.companyId}
    and "link"."personId" = "people"."id" and "appointments"."id" = "link"."appointmentId"`,
  parents: (p, ids) => sql`select "personId" as "id" from "appointmentPeople" where "companyId" = ${p.companyId} and "appointmentId" in (${ids})`,
})

relate(appointmentKind, 'people', {
  about: 'The people invited.',
  needs: 'people.view',
  kind: personKind,
  from: (p) => sql`from "appointmentPeople" as "link" cross join "people" where "link"."companyId" = ${p.companyId} and "people"."companyId" = ${p.companyId}
    and "link"."appointmentId" = "appointments"."id" and "people"."id" = "link"."personId"`,
  parents: (p, ids) => sql`select "appointmentId" as "id" from "appointmentPeople" where "companyId" = ${p.companyId} and "personId" in (${ids})`,
})

export const appointmentsFound = findQueries(appointmentKind)
