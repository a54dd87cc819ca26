import { parse, print } from 'graphql'
import { schema } from '../../src/resources/index.ts'
import { createOneOfObjects, extractAlternatives } from '../../src/rest/alternatives.ts'
import type { Route } from '../../src/rest/route.ts'

/** Converts inputs with REST names to the GraphQL operation of a route and its variables. */
export function toGraphqlRequest(
  route: Pick<Route, 'document'>,
  inputs: Record<string, unknown>,
): [query: string, variables: Record<string, unknown>] {
  const { document, alternatives } = extractAlternatives(schema, parse(route.document))
  return [print(document), { ...inputs, ...createOneOfObjects(alternatives, inputs) }]
}
