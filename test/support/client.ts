/** An HTTP response; `body` is the parsed JSON. */
export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests access bodies freely
  body: any
  text: string
}

export interface Client {
  /** The secret of the API key, if any. */
  secret: string | undefined
  rest(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>
  gql(
    query: string,
    variables?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Reply>
}

/** Creates a client with a key. It sends a string body unchanged. */
export function createHttpClient(url: string, secret?: string): Client {
  const sendRest: Client['rest'] = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(secret && { Authorization: `Bearer ${secret}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parseJson(text) }
  }
  return {
    secret,
    rest: sendRest,
    gql: (query, variables, headers) =>
      sendRest('POST', '/graphql', { query, ...(variables && { variables }) }, headers),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
