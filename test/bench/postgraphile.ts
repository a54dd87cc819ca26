/**
 * PostGraphile derives its schema from the tables, so the workloads use separate documents for it.
 */
import type { TimedRequest } from './connection.ts'
import type { BenchmarkDatabase, Sample } from './data.ts'
import { postgraphilePeopleQuery, postgraphilePersonQuery } from './documents.ts'
import type { RunningServer } from './servers.ts'
import type { PageStarts, Workload } from './workloads.ts'

const createGraphqlRequest = (query: string, variables: object): TimedRequest => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})

/** The workloads that can be expressed in PostGraphile's schema. */
export const postgraphileWorkloads = ['W1g', 'W3']

/**
 * Returns a function that creates PostGraphile's cursor for a person. A cursor contains the name of
 * the sort order, which is read from an existing cursor, and the values of the sort columns.
 */
async function createCursorBuilder(url: string, company: string): Promise<(id: string) => string> {
  const { method, path, body } = createGraphqlRequest(postgraphilePeopleQuery, { company })
  const response = await fetch(url + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const responseText = await response.text()
  const cursor = JSON.parse(responseText).data?.people?.pageInfo.endCursor
  if (!cursor) throw new Error(`PostGraphile returned ${responseText.slice(0, 300)}`)
  const [orderName] = JSON.parse(Buffer.from(cursor, 'base64').toString())
  return (id) => Buffer.from(JSON.stringify([orderName, company, id])).toString('base64')
}

/**
 * Adds PostGraphile to the workloads that it supports, with the same people as the other
 * contenders.
 */
export async function addPostgraphile(
  { url }: RunningServer,
  workloads: Workload[],
  { companyId }: BenchmarkDatabase,
  { ids }: Sample,
  { near, deep }: PageStarts,
): Promise<void> {
  const createCursor = await createCursorBuilder(url, companyId)
  const requestsByWorkload: Record<string, TimedRequest[]> = {
    W1g: ids.map((id) => createGraphqlRequest(postgraphilePersonQuery, { company: companyId, id })),
    W3: [...near, ...deep].map(({ id }) =>
      createGraphqlRequest(postgraphilePeopleQuery, {
        company: companyId,
        ...(id && { after: createCursor(id) }),
      }),
    ),
  }
  for (const { name, requests } of workloads)
    if (requestsByWorkload[name]) requests.postgraphile = requestsByWorkload[name]
}
