import type { TimedRequest } from './connection.ts'
import type { Sample } from './data.ts'
import { peopleWithAll } from './documents.ts'
import type { Workload } from './workloads.ts'

/**
 * Workloads that only a CRM can serve: searches, pages for callers with restricted access, and a
 * typical day of a sales office.
 */
const get = (path: string, key?: string): TimedRequest => ({
  method: 'GET',
  path,
  ...(key && { key }),
})
/** Returns names that are long enough to search for a part of them. */
const listLongNames = (names: Sample['names']) =>
  names.map(({ firstName }) => firstName).filter((name) => /^[A-Za-z]{5,}$/.test(name))
const addTypo = (word: string) => word.slice(0, 2) + word.slice(3)
const createOwnWorkload = (
  name: string,
  title: string,
  connections: number,
  requests: TimedRequest[],
): Workload => ({
  name,
  title,
  connections,
  requests: { ours: requests },
})

export function createSearches({ names, phones, emails }: Sample, connections: number): Workload[] {
  const search = (name: string, value: string) =>
    get(`/v1/people/search?limit=20&${name}=${encodeURIComponent(value)}`)
  const firstNames = listLongNames(names)
  return [
    createOwnWorkload(
      'W5 part',
      'search by a part of the name',
      connections,
      firstNames.map((name) => search('name', name.slice(0, 4))),
    ),
    createOwnWorkload(
      'W5 two',
      'search by two letters',
      connections,
      firstNames.map((name) => search('name', name.slice(1, 3))),
    ),
    createOwnWorkload(
      'W5 typo',
      'search with a typo',
      connections,
      firstNames.map((name) => search('name', addTypo(name))),
    ),
    createOwnWorkload(
      'W5 phone',
      'search by phone',
      connections,
      phones.map(({ value }) => search('phone', value)),
    ),
    createOwnWorkload(
      'W5 email',
      'search by email',
      connections,
      emails.map(({ value }) => search('email', value)),
    ),
  ]
}

/** @param keys the secret of an API key for each role */
export const createRoleWorkloads = (
  keys: Record<string, string>,
  connections: number,
): Workload[] =>
  Object.entries(keys).map(([role, key]) =>
    createOwnWorkload(`W6 ${role}`, `100 people as ${role}`, connections, [
      get('/v1/people?limit=100', key),
    ]),
  )

/** Returns requests with forty API keys: four reads for each write. */
export function createDayRequests({ ids, names }: Sample, keys: string[]): Workload {
  const firstNames = listLongNames(names)
  const requests = keys.flatMap((key, n): TimedRequest[] => {
    const pickId = (offset: number) => ids[(n * 7 + offset) % ids.length] as string
    const name = firstNames[n % firstNames.length] ?? 'ann'
    const write = [
      { method: 'POST', path: '/v1/tasks', body: { title: 'Call back', personId: pickId(1) }, key },
      {
        method: 'POST',
        path: '/v1/activities',
        body: { personId: pickId(2), channel: 'call', content: 'Spoke about the garden.' },
        key,
      },
      { method: 'PUT', path: `/v1/people/${pickId(3)}`, body: { source: `Campaign ${n}` }, key },
    ]
    const reads = [
      get(`/v1/people/${pickId(4)}`, key),
      get('/v1/people?limit=25', key),
      get(`/v1/people/search?limit=10&name=${name}`, key),
      get('/v1/tasks?limit=25', key),
      get(`/v1/people/${pickId(5)}`, key),
      get('/v1/deals?limit=25', key),
      get(`/v1/people/${pickId(6)}`, key),
      { method: 'POST', path: '/graphql', body: { query: peopleWithAll, variables: {} }, key },
    ]
    return [...reads, write[n % 3] as TimedRequest, write[(n + 1) % 3] as TimedRequest]
  })
  return createOwnWorkload('W7', 'a day of a sales office', 40, requests)
}
