import type { GraphQLError } from 'graphql'

/**
 * Where an answer is null because of an error: at its field, or above it where that may not be
 * null.
 */
export function nullAt(data: unknown, path: GraphQLError['path'] = []): string {
  const place: (string | number)[] = []
  let value = data
  for (const step of path) {
    if (value === null || value === undefined) break
    place.push(step)
    value = (value as Record<string | number, unknown>)[step]
  }
  return JSON.stringify(place)
}
