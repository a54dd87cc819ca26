import type { GraphQLError } from 'graphql'

/**
 * Returns the path, as JSON, of the value that an error made null: the path of the error, or a
 * shorter path if a non-null type propagated the null.
 */
export function findNullPath(data: unknown, path: GraphQLError['path'] = []): string {
  const nullPath: (string | number)[] = []
  let currentValue = data
  for (const step of path) {
    if (currentValue === null || currentValue === undefined) break
    nullPath.push(step)
    currentValue = (currentValue as Record<string | number, unknown>)[step]
  }
  return JSON.stringify(nullPath)
}
