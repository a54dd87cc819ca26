import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

interface Operation {
  parameters: { name: string; in: string }[]
  requestBody?: { content: { 'application/json': { schema: { properties: Record<string, unknown> } } } }
}

/** Whatever is sent to any route, what comes back is a reply in one of the two envelopes, never a fault of the server. */
describe('hostile input', () => {
  let world: World
  const ids: string[] = ['person_aaaaaaaa', 'x', '']
  beforeAll(async () => {
    world = await createWorld()
    const owner = world.as('owner')
    const pipelines = (await owner.gql('{ pipelines { nodes { id stages { id } } } stages { nodes { id } } }')).body.data
    const pipelineId = pipelines.pipelines.nodes[0].id
    const made = [
      await owner.rest('POST', '/v1/people', { firstName: 'Ann', emails: [{ value: 'ann@x.test' }] }),
      await owner.rest('POST', '/v1/deals', { title: 'House', pipelineId }),
      await owner.rest('POST', '/v1/tasks', { title: 'Call' }),
      await owner.rest('POST', '/v1/appointments', { title: 'Visit', startsAt: '2026-06-03T09:00:00Z', endsAt: '2026-06-03T10:00:00Z' }),
      await owner.rest('POST', '/v1/users', { firstName: 'Una', email: 'una@acme.test', role: 'Agent' }),
    ].map((reply) => reply.body.data.id as string)
    ids.push(
      ...made,
      pipelineId,
      ...pipelines.pipelines.nodes[0].stages.map((stage: { id: string }) => stage.id),
      ...pipelines.stages.nodes.map((stage: { id: string }) => stage.id),
      world.teamId,
    )
  })
  afterAll(() => world.stop())

  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, Record<string, Operation>> }
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )

  const words = fc.constantFrom(
    'constructor',
    '__proto__',
    'toString',
    'call',
    'high',
    'Owner',
    'open',
    'a',
    '\u0000',
    '\ud800',
    '\u0301\u0301',
    '%',
    "' or 1=1 --",
    '2026-05-17T09:30:00Z',
    '2026-05-17T10:30:00Z',
    'Europe/Berlin',
    'https://x.test',
    'una@acme.test',
    'owner@acme.test',
    '+14155552671',
    '👍'.repeat(60),
  )
  const id = fc.nat(50).map((n) => ids[n % ids.length] as string)
  const scalar = fc.oneof(
    id,
    words,
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(1e15, -0, 1e300, 5, 0),
  )
  const record = fc.dictionary(fc.constantFrom('value', 'type', 'isPrimary', 'isBad', 'id', 'name', '__proto__', 'constructor'), scalar)
  const value = fc.oneof(
    { weight: 3, arbitrary: scalar },
    fc.array(fc.oneof(scalar, record), { maxLength: 4 }),
    record,
    fc.array(id, { maxLength: 3 }).map((each) => [...each, ...each]),
  )
  const fieldsOf = (operation: Operation) => Object.keys(operation.requestBody?.content['application/json'].schema.properties ?? {})
  const request = fc.nat(routes.length - 1).chain((index) => {
    const { path, method, operation } = routes[index] as (typeof routes)[number]
    const fields = [...fieldsOf(operation), 'unknown']
    const queries = ['limit', 'cursor', ...operation.parameters.filter((each) => each.in === 'query').map((each) => each.name)]
    return fc.record({
      method: fc.constant(method),
      path: fc.tuple(id, fc.string()).map(([known, other]) => path.replace('{id}', encodeURIComponent((known || other).toWellFormed()))),
      query: fc.dictionary(fc.constantFrom(...queries), fc.oneof(id, words, fc.string()), { maxKeys: 3 }),
      body:
        method === 'GET' || method === 'DELETE'
          ? fc.constant(undefined)
          : fc.oneof({ weight: 9, arbitrary: fc.dictionary(fc.constantFrom(...fields), value) }, fc.jsonValue()),
    })
  })

  test('never gives a 5xx, nor a refusal without its code', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, query, body }) => {
        const search = Object.entries(query).map(([name, each]) => `${name}=${encodeURIComponent(each.toWellFormed())}`)
        const reply = await world.as('owner').rest(method, search.length ? `${path}?${search.join('&')}` : path, body)
        expect([reply.status, reply.text]).toSatisfy(([status]) => status < 500)
        expect(reply.status < 400 ? reply.body.meta.requestId : reply.body.error.code).toEqual(expect.any(String))
      }),
      { numRuns: Number(process.env['RUNS'] ?? 400), seed: Number(process.env['SEED'] ?? 20260601), interruptAfterTimeLimit: 40_000 },
    )
  }, 60_000)
})
