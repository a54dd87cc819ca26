import { currentKey } from '../key.ts'

interface Observer {
  next(value: unknown): void
  error(error: unknown): void
  complete(): void
}

/**
 * How GraphiQL sends what it runs: under the page's key, unless its headers name another. @param
 * onRefused told when a key was no good
 */
export const fetcherWith =
  (onRefused: () => void) =>
  async (params: object, options?: { headers?: Record<string, string> }): Promise<unknown> => {
    const key = currentKey()
    const stop = new AbortController()
    const headers = new Headers({
      Accept: 'application/graphql-response+json, application/json, text/event-stream',
      'Content-Type': 'application/json',
    })
    if (key) headers.set('Authorization', `Bearer ${key}`)
    for (const [name, value] of Object.entries(options?.headers ?? {})) headers.set(name, value)
    const response = await fetch('/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify(params),
      signal: stop.signal,
    })
    if (response.status === 401) onRefused()
    if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
      return response.json()
    return {
      subscribe(observer: Observer) {
        const ended = eventsOf(response, (value) => observer.next(value)).then(
          () => observer.complete(),
          (error: unknown) => {
            if (!stop.signal.aborted) observer.error(error)
          },
        )
        return { unsubscribe: () => stop.abort(), ended }
      },
    }
  }

/** Reads a subscription's events as they come. Resolves when the server ends them. */
async function eventsOf({ body }: Response, take: (value: unknown) => void): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const events = (rest + read.value).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const [, data] = /^data: ?(.+)$/m.exec(event) ?? []
      if (data && /^event: ?next$/m.test(event)) take(JSON.parse(data))
    }
  }
}
