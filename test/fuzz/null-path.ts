import type { GraphQLError } from 'graphql'

/**
 * Returns whether an error made a result null: at its path, or above it where a type is non-null.
 */
export function findNullPath(data: unknown, path: GraphQLError['path'] = []): string {
  const nullPath: (string | number)[] = []
  let value = data
  for (const step of path) {
    if (value === null || value === undefined) break
    nullPath.push(step)
    value = (value as Record<string | number, unknown>)[step]
  }
  return JSON.stringify(nullPath)
}
