import type { Group } from './example.ts'

export const appointments: Group = {
  title: 'Appointments',
  examples: [
    {
      title: 'The next seven days',
      about: 'What is in the diary, the earliest first.',
      query: `query Diary {
  appointments(where: { during: { inNextDays: 7 }, status: scheduled }, orderBy: { field: startsAt }, first: 10) {
    nodes { id title startsAt endsAt timeZone place people { fullName } users { fullName } }
  }
}`,
    },
    {
      title: 'One appointment',
      about: 'One record by its id.',
      query: `query OneAppointment($id: ID!) {
  appointment(id: $id) { id title status startsAt endsAt place description outcome people { fullName } users { fullName } }
}`,
      variables: { id: '$appointment' },
    },
    {
      title: 'Make an appointment',
      about: 'An hour tomorrow, with a person and the caller.',
      query: `mutation MakeAppointment($input: CreateAppointmentInput!) {
  createAppointment(input: $input) { id title startsAt endsAt place people { fullName } users { fullName } }
}`,
      variables: {
        input: {
          title: 'Viewing',
          startsAt: '$tomorrow',
          endsAt: '$anHourLater',
          place: '14 Lakeview Road',
          peopleIds: ['$person'],
          userIds: ['$me'],
        },
      },
    },
    {
      title: 'Put an appointment off',
      about: 'Another place, and a note; times are changed in the same way.',
      query: `mutation UpdateAppointment($id: ID!, $input: UpdateAppointmentInput!) {
  updateAppointment(id: $id, input: $input) { id title place description version }
}`,
      variables: {
        id: '$appointment',
        input: { place: 'At the office', description: 'Bring the plans.' },
      },
    },
    {
      title: 'Hold an appointment',
      about: 'It took place, and this came of it.',
      query: `mutation CompleteAppointment($id: ID!, $input: CompleteAppointmentInput) {
  completeAppointment(id: $id, input: $input) { id title status outcome completedAt }
}`,
      variables: { id: '$appointment', input: { outcome: 'They want to make an offer.' } },
    },
    {
      title: 'Cancel an appointment',
      about: 'It will not take place, and why.',
      query: `mutation CancelAppointment($id: ID!, $input: CancelAppointmentInput) {
  cancelAppointment(id: $id, input: $input) { id title status cancellationReason }
}`,
      variables: { id: '$appointment', input: { reason: 'The seller is ill.' } },
    },
    {
      title: 'Delete an appointment',
      about: 'As if it had never been made.',
      query: `mutation DeleteAppointment($id: ID!) {
  deleteAppointment(id: $id) { id }
}`,
      variables: { id: '$appointment' },
    },
  ],
}
