import type { Kysely } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

const record = {
  companyId: 'text',
  id: 'text',
  version: 'int',
  createdAt: 'time',
  updatedAt: 'time',
} as const

/** Creates the tables of appointments, and of the people and users invited to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'appointments', {
    columns: {
      ...record,
      title: 'text',
      description: 'text?',
      startsAt: 'time',
      endsAt: 'time',
      timeZone: 'text',
      place: 'text?',
      status: 'text',
      outcome: 'text?',
      completedAt: 'time?',
      cancelledAt: 'time?',
      cancellationReason: 'text?',
      createdBy: 'text?',
    },
    key: ['companyId', 'id'],
    references: { companyId: 'companies' },
    indexes: [
      ['companyId', 'startsAt', 'id'],
      ['companyId', 'status', 'id'],
      ['companyId', 'updatedAt', 'id'],
      ['companyId', 'createdBy', 'id'],
    ],
    oneOf: { status: ['scheduled', 'completed', 'cancelled'] },
  })
  await createTable(db, 'appointmentPeople', {
    clustered: true,
    key: ['companyId', 'appointmentId', 'personId'],
    columns: { companyId: 'text', appointmentId: 'text', personId: 'text', position: 'int' },
    cascade: { appointmentId: 'appointments', personId: 'people' },
    indexes: [['companyId', 'personId', 'appointmentId']],
  })
  await createTable(db, 'appointmentUsers', {
    clustered: true,
    key: ['companyId', 'appointmentId', 'userId'],
    columns: { companyId: 'text', appointmentId: 'text', userId: 'text', position: 'int' },
    references: { userId: 'users' },
    cascade: { appointmentId: 'appointments' },
    indexes: [['companyId', 'userId', 'appointmentId']],
  })
}
