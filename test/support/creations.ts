import type { PreparedRoute } from '../../src/rest/prepare.ts'
import { assignRoutes, fillInputs } from '../contracts/record-examples.ts'

/**
 * Returns the request that creates a record of a resource, such as `tasks`, from its GraphiQL
 * example. @param runQuery runs a GraphQL query that finds the records to which the example refers
 */
export async function findCreationRequest(
  routes: PreparedRoute[],
  resource: string,
  runQuery: (query: string) => Promise<Record<string, unknown>>,
  nowMs: number,
): Promise<{ path: string; body: object }> {
  const creationRoute = routes.find(
    ({ path, method }) => path === `/v1/${resource}` && method === 'post',
  )
  const example = [...assignRoutes(routes)].find(
    ([, documented]) => creationRoute && documented.includes(creationRoute),
  )?.[0]
  if (!creationRoute || !example)
    throw new Error(`no GraphiQL example creates a record of /v1/${resource}`)
  const inputs = await fillInputs(example, creationRoute, runQuery, nowMs)
  return { path: creationRoute.path, body: inputs?.body ?? {} }
}
