import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const selection =
  'id personId type createdAt channel direction content agentName: createdByName starred'
const fullSelection = `${selection} externalIds { source externalId }`

export const activityRoutes: Route[] = [
  post('/v1/activities', reply.created('/v1/activities/{id}'), 'Log an activity for a contact', {
    contract: true,
  })`
    mutation CreateActivity($personId: ID!, $channel: Channel!, $content: LongText, $type: ActivityType, $direction: ActivityDirection, $starred: Boolean,
      $externalId: ExternalId, $externalSource: ExternalSource) {
      createActivity(input: { personId: $personId, channel: $channel, content: $content, type: $type, direction: $direction, starred: $starred,
        externalId: $externalId, externalSource: $externalSource }) { activity { ${selection} } }
    }`,
  get('/v1/activities', reply.list, "List a contact's activities, newest first", {
    contract: true,
    aliases: { personId: ['contactId'] },
  })`
    query ListActivities($personId: ID!, $type: ActivityType, $limit: Int, $cursor: String,
      $where: [ActivityWhere!], $orderBy: ActivityOrderField, $direction: SortDirection) {
      activities(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }], where: { personId: { eq: $personId }, type: { eq: $type }, and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/activities/search', reply.list, 'List activities across contacts, newest first')`
    query SearchActivities($type: ActivityType, $authorId: ID, $from: DateTime, $before: DateTime, $externalId: ExternalId, $externalSource: ExternalSource, $limit: Int, $cursor: String,
      $where: [ActivityWhere!], $orderBy: ActivityOrderField, $direction: SortDirection) {
      activities(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { type: { eq: $type }, createdById: { eq: $authorId }, createdAt: { gte: $from, lt: $before },
          externalId: { eq: $externalId, source: $externalSource }, and: $where }) {
        nodes { ${fullSelection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/activities/{id}', reply.record, 'Get an activity')`
    query GetActivity($id: ID!) { activity(id: $id) { ${fullSelection} } }`,
  put('/v1/activities/{id}', reply.message('Activity updated'), 'Update an activity', {
    contract: true,
  })`
    mutation UpdateActivity($id: ID!, $content: LongText, $type: ActivityType, $direction: ActivityDirection, $starred: Boolean,
      $externalId: ExternalId, $externalSource: ExternalSource) {
      updateActivity(id: $id, input: { content: $content, type: $type, direction: $direction, starred: $starred,
        externalId: $externalId, externalSource: $externalSource }) { activity { id } }
    }`,
  del('/v1/activities/{id}', reply.message('Activity deleted'), 'Delete an activity', {
    contract: true,
  })`
    mutation DeleteActivity($id: ID!) { deleteActivity(id: $id) { deletedId } }`,
]
