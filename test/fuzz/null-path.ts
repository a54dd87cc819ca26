import type { GraphQLError } from 'graphql'

/**
 * Returns the path, as JSON, of the value that an error made null: the error's own path, or a
 * shorter path if a type along it is non-null.
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
