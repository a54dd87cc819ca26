import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql'

/**
 * Asks a server for its schema. An application does this when it is built, and keeps the answer.
 */
export async function introspect(url: string, key: string): Promise<IntrospectionQuery> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  })
  const { data } = (await response.json()) as { data: IntrospectionQuery }
  return data
}
