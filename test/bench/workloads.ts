import type { TimedRequest } from './connection.ts'
import type { Sample } from './data.ts'
import { createTask, onePerson, peopleWithAll, restPage, restPerson } from './documents.ts'

/**
 * The start of a page as a cursor for each contender; empty for the first page. Dealgraph's cursors
 * are encrypted, others' are ids.
 */
export interface Place {
  ours?: string
  id?: string
}
export interface Places {
  near: Place[]
  deep: Place[]
}

/**
 * Contenders for all reads. PostGraphile takes part in workloads that its schema can express;
 * `beside` is Dealgraph on a database of another size, `on-postgres` on PostgreSQL.
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

const gql = (query: string, variables: object): TimedRequest => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})
const get = (path: string): TimedRequest => ({ method: 'GET', path })
const after = (place: Place, contender: Contender) => (contender === 'ours' ? place.ours : place.id)
const ask = (contenders: readonly Contender[], of: (who: Contender) => TimedRequest[]) =>
  Object.fromEntries(contenders.map((each) => [each, of(each)])) as Workload['requests']
const isRest = (contender: Contender) => contender === 'ours' || contender === 'limit'

const page = (place: Place, contender: Contender): TimedRequest => {
  const cursor = after(place, contender)
  return isRest(contender)
    ? get(`/v1/people?limit=100${cursor ? `&cursor=${cursor}` : ''}`)
    : gql(restPage, { ...(cursor && { after: cursor }) })
}

const withAll = (place: Place, contender: Contender): TimedRequest => {
  const cursor = after(place, contender)
  return gql(peopleWithAll, { ...(cursor && { after: cursor }) })
}

const task = (ids: string[], n: number) => ({
  title: `Call back about the offer, No ${n}`,
  priority: 'high',
  personId: ids[n % ids.length],
})

/** Read workloads. */
export function readWorkloads(
  { ids }: Sample,
  { near, deep }: Places,
  connections: number,
): Workload[] {
  const read = { connections }
  return [
    {
      ...read,
      name: 'W1',
      title: 'REST, one person',
      requests: ask(contenders, (who) =>
        ids.map((id) => (isRest(who) ? get(`/v1/people/${id}`) : gql(restPerson, { id }))),
      ),
    },
    {
      ...read,
      name: 'W1g',
      title: 'GraphQL, one person',
      requests: ask(contenders, () => ids.map((id) => gql(onePerson, { id }))),
    },
    {
      ...read,
      name: 'W2',
      title: 'REST, 100 people, first page',
      requests: ask(contenders, (who) => [page({}, who)]),
    },
    {
      ...read,
      name: 'W2d',
      title: 'REST, 100 people, deep pages',
      requests: ask(contenders, (who) => deep.map((place) => page(place, who))),
    },
    {
      ...read,
      name: 'W3',
      title: 'GraphQL, 50 people with all',
      requests: ask(contenders, (who) => [...near, ...deep].map((place) => withAll(place, who))),
    },
  ]
}

/** Durable writes with one connection, with some, and with many. */
export function writeWorkloads({ ids }: Sample): Workload[] {
  const rest = (path: string) =>
    Array.from(
      { length: 1000 },
      (_, n): TimedRequest => ({ method: 'POST', path, body: task(ids, n) }),
    )
  const graphql = Array.from({ length: 1000 }, (_, n) => gql(createTask, { input: task(ids, n) }))
  const one = {
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
        requests: ask(['limit', 'ours'], () => rest('/v1/tasks')),
      },
      {
        name: `W4g x${connections}`,
        title: 'createTask',
        connections,
        writes: true,
        requests: ask(contenders, () => graphql),
      },
    ]),
    { ...one, requests: { limit: rest('/single/v1/tasks'), ours: rest('/v1/tasks') } },
  ]
}
