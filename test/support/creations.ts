import { assignRoutes, exampleInputs } from '../../src/contracts/record-examples.ts'
import type { PreparedRoute } from '../../src/rest/prepare.ts'

/**
 * The request that creates a record of a resource, such as `tasks`, from its example in GraphiQL.
 * @param ask runs a GraphQL query, which finds the records that the example refers to
 */
export async function creationRequest(
  routes: PreparedRoute[],
  resource: string,
  ask: (query: string) => Promise<Record<string, unknown>>,
  nowMs: number,
): Promise<{ path: string; body: object }> {
  const creation = routes.find(
    ({ path, method }) => path === `/v1/${resource}` && method === 'post',
  )
  const example = [...assignRoutes(routes)].find(
    ([, documented]) => creation && documented.includes(creation),
  )?.[0]
  if (!creation || !example) throw new Error(`no example creates /v1/${resource}`)
  const inputs = await exampleInputs(example, creation, ask, nowMs)
  return { path: creation.path, body: inputs?.body ?? {} }
}
