import { get, type Route, reply } from '../../rest/route.ts'

const selection = `id type at: occurredAt title summary recordId actorId actorName
  activity: subject { ... on Activity { id type channel direction content starred } }
  appointment: subject { ... on Appointment { id title startsAt endsAt timeZone place status outcome } }
  task: subject { ... on Task { id title description dueDate priority completedAt assignedTo: assigneeId } }
  deal: record { ... on Deal { id title status price } }
  dealMove: subject { ... on DealStageChange { kind fromPipelineName fromStageName toPipelineName toStageName } }
  stageChange: subject { ... on PersonStageChange { kind fromStageName toStageName } }`

export const timelineRoutes: Route[] = [
  get('/v1/people/{id}/timeline', reply.list, 'List the timeline of a contact, newest first')`
    query ListPersonTimeline($id: ID!, $types: [TimelineType!], $limit: Int, $cursor: String) {
      person(id: $id) { timeline(types: $types, first: $limit, after: $cursor) { nodes { ${selection} } pageInfo { hasNextPage endCursor } } }
    }`,
]
