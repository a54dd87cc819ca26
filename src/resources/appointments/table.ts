import { declarePersonReferences } from '../../crud/person-references.ts'
import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

/** The maximum duration of an appointment, which limits the index scan for overlaps. */
export const maxAppointmentDays = 31

export interface AppointmentRow extends RecordColumns {
  title: string
  description: string | null
  startsAt: string
  endsAt: string
  /** The IANA name of the time zone in which clients display the times. */
  timeZone: string
  place: string | null
  status: 'scheduled' | 'completed' | 'cancelled'
  outcome: string | null
  completedAt: string | null
  cancelledAt: string | null
  cancellationReason: string | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    appointments: AppointmentRow
    appointmentPeople: {
      companyId: string
      appointmentId: string
      personId: string
      position: number
    }
    appointmentUsers: { companyId: string; appointmentId: string; userId: string; position: number }
  }
  interface EventActions {
    appointment: typeof appointmentActions
  }
}

const appointmentActions = declareEvents('appointment', [
  'created',
  'updated',
  'completed',
  'cancelled',
  'deleted',
])

declarePersonReferences({
  onMerge: 'relink',
  table: 'appointmentPeople',
  column: 'appointmentId',
  recordTable: 'appointments',
  event: 'appointment.updated',
  field: 'peopleIds',
})
