import type { Asked } from './connection.ts'
import type { Data, Sample } from './data.ts'
import { onePersonOfTables, peopleOfTables } from './documents.ts'
import type { Running } from './servers.ts'
import type { Places, Workload } from './workloads.ts'

/** PostGraphile makes its schema of the tables, so that it is asked with documents of its own. */
const gql = (query: string, variables: object): Asked => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})

/** What it takes part in. */
export const postgraphileTakes = ['W1g', 'W3']

/**
 * Its cursors are what the rows are ordered by, behind a mark of that order: of one that it gave,
 * one is made for each place.
 */
async function cursors(url: string, company: string): Promise<(id: string) => string> {
  const { method, path, body } = gql(peopleOfTables, { company })
  const response = await fetch(url + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const given = JSON.parse(text).data?.people?.pageInfo.endCursor
  if (!given) throw new Error(`PostGraphile answered ${text.slice(0, 300)}`)
  const [mark] = JSON.parse(Buffer.from(given, 'base64').toString())
  return (id) => Buffer.from(JSON.stringify([mark, company, id])).toString('base64')
}

/**
 * Adds it to the workloads that it takes part in, with the same people as the others are asked for.
 */
export async function askPostgraphile(
  { url }: Running,
  workloads: Workload[],
  { companyId }: Data,
  { ids }: Sample,
  { near, deep }: Places,
): Promise<void> {
  const cursor = await cursors(url, companyId)
  const asks: Record<string, Asked[]> = {
    W1g: ids.map((id) => gql(onePersonOfTables, { company: companyId, id })),
    W3: [...near, ...deep].map(({ id }) =>
      gql(peopleOfTables, { company: companyId, ...(id && { after: cursor(id) }) }),
    ),
  }
  for (const { name, asks: of } of workloads) if (asks[name]) of.postgraphile = asks[name]
}
