import { readFileSync } from 'node:fs'
import { buildSchema, isObjectType } from 'graphql'
import {
  ConnectionHandler,
  commitMutation,
  type Environment,
  fetchQuery,
  type GraphQLTaggedNode,
  requestSubscription,
  type SelectorStoreUpdater,
  type Variables,
} from 'relay-runtime'
import { observeFragment } from 'relay-runtime/experimental.js'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { compileRelayProject } from './clients/relay/compile.ts'
import { createRelayEnvironment } from './clients/relay/environment.ts'
import { createFivePeople, type FivePeople, waitForExpectation } from './support/five-people.ts'

interface Page {
  people: {
    /** The node of a deleted record is null until the edge is removed. */
    edges: { node: { id: string; firstName: string } | null }[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

/** Returns the list's id in the Relay store, for mutations that add or remove records. */
const getListId = (where: object | null = null) =>
  ConnectionHandler.getConnectionID('client:root', 'PeopleList_people', { where })

const sendMutation = (
  environment: Environment,
  mutation: GraphQLTaggedNode,
  variables: Variables,
  updater?: SelectorStoreUpdater,
) =>
  new Promise((resolve, reject) =>
    commitMutation(environment, {
      mutation,
      variables,
      updater,
      onCompleted: resolve,
      onError: reject,
    }),
  )

describe('Relay', () => {
  let project: ReturnType<typeof compileRelayProject>
  let peopleFragment: GraphQLTaggedNode
  let listQuery: GraphQLTaggedNode
  let nextPageQuery: GraphQLTaggedNode
  let refetchQuery: GraphQLTaggedNode
  let createMutation: GraphQLTaggedNode
  let renameMutation: GraphQLTaggedNode
  let deleteEdgeMutation: GraphQLTaggedNode
  let deleteRecordMutation: GraphQLTaggedNode
  let eventSubscription: GraphQLTaggedNode
  let fixture: FivePeople
  const consoleSpies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  beforeAll(async () => {
    fixture = await createFivePeople()
    project = compileRelayProject()
    peopleFragment = await project.load('PeopleList_query')
    listQuery = await project.load('PeopleListQuery')
    nextPageQuery = await project.load('PeopleListPageQuery')
    refetchQuery = await project.load('PeopleListPersonQuery')
    createMutation = await project.load('PeopleListCreateMutation')
    renameMutation = await project.load('PeopleListRenameMutation')
    deleteEdgeMutation = await project.load('PeopleListDeleteEdgeMutation')
    deleteRecordMutation = await project.load('PeopleListDeleteRecordMutation')
    eventSubscription = await project.load('PeopleListEventsSubscription')
  })
  afterAll(async () => {
    project.remove()
    await fixture.world.stop()
  })
  afterEach(() => expect(consoleSpies.flatMap(({ mock }) => mock.calls)).toEqual([]))

  /**
   * Displays a list as a component with `usePaginationFragment` does. Returns functions that read
   * and check the displayed names, check for and load the next page, and unmount the list.
   */
  async function showList(environment: Environment, where: object | null = null) {
    let page: Page | undefined
    const query = await fetchQuery(environment, listQuery, { count: 2, where }).toPromise()
    const { unsubscribe } = observeFragment(
      environment,
      peopleFragment as never,
      query as never,
    ).subscribe({
      next: (result) => {
        if (result.state === 'ok') page = result.value as unknown as Page
      },
    })
    const getNames = () => page?.people.edges.flatMap(({ node }) => node?.firstName ?? [])
    const loadNext = () =>
      fetchQuery(environment, nextPageQuery, {
        count: 2,
        cursor: page?.people.pageInfo.endCursor,
        where,
      }).toPromise()
    return {
      getNames,
      loadNext,
      unmount: unsubscribe,
      hasNext: () => page?.people.pageInfo.hasNextPage,
      expectNames: (...expected: string[]) =>
        waitForExpectation(() => expect(getNames()).toEqual(expected)),
    }
  }
  const createEnvironment = (key = fixture.key) => createRelayEnvironment(fixture.url, key)

  test('Relay merges the pages of a list and caches the lists of different filters separately', async () => {
    const environment = createEnvironment()
    const fullList = await showList(environment)
    await fullList.expectNames('Five', 'Four')
    while (fullList.hasNext()) await fullList.loadNext()
    await fullList.expectNames('Five', 'Four', 'Three', 'Two', 'One')
    const filteredList = await showList(environment, { tags: { has: 'vip' } })
    await filteredList.expectNames('Two')
    await fullList.expectNames('Five', 'Four', 'Three', 'Two', 'One')
  })

  test('Relay updates a record in a displayed list after a mutation and after it refetches the record by id', async () => {
    const environment = createEnvironment()
    const { expectNames, unmount } = await showList(environment)
    await sendMutation(environment, renameMutation, { id: fixture.ids[1], firstName: 'Fourth' })
    await expectNames('Five', 'Fourth')
    await fixture.renamePerson(fixture.ids[1], 'Four')
    await fetchQuery(environment, refetchQuery, { id: fixture.ids[1] }).toPromise()
    await expectNames('Five', 'Four')
    unmount()
  })

  test('Relay adds the edge of a new record to a list and removes the edge of a deleted record', async () => {
    const environment = createEnvironment()
    const { expectNames, unmount } = await showList(environment)
    const { createPerson } = (await sendMutation(environment, createMutation, {
      input: { firstName: 'Six' },
      connections: [getListId()],
    })) as { createPerson: { person: { id: string } } }
    await expectNames('Six', 'Five', 'Four')
    await sendMutation(environment, deleteEdgeMutation, {
      id: createPerson.person.id,
      connections: [getListId()],
    })
    await expectNames('Five', 'Four')
    unmount()
  })

  test('Relay adds a record to a list with an updater and deletes a record from the store with @deleteRecord', async () => {
    const environment = createEnvironment()
    const { expectNames, unmount } = await showList(environment)
    const { createPerson } = (await sendMutation(
      environment,
      createMutation,
      { input: { firstName: 'Six' }, connections: [] },
      (store) => {
        const connection = store.get(getListId())
        const person = store.getRootField('createPerson')?.getLinkedRecord('person')
        if (!connection || !person) throw new Error('no list or no person')
        const edge = ConnectionHandler.createEdge(store, connection, person, 'PersonEdge')
        ConnectionHandler.insertEdgeBefore(connection, edge)
      },
    )) as { createPerson: { person: { id: string } } }
    const { id } = createPerson.person
    await expectNames('Six', 'Five', 'Four')
    const getRecordSource = () => environment.getStore().getSource()
    expect(getRecordSource().getStatus(id)).toBe('EXISTENT')
    await sendMutation(environment, deleteRecordMutation, { id })
    expect(getRecordSource().getStatus(id)).toBe('NONEXISTENT')
    await expectNames('Five', 'Four')
    unmount()
  })

  test('Relay updates displayed records from a subscription', async () => {
    const environment = createEnvironment()
    const { expectNames, unmount } = await showList(environment)
    const eventTypes: string[] = []
    const cursor = await fixture.readLatestCursor()
    const subscription = requestSubscription(environment, {
      subscription: eventSubscription,
      variables: { after: cursor },
      onNext: (data) => eventTypes.push((data as { events: { type: string } }).events.type),
    })
    await fixture.renamePerson(fixture.ids[0], 'Fifth')
    await expectNames('Fifth', 'Four')
    expect(eventTypes).toEqual(['person.updated'])
    subscription.dispose()
    unmount()
  })

  test('Relay throws errors whose source property contains the GraphQL error code and details', async () => {
    const invalidMutation = sendMutation(createEnvironment(), renameMutation, {
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
    const unauthorizedQuery = fetchQuery(createEnvironment('dg_wrong'), listQuery, {
      count: 2,
    }).toPromise()
    await expect(unauthorizedQuery).rejects.toMatchObject({
      source: { errors: [{ extensions: { code: 'UNAUTHORIZED' } }] },
    })
  })
})

describe('Relay records', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
  test('no mutation payload has an `id` field, so Relay does not store payloads as records', () => {
    const payloads = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter(({ name }) => name.endsWith('Payload'))
    expect(payloads.length).toBeGreaterThan(50)
    expect(payloads.filter((type) => type.getFields()['id'])).toEqual([])
  })
})
