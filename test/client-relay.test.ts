import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { buildSchema, isObjectType, parse, print, validate } from 'graphql'
import {
  ConnectionHandler,
  commitMutation,
  type Environment,
  fetchQuery,
  type GraphQLTaggedNode,
  requestSubscription,
  type Variables,
} from 'relay-runtime'
import { observeFragment } from 'relay-runtime/experimental.js'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import people from './clients/relay/__generated__/PeopleList_query.graphql.ts'
import add from './clients/relay/__generated__/PeopleListAddMutation.graphql.ts'
import happens from './clients/relay/__generated__/PeopleListEventsSubscription.graphql.ts'
import nextPage from './clients/relay/__generated__/PeopleListPageQuery.graphql.ts'
import again from './clients/relay/__generated__/PeopleListPersonQuery.graphql.ts'
import list from './clients/relay/__generated__/PeopleListQuery.graphql.ts'
import remove from './clients/relay/__generated__/PeopleListRemoveMutation.graphql.ts'
import rename from './clients/relay/__generated__/PeopleListRenameMutation.graphql.ts'
import { relayEnvironment } from './clients/relay/environment.ts'
import { createFivePeople, type FivePeople, waitForExpectation } from './support/five-people.ts'

interface Page {
  people: {
    edges: { node: { id: string; firstName: string } }[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

/** Returns the id of the list in Relay's store, for mutations that add or remove records. */
const listId = (where: object | null = null) =>
  ConnectionHandler.getConnectionID('client:root', 'PeopleList_people', { where })

const mutate = (environment: Environment, mutation: GraphQLTaggedNode, variables: Variables) =>
  new Promise((resolve, reject) =>
    commitMutation(environment, { mutation, variables, onCompleted: resolve, onError: reject }),
  )

describe('Relay', () => {
  let fixture: FivePeople
  const consoleSpies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  beforeAll(async () => {
    fixture = await createFivePeople()
  })
  afterAll(() => fixture.world.stop())
  afterEach(() => expect(consoleSpies.flatMap(({ mock }) => mock.calls)).toEqual([]))

  /**
   * Shows a list as a component does with `usePaginationFragment`. @returns functions that read its
   * names, load the next page and hide it
   */
  async function showList(environment: Environment, where: object | null = null) {
    let page: Page | undefined
    const query = await fetchQuery(environment, list, { count: 2, where }).toPromise()
    const { unsubscribe } = observeFragment(environment, people as never, query as never).subscribe(
      {
        next: (result) => {
          if (result.state === 'ok') page = result.value as unknown as Page
        },
      },
    )
    const names = () => page?.people.edges.map(({ node }) => node.firstName)
    const loadNext = () =>
      fetchQuery(environment, nextPage, {
        count: 2,
        cursor: page?.people.pageInfo.endCursor,
        where,
      }).toPromise()
    return {
      names,
      loadNext,
      hide: unsubscribe,
      hasNext: () => page?.people.pageInfo.hasNextPage,
      shows: (...expected: string[]) => waitForExpectation(() => expect(names()).toEqual(expected)),
    }
  }
  const connect = (key = fixture.key) => relayEnvironment(fixture.url, key)

  test('Relay merges the pages of a list and keeps each filter separate', async () => {
    const environment = connect()
    const fullList = await showList(environment)
    await fullList.shows('Five', 'Four')
    while (fullList.hasNext()) await fullList.loadNext()
    await fullList.shows('Five', 'Four', 'Three', 'Two', 'One')
    const filteredList = await showList(environment, { tags: { has: 'vip' } })
    await filteredList.shows('Two')
    await fullList.shows('Five', 'Four', 'Three', 'Two', 'One')
  })

  test('Relay updates a record in every query after a mutation and refetches it by id', async () => {
    const environment = connect()
    const { shows, hide } = await showList(environment)
    await mutate(environment, rename, { id: fixture.ids[1], firstName: 'Fourth' })
    await shows('Five', 'Fourth')
    await fixture.rename(fixture.ids[1], 'Four')
    await fetchQuery(environment, again, { id: fixture.ids[1] }).toPromise()
    await shows('Five', 'Four')
    hide()
  })

  test('Relay adds the edge of a new record to a list and removes a deleted record', async () => {
    const environment = connect()
    const { shows, hide } = await showList(environment)
    const { createPerson } = (await mutate(environment, add, {
      input: { firstName: 'Six' },
      connections: [listId()],
    })) as { createPerson: { person: { id: string } } }
    await shows('Six', 'Five', 'Four')
    await mutate(environment, remove, { id: createPerson.person.id, connections: [listId()] })
    await shows('Five', 'Four')
    hide()
  })

  test('Relay updates visible records from a subscription', async () => {
    const environment = connect()
    const { shows, hide } = await showList(environment)
    const types: string[] = []
    const cursor = await fixture.now()
    const stream = requestSubscription(environment, {
      subscription: happens,
      variables: { after: cursor },
      onNext: (data) => types.push((data as { events: { type: string } }).events.type),
    })
    await fixture.rename(fixture.ids[0], 'Fifth')
    await shows('Fifth', 'Four')
    expect(types).toEqual(['person.updated'])
    stream.dispose()
    hide()
  })

  test('Relay throws errors whose source property contains the GraphQL error code and details', async () => {
    const invalidMutation = mutate(connect(), rename, {
      id: fixture.ids[0],
      firstName: 'x'.repeat(101),
    })
    await expect(invalidMutation).rejects.toMatchObject({
      source: {
        errors: [
          {
            extensions: {
              code: 'VALIDATION_ERROR',
              details: [{ field: 'input.firstName', code: 'TOO_LONG' }],
            },
          },
        ],
      },
    })
    const refusedQuery = fetchQuery(connect('dg_wrong'), list, { count: 2 }).toPromise()
    await expect(refusedQuery).rejects.toMatchObject({
      source: { errors: [{ extensions: { code: 'UNAUTHORIZED' } }] },
    })
  })
})

describe('Relay artifacts', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
  const documents = [
    ...readFileSync('test/clients/relay/PeopleList.ts', 'utf8').matchAll(/graphql`([^`]*)`/g),
  ].map(([, text = '']) => text)
  const artifacts = globSync('test/clients/relay/__generated__/*.ts').map((file) =>
    readFileSync(file, 'utf8'),
  )

  test('Relay artifacts match their documents, and the queries in them are valid against the schema', () => {
    const hashes = artifacts.flatMap((text) => /\.hash = "(\w+)"/.exec(text)?.[1] ?? [])
    // The compiler hashes the document as graphql 15 prints it.
    const printedDocuments = documents.map((text) =>
      print(parse(text)).replace(/\{ ([^{}\n]*) \}/g, '{$1}'),
    )
    const printedHashes = printedDocuments.map((text) =>
      createHash('md5').update(text).digest('hex'),
    )
    expect(
      printedHashes.filter((hash) => !hashes.includes(hash)),
      'run npx relay-compiler@21.0.1 in test/clients/relay',
    ).toEqual([])
    const queryTexts = artifacts
      .flatMap((text) => /"text": (".*")/.exec(text)?.[1] ?? [])
      .map((text) => JSON.parse(text) as string)
    expect(queryTexts.length).toBeGreaterThan(documents.length - 2)
    expect(queryTexts.flatMap((text) => validate(schema, parse(text)))).toEqual([])
  })

  test('no payload has an id, so Relay does not treat one as a record', () => {
    const payloads = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter(({ name }) => name.endsWith('Payload'))
    expect(payloads.length).toBeGreaterThan(50)
    expect(payloads.filter((type) => type.getFields()['id'])).toEqual([])
  })
})
