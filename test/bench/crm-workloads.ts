/**
 * Workloads that only Dealgraph supports: searches, pages for each role, and a typical day at a
 * sales office.
 */
import type { TimedRequest } from './connection.ts'
import type { Sample } from './data.ts'
import { peopleWithRelationsQuery } from './documents.ts'
import type { Workload } from './workloads.ts'

const createGetRequest = (path: string, key?: string): TimedRequest => ({
  method: 'GET',
  path,
  ...(key && { key }),
})
/**
 * Returns first names of at least five letters, which are long enough for a search by part of a
 * name.
 */
const listLongNames = (names: Sample['names']) =>
  names.map(({ firstName }) => firstName).filter((name) => /^[A-Za-z]{5,}$/.test(name))
const addTypo = (word: string) => word.slice(0, 2) + word.slice(3)
const createDealgraphWorkload = (
  name: string,
  title: string,
  connections: number,
  requests: TimedRequest[],
): Workload => ({
  name,
  title,
  connections,
  requests: { dealgraph: requests },
})

export function createSearchWorkloads(
  { names, phones, emails }: Sample,
  connections: number,
): Workload[] {
  const createSearchRequest = (name: string, value: string) =>
    createGetRequest(`/v1/people/search?limit=20&${name}=${encodeURIComponent(value)}`)
  const firstNames = listLongNames(names)
  return [
    createDealgraphWorkload(
      'W5 part',
      'search by part of a name',
      connections,
      firstNames.map((name) => createSearchRequest('name', name.slice(0, 4))),
    ),
    createDealgraphWorkload(
      'W5 two',
      'search by two letters',
      connections,
      firstNames.map((name) => createSearchRequest('name', name.slice(1, 3))),
    ),
    createDealgraphWorkload(
      'W5 typo',
      'search with a typo',
      connections,
      firstNames.map((name) => createSearchRequest('name', addTypo(name))),
    ),
    createDealgraphWorkload(
      'W5 phone',
      'search by phone',
      connections,
      phones.map(({ value }) => createSearchRequest('phone', value)),
    ),
    createDealgraphWorkload(
      'W5 email',
      'search by email',
      connections,
      emails.map(({ value }) => createSearchRequest('email', value)),
    ),
  ]
}

/**
 * Returns the workloads that list people with each role's API key. @param keys the API keys by role
 */
export const createRoleWorkloads = (
  keys: Record<string, string>,
  connections: number,
): Workload[] =>
  Object.entries(keys).map(([role, key]) =>
    createDealgraphWorkload(`W6 ${role}`, `100 people as ${role}`, connections, [
      createGetRequest('/v1/people?limit=100', key),
    ]),
  )

/** Returns a workload that sends four reads for each write, with forty API keys. */
export function createOfficeDayWorkload({ ids, names }: Sample, keys: string[]): Workload {
  const firstNames = listLongNames(names)
  const requests = keys.flatMap((key, keyIndex): TimedRequest[] => {
    const pickId = (offset: number) => ids[(keyIndex * 7 + offset) % ids.length] as string
    const name = firstNames[keyIndex % firstNames.length] ?? 'ann'
    const writes = [
      { method: 'POST', path: '/v1/tasks', body: { title: 'Call back', personId: pickId(1) }, key },
      {
        method: 'POST',
        path: '/v1/activities',
        body: { personId: pickId(2), channel: 'call', content: 'Spoke about the garden.' },
        key,
      },
      {
        method: 'PUT',
        path: `/v1/people/${pickId(3)}`,
        body: { source: `Campaign ${keyIndex}` },
        key,
      },
    ]
    const reads = [
      createGetRequest(`/v1/people/${pickId(4)}`, key),
      createGetRequest('/v1/people?limit=25', key),
      createGetRequest(`/v1/people/search?limit=10&name=${name}`, key),
      createGetRequest('/v1/tasks?limit=25', key),
      createGetRequest(`/v1/people/${pickId(5)}`, key),
      createGetRequest('/v1/deals?limit=25', key),
      createGetRequest(`/v1/people/${pickId(6)}`, key),
      {
        method: 'POST',
        path: '/graphql',
        body: { query: peopleWithRelationsQuery, variables: {} },
        key,
      },
    ]
    return [
      ...reads,
      writes[keyIndex % 3] as TimedRequest,
      writes[(keyIndex + 1) % 3] as TimedRequest,
    ]
  })
  return createDealgraphWorkload('W7', 'a day at a sales office', 40, requests)
}
