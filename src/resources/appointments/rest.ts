import {
  created,
  del,
  done,
  doneWithData,
  get,
  list,
  post,
  put,
  type Route,
  record,
} from '../../rest/route.ts'

const shape = `id title description startsAt endsAt timeZone place status outcome completedAt cancelledAt cancellationReason peopleIds userIds createdBy
  version createdAt updatedAt externalIds { source externalId }`

const inputs =
  '$description: LongText, $timeZone: TimeZone, $place: ShortText, $peopleIds: [ID!], $userIds: [ID!], $externalId: ExternalId, $externalSource: ExternalSource'
const input =
  'title: $title, startsAt: $startsAt, endsAt: $endsAt, description: $description, timeZone: $timeZone, place: $place, peopleIds: $peopleIds, userIds: $userIds, externalId: $externalId, externalSource: $externalSource'

const update = (name: string) => /* GraphQL */ `
  mutation ${name}($id: ID!, $title: ShortText, $startsAt: DateTime, $endsAt: DateTime, ${inputs}, $outcome: ShortText) {
    updateAppointment(id: $id, input: { ${input}, outcome: $outcome }) { ${shape} }
  }`

export const appointmentRoutes: Route[] = [
  get(
    '/v1/appointments',
    list,
    {
      summary:
        'List appointments, newest first by default; from and to select those that overlap the range',
      extension: true,
    },
    /* GraphQL */ `
    query ListAppointments($limit: Int, $cursor: String, $title: String, $from: DateTime, $to: DateTime, $personId: ID, $userId: ID, $createdBy: ID, $status: AppointmentStatus, $externalId: ExternalId, $externalSource: ExternalSource,
      $where: [AppointmentWhere!], $orderBy: AppointmentOrderField, $direction: SortDirection) {
      appointments(first: $limit, after: $cursor, orderBy: { field: $orderBy, direction: $direction },
        where: { title: $title, during: { from: $from, before: $to }, personId: $personId, userId: $userId, createdBy: $createdBy, status: $status,
          externalId: $externalId, externalSource: $externalSource, and: $where }) {
        nodes { ${shape} } pageInfo { hasNextPage endCursor }
      }
    }`,
  ),
  post(
    '/v1/appointments',
    created('/v1/appointments/{id}'),
    { summary: 'Create an appointment', extension: true },
    /* GraphQL */ `
    mutation CreateAppointment($title: ShortText!, $startsAt: DateTime!, $endsAt: DateTime!, ${inputs}) {
      createAppointment(input: { ${input} }) { ${shape} }
    }`,
  ),
  get(
    '/v1/appointments/{id}',
    record,
    { summary: 'Read an appointment', extension: true },
    /* GraphQL */ `
    query GetAppointment($id: ID!) { appointment(id: $id) { ${shape} } }`,
  ),
  put(
    '/v1/appointments/{id}',
    record,
    { summary: 'Update an appointment', extension: true },
    update('UpdateAppointment'),
  ),
  post(
    '/v1/appointments/{id}/complete',
    doneWithData('Appointment completed'),
    { summary: 'Complete an appointment, with its outcome', extension: true },
    /* GraphQL */ `
    mutation CompleteAppointment($id: ID!, $outcome: ShortText) { completeAppointment(id: $id, input: { outcome: $outcome }) { ${shape} } }`,
  ),
  post(
    '/v1/appointments/{id}/cancel',
    doneWithData('Appointment cancelled'),
    { summary: 'Cancel an appointment', extension: true },
    /* GraphQL */ `
    mutation CancelAppointment($id: ID!, $reason: ShortText) { cancelAppointment(id: $id, input: { reason: $reason }) { ${shape} } }`,
  ),
  del(
    '/v1/appointments/{id}',
    done('Appointment deleted'),
    { summary: 'Delete an appointment', extension: true },
    /* GraphQL */ `
    mutation DeleteAppointment($id: ID!) { deleteAppointment(id: $id) { id } }`,
  ),
]
