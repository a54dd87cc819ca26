import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql'

/** Requests a server's schema. An application requests the schema at build time and stores it. */
export async function introspect(url: string, key: string): Promise<IntrospectionQuery> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  })
  const { data } = (await response.json()) as { data: IntrospectionQuery }
  return data
}
