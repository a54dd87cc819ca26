import type { Client } from './client.ts'

/** A message in a stream of server-sent events. */
export interface StreamMessage {
  event: string
  id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests access data freely
  data: any
}

export interface EventStream {
  status: number
  headers: Headers
  /** Returns the next message, or undefined at the end of the stream. */
  next(): Promise<StreamMessage | undefined>
  /** Returns the next `count` messages. */
  take(count: number): Promise<StreamMessage[]>
  /** Returns all messages until the end of the stream. */
  readRemaining(): Promise<StreamMessage[]>
  /** Returns the text received so far, including comments. */
  text(): string
  /** Returns the last event id, which a browser sends as `Last-Event-ID` when it reconnects. */
  lastId(): string
  close(): void
}

export interface StreamRequest {
  url: string
  query: string
  variables?: object
  operationName?: string
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
}

/** Opens a subscription with `fetch`, and parses its server-sent events. */
export async function openStream(
  client: Client,
  { url, query, variables, operationName, headers = {}, method = 'POST' }: StreamRequest,
): Promise<EventStream> {
  const abortController = new AbortController()
  const isGet = method === 'GET'
  const searchParameters = new URLSearchParams({
    query,
    ...(variables && { variables: JSON.stringify(variables) }),
    ...(operationName && { operationName }),
  })
  const response = await fetch(`${url}/graphql${isGet ? `?${searchParameters}` : ''}`, {
    method,
    signal: abortController.signal,
    headers: {
      Accept: 'text/event-stream',
      ...(client.secret && { Authorization: `Bearer ${client.secret}` }),
      ...(!isGet && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(!isGet && { body: JSON.stringify({ query, variables, operationName }) }),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let receivedText = ''
  let readLength = 0
  let lastEventId = ''

  async function readNext(): Promise<StreamMessage | undefined> {
    for (;;) {
      const blockEnd = receivedText.indexOf('\n\n', readLength)
      if (blockEnd < 0) {
        const chunk = await reader?.read().catch((error: unknown) => {
          if (!abortController.signal.aborted) throw error
        })
        if (!chunk || chunk.done) return undefined
        receivedText += chunk.value
        continue
      }
      const block = receivedText.slice(readLength, blockEnd)
      readLength = blockEnd + 2
      const readField = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
      lastEventId = readField('id') ?? lastEventId
      const event = readField('event')
      const data = readField('data')
      if (event) return { event, id: readField('id'), data: data ? JSON.parse(data) : undefined }
    }
  }
  const takeMessages = async (count: number) => {
    const messages: StreamMessage[] = []
    while (messages.length < count) {
      const message = await readNext()
      if (!message)
        throw new Error(
          `the stream ended after ${messages.length} messages: ${receivedText.slice(-500)}`,
        )
      messages.push(message)
    }
    return messages
  }
  const readRemaining = async () => {
    const messages: StreamMessage[] = []
    for (let message = await readNext(); message; message = await readNext()) messages.push(message)
    return messages
  }
  return {
    status: response.status,
    headers: response.headers,
    next: readNext,
    take: takeMessages,
    readRemaining,
    text: () => receivedText,
    lastId: () => lastEventId,
    close: () => abortController.abort(),
  }
}
