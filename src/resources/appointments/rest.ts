import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const selection = `id title description startsAt endsAt timeZone place status outcome completedAt cancelledAt cancellationReason peopleIds userIds createdBy: createdById
  version createdAt updatedAt externalIds { source externalId }`

const variableDefinitions =
  '$description: LongText, $timeZone: TimeZone, $place: ShortText, $peopleIds: [ID!], $userIds: [ID!], $externalId: ExternalId, $externalSource: ExternalSource'
const inputFields =
  'title: $title, startsAt: $startsAt, endsAt: $endsAt, description: $description, timeZone: $timeZone, place: $place, peopleIds: $peopleIds, userIds: $userIds, externalId: $externalId, externalSource: $externalSource'

export const appointmentRoutes: Route[] = [
  get(
    '/v1/appointments',
    reply.list,
    'List appointments, by default newest first; `from` and `to` select those that overlap a period',
  )`
    query ListAppointments($limit: Int, $cursor: String, $title: String, $from: DateTime, $to: DateTime, $personId: ID, $userId: ID, $createdBy: ID, $status: AppointmentStatus, $externalId: ExternalId, $externalSource: ExternalSource,
      $where: [AppointmentWhere!], $orderBy: AppointmentOrderField, $direction: SortDirection) {
      appointments(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { title: { contains: $title }, time: { gte: $from, lt: $to }, personId: { eq: $personId }, userId: { eq: $userId }, createdById: { eq: $createdBy }, status: { eq: $status },
          externalId: { eq: $externalId, source: $externalSource }, and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  post('/v1/appointments', reply.created('/v1/appointments/{id}'), 'Create an appointment')`
    mutation CreateAppointment($title: ShortText!, $startsAt: DateTime!, $endsAt: DateTime!, ${variableDefinitions}) {
      createAppointment(input: { ${inputFields} }) { appointment { ${selection} } }
    }`,
  get('/v1/appointments/{id}', reply.record, 'Get an appointment')`
    query GetAppointment($id: ID!) { appointment(id: $id) { ${selection} } }`,
  put('/v1/appointments/{id}', reply.record, 'Update an appointment')`
    mutation UpdateAppointment($id: ID!, $title: ShortText, $startsAt: DateTime, $endsAt: DateTime, ${variableDefinitions}, $outcome: ShortText) {
      updateAppointment(id: $id, input: { ${inputFields}, outcome: $outcome }) { appointment { ${selection} } }
    }`,
  post(
    '/v1/appointments/{id}/complete',
    reply.messageWithData('Appointment completed'),
    'Complete an appointment and set its outcome',
  )`
    mutation CompleteAppointment($id: ID!, $outcome: ShortText) { completeAppointment(id: $id, input: { outcome: $outcome }) { appointment { ${selection} } } }`,
  post(
    '/v1/appointments/{id}/cancel',
    reply.messageWithData('Appointment cancelled'),
    'Cancel an appointment',
  )`
    mutation CancelAppointment($id: ID!, $reason: ShortText) { cancelAppointment(id: $id, input: { reason: $reason }) { appointment { ${selection} } } }`,
  del('/v1/appointments/{id}', reply.message('Appointment deleted'), 'Delete an appointment')`
    mutation DeleteAppointment($id: ID!) { deleteAppointment(id: $id) { deletedId } }`,
]
