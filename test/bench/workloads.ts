import type { TimedRequest } from './connection.ts'
import type { Sample } from './data.ts'
import {
  createTaskMutation,
  onePersonQuery,
  peopleWithRelationsQuery,
  restPageQuery,
  restPersonQuery,
} from './documents.ts'

/**
 * The place after which a page starts; empty for the first page. Dealgraph's cursor is encrypted;
 * the other contenders use the id of a person, or a cursor that contains the id.
 */
export interface PageStart {
  cursor?: string
  id?: string
}
export interface PageStarts {
  near: PageStart[]
  deep: PageStart[]
}

/**
 * The contenders in the reads and GraphQL writes of this file. PostGraphile takes part only if its
 * schema can express the workload. `other-size` is Dealgraph on a database of another size, and
 * `on-postgres` is Dealgraph on PostgreSQL.
 */
export const contenders = ['baseline', 'dealgraph', 'mercurius', 'yoga'] as const
export type Contender = (typeof contenders)[number] | 'postgraphile' | 'other-size' | 'on-postgres'

export interface Workload {
  name: string
  title: string
  connections: number
  /** The requests of each contender; a contender without requests does not take part. */
  requests: Partial<Record<Contender, TimedRequest[]>>
  isWrite?: true
}

const createGraphqlRequest = (query: string, variables: object): TimedRequest => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})
const createGetRequest = (path: string): TimedRequest => ({ method: 'GET', path })
const getCursor = (pageStart: PageStart, contender: Contender) =>
  contender === 'dealgraph' ? pageStart.cursor : pageStart.id
const createRequestsByContender = (
  contenders: readonly Contender[],
  createRequests: (contender: Contender) => TimedRequest[],
) =>
  Object.fromEntries(
    contenders.map((contender) => [contender, createRequests(contender)]),
  ) as Workload['requests']
const isRest = (contender: Contender) => contender === 'dealgraph' || contender === 'baseline'

const createPageRequest = (pageStart: PageStart, contender: Contender): TimedRequest => {
  const cursor = getCursor(pageStart, contender)
  return isRest(contender)
    ? createGetRequest(`/v1/people?limit=100${cursor ? `&cursor=${cursor}` : ''}`)
    : createGraphqlRequest(restPageQuery, { ...(cursor && { after: cursor }) })
}

const createPageWithRelationsRequest = (
  pageStart: PageStart,
  contender: Contender,
): TimedRequest => {
  const cursor = getCursor(pageStart, contender)
  return createGraphqlRequest(peopleWithRelationsQuery, { ...(cursor && { after: cursor }) })
}

const createTaskInput = (ids: string[], index: number) => ({
  title: `Call back about the offer, No ${index}`,
  priority: 'high',
  personId: ids[index % ids.length],
})

export function createReadWorkloads(
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
      requests: createRequestsByContender(contenders, (contender) =>
        ids.map((id) =>
          isRest(contender)
            ? createGetRequest(`/v1/people/${id}`)
            : createGraphqlRequest(restPersonQuery, { id }),
        ),
      ),
    },
    {
      ...readOptions,
      name: 'W1g',
      title: 'GraphQL, one person',
      requests: createRequestsByContender(contenders, () =>
        ids.map((id) => createGraphqlRequest(onePersonQuery, { id })),
      ),
    },
    {
      ...readOptions,
      name: 'W2',
      title: 'REST, 100 people, first page',
      requests: createRequestsByContender(contenders, (contender) => [
        createPageRequest({}, contender),
      ]),
    },
    {
      ...readOptions,
      name: 'W2d',
      title: 'REST, 100 people, deep pages',
      requests: createRequestsByContender(contenders, (contender) =>
        deep.map((pageStart) => createPageRequest(pageStart, contender)),
      ),
    },
    {
      ...readOptions,
      name: 'W3',
      title: 'GraphQL, 50 people with relations',
      requests: createRequestsByContender(contenders, (contender) =>
        [...near, ...deep].map((pageStart) => createPageWithRelationsRequest(pageStart, contender)),
      ),
    },
  ]
}

/** Returns workloads that make durable writes through 1, 16 and 64 connections. */
export function createWriteWorkloads({ ids }: Sample): Workload[] {
  const createRestRequests = (path: string) =>
    Array.from(
      { length: 1000 },
      (_, index): TimedRequest => ({ method: 'POST', path, body: createTaskInput(ids, index) }),
    )
  const graphqlRequests = Array.from({ length: 1000 }, (_, index) =>
    createGraphqlRequest(createTaskMutation, { input: createTaskInput(ids, index) }),
  )
  const singleCommit = {
    name: 'W4 single',
    title: 'POST, baseline: COMMIT per write',
    connections: 16,
    isWrite: true as const,
  }
  return [
    ...[1, 16, 64].flatMap((connections): Workload[] => [
      {
        name: `W4 x${connections}`,
        title: 'POST /v1/tasks',
        connections,
        isWrite: true,
        requests: createRequestsByContender(['baseline', 'dealgraph'], () =>
          createRestRequests('/v1/tasks'),
        ),
      },
      {
        name: `W4g x${connections}`,
        title: 'createTask',
        connections,
        isWrite: true,
        requests: createRequestsByContender(contenders, () => graphqlRequests),
      },
    ]),
    {
      ...singleCommit,
      requests: {
        baseline: createRestRequests('/single/v1/tasks'),
        dealgraph: createRestRequests('/v1/tasks'),
      },
    },
  ]
}
