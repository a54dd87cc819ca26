import { Policy } from '../../access/policy.ts'
import { byColumn, byLink } from '../../access/rules.ts'
import { usersWithin, viewableRecords } from '../../access/targets.ts'
import { personPolicy } from '../people/policy.ts'
import './table.ts'

/**
 * An appointment is visible to callers whose role covers its creator or an invited user, and to
 * callers who can view an invited person.
 */
export const appointmentPolicy = new Policy({
  table: 'appointments',
  scope: 'appointments.manage',
  view: [
    byColumn('createdBy', usersWithin('role')),
    byLink(
      { table: 'appointmentUsers', recordColumn: 'appointmentId', valueColumn: 'userId' },
      usersWithin('role'),
    ),
    byLink(
      { table: 'appointmentPeople', recordColumn: 'appointmentId', valueColumn: 'personId' },
      viewableRecords(personPolicy),
    ),
  ],
})
