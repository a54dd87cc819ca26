import type { TimedRequest } from './connection.ts'
import type { Sample } from './data.ts'
import { createTask, onePerson, peopleWithAll, restPage, restPerson } from './documents.ts'

/**
 * The start of a page as each contender's cursor; empty for the first page. Dealgraph's cursors are
 * encrypted, those of others are ids.
 */
export interface PageStart {
  ours?: string
  id?: string
}
export interface PageStarts {
  near: PageStart[]
  deep: PageStart[]
}

/**
 * Contenders in all read workloads. PostGraphile takes part if its schema can express the workload;
 * `beside` is Dealgraph on a database of another size, and `on-postgres` is Dealgraph on
 * PostgreSQL.
 */
export const contenders = ['limit', 'ours', 'mercurius', 'yoga'] as const
export type Contender = (typeof contenders)[number] | 'postgraphile' | 'beside' | 'on-postgres'

export interface Workload {
  name: string
  title: string
  connections: number
  /** The requests for each contender; a contender without requests does not take part. */
  requests: Partial<Record<Contender, TimedRequest[]>>
  writes?: true
}

const createRequest = (query: string, variables: object): TimedRequest => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})
const get = (path: string): TimedRequest => ({ method: 'GET', path })
const getCursor = (place: PageStart, contender: Contender) =>
  contender === 'ours' ? place.ours : place.id
const getRequests = (
  contenders: readonly Contender[],
  createRequests: (who: Contender) => TimedRequest[],
) =>
  Object.fromEntries(
    contenders.map((contender) => [contender, createRequests(contender)]),
  ) as Workload['requests']
const isRest = (contender: Contender) => contender === 'ours' || contender === 'limit'

const createPageRequest = (place: PageStart, contender: Contender): TimedRequest => {
  const cursor = getCursor(place, contender)
  return isRest(contender)
    ? get(`/v1/people?limit=100${cursor ? `&cursor=${cursor}` : ''}`)
    : createRequest(restPage, { ...(cursor && { after: cursor }) })
}

const createFullPageRequest = (place: PageStart, contender: Contender): TimedRequest => {
  const cursor = getCursor(place, contender)
  return createRequest(peopleWithAll, { ...(cursor && { after: cursor }) })
}

const createTaskInput = (ids: string[], index: number) => ({
  title: `Call back about the offer, No ${index}`,
  priority: 'high',
  personId: ids[index % ids.length],
})

/** Read workloads. */
export function readWorkloads(
  { ids }: Sample,
  { near, deep }: PageStarts,
  connections: number,
): Workload[] {
  const readOptions = { connections }
  return [
    {
      ...readOptions,
      name: 'W1',
      title: 'REST, one person',
      requests: getRequests(contenders, (user) =>
        ids.map((id) =>
          isRest(user) ? get(`/v1/people/${id}`) : createRequest(restPerson, { id }),
        ),
      ),
    },
    {
      ...readOptions,
      name: 'W1g',
      title: 'GraphQL, one person',
      requests: getRequests(contenders, () => ids.map((id) => createRequest(onePerson, { id }))),
    },
    {
      ...readOptions,
      name: 'W2',
      title: 'REST, 100 people, first page',
      requests: getRequests(contenders, (user) => [createPageRequest({}, user)]),
    },
    {
      ...readOptions,
      name: 'W2d',
      title: 'REST, 100 people, deep pages',
      requests: getRequests(contenders, (user) =>
        deep.map((place) => createPageRequest(place, user)),
      ),
    },
    {
      ...readOptions,
      name: 'W3',
      title: 'GraphQL, 50 people with all',
      requests: getRequests(contenders, (user) =>
        [...near, ...deep].map((place) => createFullPageRequest(place, user)),
      ),
    },
  ]
}

/** Durable writes with one, sixteen and 64 connections. */
export function writeWorkloads({ ids }: Sample): Workload[] {
  const createRestRequests = (path: string) =>
    Array.from(
      { length: 1000 },
      (_, index): TimedRequest => ({ method: 'POST', path, body: createTaskInput(ids, index) }),
    )
  const graphql = Array.from({ length: 1000 }, (_, index) =>
    createRequest(createTask, { input: createTaskInput(ids, index) }),
  )
  const singleCommit = {
    name: 'W4 single',
    title: 'POST /v1/tasks, the limit with a COMMIT for each',
    connections: 16,
    writes: true as const,
  }
  return [
    ...[1, 16, 64].flatMap((connections): Workload[] => [
      {
        name: `W4 x${connections}`,
        title: 'POST /v1/tasks',
        connections,
        writes: true,
        requests: getRequests(['limit', 'ours'], () => createRestRequests('/v1/tasks')),
      },
      {
        name: `W4g x${connections}`,
        title: 'createTask',
        connections,
        writes: true,
        requests: getRequests(contenders, () => graphql),
      },
    ]),
    {
      ...singleCommit,
      requests: {
        limit: createRestRequests('/single/v1/tasks'),
        ours: createRestRequests('/v1/tasks'),
      },
    },
  ]
}
