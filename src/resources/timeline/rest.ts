import { get, type Route, reply } from '../../rest/route.ts'

const selection = `id type at title summary recordId actorId actorName
  activity { id type channel direction content starred }
  appointment { id title startsAt endsAt timeZone place status outcome }
  task { id title description dueDate priority completedAt assignedTo }
  deal { id title status price }
  dealMove { kind fromPipelineName fromStageName toPipelineName toStageName }
  stageChange { kind fromStageName toStageName }`

export const timelineRoutes: Route[] = [
  get(
    '/v1/people/{id}/timeline',
    reply.nestedList('timeline'),
    'List the timeline of a contact, newest first',
  )`
    query ListPersonTimeline($id: ID!, $types: [TimelineType!], $limit: Int, $cursor: String) {
      person(id: $id) { timeline(types: $types, first: $limit, after: $cursor) { nodes { ${selection} } pageInfo { hasNextPage endCursor } } }
    }`,
]
