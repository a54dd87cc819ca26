import type { ExecutionResult, GraphQLError } from 'graphql'

/** Where an answer is null because of an error: at its field, or above it where that may not be null. */
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

/** graphql-js tells the first of the errors that make something null, and goes no further there; graphql-jit tells all. */
export function firstBelowEachNull(result: ExecutionResult): ExecutionResult {
  const { data, errors } = result
  if (!errors || errors.length < 2) return result
  const told = new Map<string, GraphQLError>()
  for (const error of errors) {
    const place = nullAt(data, error.path)
    if (!told.has(place)) told.set(place, error)
  }
  return { ...result, errors: [...told.values()] }
}
