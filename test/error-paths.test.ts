import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

interface ReportedError {
  path?: (string | number)[]
  locations?: { line: number; column: number }[]
  extensions: { code: string; details?: { field: string }[] }
}

/** Tests the locations of errors in the document, the response and the input. */
describe('GraphQL error locations', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  /**
   * Sends a document and returns its errors, each with the text from its location to the end of the
   * line.
   */
  async function findErrorLocations(document: string, client = world.as('owner')) {
    const lines = document.split('\n')
    const { body } = await client.gql(document)
    return (body.errors as ReportedError[]).map(
      ({ path, locations = [], extensions: { code, details } }) => ({
        code,
        path,
        at: locations.map(({ line, column }) => lines[line - 1]?.slice(column - 1)),
        fields: details?.map(({ field }) => field),
      }),
    )
  }

  test('the GraphQL error for invalid arguments contains the path of the field and the path of each invalid value', async () => {
    const locatedErrors = await findErrorLocations(`mutation {
      a: createPerson(
        input: { tags: ["ok", ""], emails: [{ value: "nobody" }], unknownField: "A" }
      ) { __typename }
      b: deleteTask(
        id: "x"
      ) { __typename }
      c: createTask(input: { title: "fine" }) { __typename }
    }`)
    expect(locatedErrors).toEqual([
      {
        code: 'VALIDATION_ERROR',
        path: ['a'],
        at: [expect.stringMatching(/^input: \{ tags/)],
        fields: ['input.emails[0].value', 'input.tags[1]', 'input.unknownField'],
      },
      { code: 'VALIDATION_ERROR', path: ['b'], at: ['id: "x"'], fields: ['id'] },
    ])
  })

  test('the GraphQL error for an invalid argument of a nested field contains the path of the field unless the field is in a list', async () => {
    expect(
      await findErrorLocations(`{
        person(id: "person_zzzzzzzz") { calls: activities(
          first: 0
        ) { nodes { id } } }
        people { nodes { tasks(
          last: 101
        ) { nodes { id } } } }
      }`),
    ).toEqual([
      {
        code: 'VALIDATION_ERROR',
        path: ['person', 'calls'],
        at: ['first: 0'],
        fields: ['first'],
      },
      { code: 'VALIDATION_ERROR', path: undefined, at: ['last: 101'], fields: ['last'] },
    ])
  })

  test('a GraphQL error from a resolver names the field and the path of the invalid input', async () => {
    expect(
      await findErrorLocations(`mutation {
        deal: createDeal(input: { title: "House", pipelineId: "pipeline_zzzz" }) { __typename }
      }`),
    ).toEqual([
      {
        code: 'VALIDATION_ERROR',
        path: ['deal'],
        at: [expect.stringMatching(/^deal: createDeal/)],
        fields: ['input.pipelineId'],
      },
    ])
    expect(
      await findErrorLocations('{ all: people(after: "nothing") { nodes { id } } }'),
    ).toMatchObject([{ path: ['all'], fields: ['after'] }])
  })

  test('the GraphQL error for a missing scope names the root field', async () => {
    const key = await world.createKey('agent', ['tasks.manage'])
    expect(await findErrorLocations('{ me { id } mine: deals { nodes { id } } }', key)).toEqual([
      {
        code: 'FORBIDDEN',
        path: ['mine'],
        at: ['mine: deals { nodes { id } } }'],
        fields: undefined,
      },
    ])
  })

  const repeatLine = (count: number, createText: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => createText(index)).join('\n')
  const limitCases: [limit: string, document: string, path: string[] | undefined, at: string][] = [
    [
      'records',
      '{ people(first: 100) { nodes {\ntasks(first: 100) { nodes { id } }\n} } }',
      undefined,
      'tasks(first: 100) { nodes { id } }',
    ],
    [
      'depth',
      `{ person(id: "person_zzzzzzzz") { ${'deals { nodes { people { '.repeat(3)}deals { nodes {\npeople { id }\n} }${' }'.repeat(11)}`,
      undefined,
      'people { id }',
    ],
    [
      'root fields',
      `{\n${repeatLine(21, (i) => `r${i}: me { id }`)}\n}`,
      ['r20'],
      'r20: me { id }',
    ],
    ['aliases', `{ me {\n${repeatLine(31, (i) => `a${i}: id`)}\n} }`, undefined, 'a30: id'],
    [
      'mutations',
      `mutation {\n${repeatLine(11, (i) => `m${i}: deleteTask(id: "task_zzzzzzzz") { __typename }`)}\n}`,
      ['m10'],
      'm10: deleteTask(id: "task_zzzzzzzz") { __typename }',
    ],
    ['tokens', `{ me {\n${repeatLine(1997, () => 'id')}\nemail\n} }`, undefined, 'email'],
  ]
  test.each(limitCases)(
    'the GraphQL error for an exceeded limit on %s contains the location of the first element over the limit',
    async (_, document, path, location) => {
      const locatedErrors = await findErrorLocations(document)
      expect(locatedErrors).toEqual([
        { code: 'BAD_REQUEST', path, at: [location], fields: undefined },
      ])
    },
  )

  test('the GraphQL error for an invalid argument of a subscription names the subscription field and the argument', async () => {
    expect(
      await findErrorLocations('subscription { events(after: "nothing") { id } }'),
    ).toMatchObject([{ code: 'VALIDATION_ERROR', path: ['events'], fields: ['after'] }])
  })
})
