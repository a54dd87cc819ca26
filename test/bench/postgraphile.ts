import type { TimedRequest } from './connection.ts'
import type { Data, Sample } from './data.ts'
import { onePersonOfTables, peopleOfTables } from './documents.ts'
import type { RunningServer } from './servers.ts'
import type { PageStarts, Workload } from './workloads.ts'

/** PostGraphile derives its schema from the tables, so it needs its own documents. */
const createRequest = (query: string, variables: object): TimedRequest => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})

/** The workloads that PostGraphile's schema can express. */
export const postgraphileWorkloads = ['W1g', 'W3']

/**
 * Returns a function that builds PostGraphile's cursor for a person from a cursor that it returned.
 * A cursor contains the name of the order and the values of its columns.
 */
async function createCursorBuilder(url: string, company: string): Promise<(id: string) => string> {
  const { method, path, body } = createRequest(peopleOfTables, { company })
  const response = await fetch(url + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const cursor = JSON.parse(text).data?.people?.pageInfo.endCursor
  if (!cursor) throw new Error(`PostGraphile answered ${text.slice(0, 300)}`)
  const [orderName] = JSON.parse(Buffer.from(cursor, 'base64').toString())
  return (id) => Buffer.from(JSON.stringify([orderName, company, id])).toString('base64')
}

/** Adds PostGraphile to its workloads, with the same people as for the other contenders. */
export async function addPostgraphile(
  { url }: RunningServer,
  workloads: Workload[],
  { companyId }: Data,
  { ids }: Sample,
  { near, deep }: PageStarts,
): Promise<void> {
  const cursor = await createCursorBuilder(url, companyId)
  const requestsByWorkload: Record<string, TimedRequest[]> = {
    W1g: ids.map((id) => createRequest(onePersonOfTables, { company: companyId, id })),
    W3: [...near, ...deep].map(({ id }) =>
      createRequest(peopleOfTables, { company: companyId, ...(id && { after: cursor(id) }) }),
    ),
  }
  for (const { name, requests: of } of workloads)
    if (requestsByWorkload[name]) of.postgraphile = requestsByWorkload[name]
}
