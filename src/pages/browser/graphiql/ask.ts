/** What a request to `/graphql` came to. `status` is 0 where no answer came. */
export interface Reply<Data> {
  status: number
  data?: Data | null
}

/** Sends an operation of the page itself, under a key. */
export async function ask<Data>(key: string, query: string): Promise<Reply<Data>> {
  try {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const response = await fetch('/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    })
    return { status: response.status, ...((await response.json()) as object) }
  } catch {
    return { status: 0 }
  }
}
