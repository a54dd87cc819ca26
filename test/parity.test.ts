/**
 * Compares the response of each REST route with that of its GraphQL document, for several callers.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes, schema } from '../src/resources/index.ts'
import { prepareRoute } from '../src/rest/prepare.ts'
import { readResult } from '../src/rest/response.ts'
import { clearOtherTypes, type Page } from '../src/rest/route-document.ts'
import { findCreationRequest } from './support/creations.ts'
import { toGraphqlRequest } from './support/graphql-request.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const preparedRoutes = routes.map((route) => prepareRoute(schema, route))
const users: TestUser[] = ['owner', 'leader', 'agent', 'loner', 'stranger']

/** Returns the name of the resource in a path, such as `tasks`. */
const getResource = (path: string) => path.split('/')[2] ?? ''

/** The values of a route's inputs, by input name. */
type Inputs = Record<string, unknown>

let world: World
let recordIds: Record<string, string>

/** Creates a record of a resource from its GraphiQL example. @returns the record id */
const createFromExample = async (resource: string): Promise<string> => {
  const runQuery = async (query: string) => (await world.as('owner').gql(query, {})).body.data
  const { path, body } = await findCreationRequest(
    preparedRoutes,
    resource,
    runQuery,
    world.deps.now(),
  )
  return createRecord(path, body)
}

const createRecord = async (path: string, body: object, user: TestUser = 'owner') => {
  const reply = await world.as(user).rest('POST', path, body)
  expect([path, reply.status, reply.text]).toEqual([path, 201, reply.text])
  return reply.body.data.id as string
}

beforeAll(async () => {
  world = await createWorld()
  const customFieldId = await createRecord('/v1/custom-fields', {
    name: 'Rank',
    record: 'person',
    type: 'singleChoice',
    options: [{ label: 'A' }, { label: 'B' }],
  })
  const personId = await createRecord('/v1/people', {
    customFields: { rank: 'A' },
    firstName: 'Zoë',
    lastName: 'Ångström',
    emails: [{ value: 'zoe@x.test' }],
    assignedAgentId: world.users.agent.id,
    tags: ['VIP'],
  })
  const pipeline = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0]
  const dealId = await createRecord('/v1/deals', {
    title: 'House',
    pipelineId: pipeline.id,
    peopleIds: [personId],
    pricing: 1e6,
  })
  const taskId = await createRecord('/v1/tasks', { title: 'Call', personId: personId })
  const appointmentId = await createRecord('/v1/appointments', {
    title: 'Visit',
    startsAt: '2026-06-03T09:00:00Z',
    endsAt: '2026-06-03T10:00:00Z',
    peopleIds: [personId],
  })
  const activityId = await createRecord('/v1/activities', {
    personId: personId,
    channel: 'call',
    content: 'Hello',
  })
  const tagId = (await world.as('owner').rest('GET', '/v1/tags')).body.data[0].id
  const stageId = (await world.as('owner').rest('GET', '/v1/stages')).body.data[0].id
  const keyId = (await world.as('agent').rest('GET', '/v1/api-keys')).body.data[0].id
  const duplicateId = await createRecord('/v1/people', {
    firstName: 'Zoe',
    collaboratorIds: [world.users.agent.id, world.users.leader.id],
  })
  const smartListId = await createRecord('/v1/smart-lists', {
    name: 'All',
    where: {},
    shared: true,
  })
  const endpointId = await createRecord('/v1/webhook-endpoints', {
    url: 'https://93.184.216.34/hook',
    events: ['*'],
  })
  const pingId = (await world.as('owner').rest('POST', `/v1/webhook-endpoints/${endpointId}/ping`))
    .body.data.id
  const { identity, session } = await world.signIn('agent')
  recordIds = {
    identities: identity.id,
    sessions: session.id,
    'webhook-endpoints': endpointId,
    'webhook-deliveries': pingId,
    'smart-lists': smartListId,
    double: duplicateId,
    people: personId,
    deals: dealId,
    tasks: taskId,
    activities: activityId,
    appointments: appointmentId,
    tags: tagId,
    stages: stageId,
    pipelines: pipeline.id,
    'custom-fields': customFieldId,
    teams: world.teamId,
    users: world.users.loner.id,
    'api-keys': keyId,
  }
  for (const { path } of preparedRoutes.filter(({ path }) => path.endsWith('/{id}')))
    recordIds[getResource(path)] ??= await createFromExample(getResource(path))
})
afterAll(() => world.stop())

const getInputs = (path: string): Inputs => ({
  id: recordIds[getResource(path)],
  personId: recordIds['people'],
  otherIds: [recordIds['double']],
  name: 'zoe',
  limit: 2,
})

for (const route of preparedRoutes.filter((preparedRoute) => !preparedRoute.isMutation)) {
  test(`${route.method.toUpperCase()} ${route.path} returns the same data or error as the GraphQL query ${route.name}`, async () => {
    for (const user of users) {
      const inputs = getInputs(route.path)
      const availableInputs = route.inputs.filter(
        (input) =>
          inputs[input.name] !== undefined &&
          (input.isRequired ||
            input.name === 'limit' ||
            input.source === 'path' ||
            route.requiredAlternatives?.includes(input.name)),
      )
      const sentInputs = route.requiredAlternatives
        ? availableInputs.filter((input) => !['id', 'personId'].includes(input.name))
        : availableInputs
      const variables = Object.fromEntries(
        sentInputs.map((input) => [input.name, inputs[input.name]]),
      )
      const query = new URLSearchParams(
        sentInputs
          .filter((input) => input.source === 'query')
          .map((input) => [input.name, String(inputs[input.name])]),
      )
      const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(inputs[name]))
      const restReply = await world.as(user).rest('GET', `${path}?${query}`)
      const graphqlReply = await world.as(user).gql(...toGraphqlRequest(route, variables))
      if (restReply.status >= 400) {
        expect([
          user,
          graphqlReply.body.errors[0].extensions.code,
          graphqlReply.body.errors[0].message,
        ]).toEqual([user, restReply.body.error.code, restReply.body.error.message])
        continue
      }
      expect(graphqlReply.body.errors).toBeUndefined()
      for (const path of route.fragmentPaths) clearOtherTypes(graphqlReply.body.data, path)
      const graphqlData = readResult(route, graphqlReply.body) as Page
      expect(restReply.body.data).toEqual(
        route.reply.kind === 'list' ? graphqlData.nodes : graphqlData,
      )
      if (route.reply.kind === 'list')
        expect(restReply.body.meta).toMatchObject({
          count: graphqlData.nodes.length,
          hasMore: graphqlData.pageInfo.hasNextPage,
        })
    }
  })
}

for (const route of preparedRoutes.filter((preparedRoute) => preparedRoute.isMutation)) {
  test(`an invalid ${route.method.toUpperCase()} ${route.path} request fails with the same error code as the GraphQL mutation ${route.name}`, async () => {
    for (const user of ['stranger', 'loner'] as const) {
      const parentIds = route.path.includes('{userId}')
        ? { userId: recordIds['users'] }
        : route.path.includes('{mergeId}')
          ? { mergeId: 'merge_nowhere0' }
          : {}
      const missingId = route.path.includes('{id}')
        ? { id: `${(recordIds[route.path.split('/')[2] ?? ''] ?? '').split('_')[0]}_nowhere00` }
        : {}
      const requiredInputs =
        route.name === 'UpdateDeal' ? { title: 'House', pipelineId: recordIds['pipelines'] } : {}
      const restReply = await world
        .as(user)
        .rest(
          route.method.toUpperCase(),
          route.path
            .replace('{id}', String(missingId.id))
            .replace(/\{(userId|mergeId)\}/, String(Object.values(parentIds)[0])),
          requiredInputs,
        )
      const graphqlReply = await world
        .as(user)
        .gql(...toGraphqlRequest(route, { ...missingId, ...parentIds, ...requiredInputs }))
      const restError = restReply.body.error
      expect(restReply.status).toBeGreaterThanOrEqual(400)
      const { code, details } = graphqlReply.body.errors[0].extensions
      expect([user, code, (details ?? []).length]).toEqual([
        user,
        restError.code,
        (restError.details ?? []).length,
      ])
    }
  })
}
