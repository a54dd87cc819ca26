/**
 * A saved operation, as GraphiQL's page offers it. Its address is `/graphql?example=` and the name
 * of its operation.
 */
export interface Example {
  title: string
  /** One sentence: what it shows, or what it changes. */
  about: string
  query: string
  /**
   * In them, `$person` and the like stand for the id of a record that fits: see
   * `browser/graphiql-fill.ts`.
   */
  variables?: object
}

export interface Group {
  title: string
  examples: Example[]
}

/** What an operation is, and how it is called. Each example has one. */
export function operationOf({ query }: Example): { kind: string; name: string } {
  const [, kind = '', name = ''] = /^(query|mutation|subscription) (\w+)/m.exec(query) ?? []
  return { kind, name }
}
