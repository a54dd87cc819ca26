import type { Asked } from './connection.ts'
import type { Sample } from './data.ts'
import { createTask, onePerson, peopleWithAll, restPage, restPerson } from './documents.ts'

/**
 * Where pages begin: the cursor of each contender, or nothing for the first page. Ours are sealed,
 * the others' are ids.
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
 * Who can be asked everything that is read; PostGraphile takes part where its own schema has the
 * same, `beside` is ours on another database, and `on-postgres` on the same one there.
 */
export const contenders = ['limit', 'ours', 'mercurius', 'yoga'] as const
export type Contender = (typeof contenders)[number] | 'postgraphile' | 'beside' | 'on-postgres'

export interface Workload {
  name: string
  title: string
  connections: number
  /** What each contender is asked; those that are not named do not take part. */
  asks: Partial<Record<Contender, Asked[]>>
  writes?: true
}

const gql = (query: string, variables: object): Asked => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})
const get = (path: string): Asked => ({ method: 'GET', path })
const after = (place: Place, who: Contender) => (who === 'ours' ? place.ours : place.id)
const ask = (who: readonly Contender[], of: (who: Contender) => Asked[]) =>
  Object.fromEntries(who.map((each) => [each, of(each)])) as Workload['asks']
const isRest = (who: Contender) => who === 'ours' || who === 'limit'

const page = (place: Place, who: Contender): Asked => {
  const cursor = after(place, who)
  return isRest(who)
    ? get(`/v1/people?limit=100${cursor ? `&cursor=${cursor}` : ''}`)
    : gql(restPage, { ...(cursor && { after: cursor }) })
}

const withAll = (place: Place, who: Contender): Asked => {
  const cursor = after(place, who)
  return gql(peopleWithAll, { ...(cursor && { after: cursor }) })
}

const task = (ids: string[], n: number) => ({
  title: `Call back about the offer, No ${n}`,
  priority: 'high',
  personId: ids[n % ids.length],
})

/** What is measured of everybody who can do it. */
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
      asks: ask(contenders, (who) =>
        ids.map((id) => (isRest(who) ? get(`/v1/people/${id}`) : gql(restPerson, { id }))),
      ),
    },
    {
      ...read,
      name: 'W1g',
      title: 'GraphQL, one person',
      asks: ask(contenders, () => ids.map((id) => gql(onePerson, { id }))),
    },
    {
      ...read,
      name: 'W2',
      title: 'REST, 100 people, first page',
      asks: ask(contenders, (who) => [page({}, who)]),
    },
    {
      ...read,
      name: 'W2d',
      title: 'REST, 100 people, deep pages',
      asks: ask(contenders, (who) => deep.map((place) => page(place, who))),
    },
    {
      ...read,
      name: 'W3',
      title: 'GraphQL, 50 people with all',
      asks: ask(contenders, (who) => [...near, ...deep].map((place) => withAll(place, who))),
    },
  ]
}

/** Durable writes, with one connection, some, and many. */
export function writeWorkloads({ ids }: Sample): Workload[] {
  const rest = (path: string) =>
    Array.from({ length: 1000 }, (_, n): Asked => ({ method: 'POST', path, body: task(ids, n) }))
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
        asks: ask(['limit', 'ours'], () => rest('/v1/tasks')),
      },
      {
        name: `W4g x${connections}`,
        title: 'createTask',
        connections,
        writes: true,
        asks: ask(contenders, () => graphql),
      },
    ]),
    { ...one, asks: { limit: rest('/single/v1/tasks'), ours: rest('/v1/tasks') } },
  ]
}
