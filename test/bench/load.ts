import { encodeRequest, openConnection, type TimedRequest } from './connection.ts'

/**
 * Generates load in its own process: each connection sends its next request as soon as it has
 * received a response.
 */
export interface Load {
  url: string
  key: string
  requests: TimedRequest[]
  connections: number
  milliseconds: number
}

export interface LoadResult {
  requests: number
  seconds: number
  /** Response times in milliseconds. */
  p50: number
  p99: number
  /** The number of responses with a status other than 200 and 201, by status and request. */
  failureCounts: Record<string, number>
}

async function run({ url, key, requests, connections, milliseconds }: Load): Promise<LoadResult> {
  const encodedRequests = requests.map((connection) =>
    encodeRequest(connection, connection.key ?? key),
  )
  const openConnections = await Promise.all(
    Array.from({ length: connections }, () => openConnection(url)),
  )
  const times: number[] = []
  const failureCounts: Record<string, number> = {}
  let nextIndex = Math.floor(Math.random() * encodedRequests.length)
  const start = performance.now()
  const until = start + milliseconds
  await Promise.all(
    openConnections.map(async (connection) => {
      for (let sentAt = performance.now(); sentAt < until; ) {
        const requestIndex = nextIndex++ % encodedRequests.length
        const status = await connection.send(encodedRequests[requestIndex] as Buffer)
        const failure = `${status} ${requests[requestIndex]?.method} ${requests[requestIndex]?.path}`
        if (status !== 200 && status !== 201)
          failureCounts[failure] = (failureCounts[failure] ?? 0) + 1
        const now = performance.now()
        times.push(now - sentAt)
        sentAt = now
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  for (const connection of openConnections) connection.close()
  times.sort((a, b) => a - b)
  const computePercentile = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return {
    requests: times.length,
    seconds,
    p50: computePercentile(0.5),
    p99: computePercentile(0.99),
    failureCounts,
  }
}

process.on('message', (load: Load) => {
  run(load).then(
    (loaded) => process.send?.(loaded),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
