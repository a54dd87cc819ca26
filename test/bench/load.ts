import { encodeRequest, openConnection, type TimedRequest } from './connection.ts'

/**
 * The load that a separate process generates. Each connection sends its next request as soon as it
 * has received a response.
 */
export interface Load {
  url: string
  key: string
  requests: TimedRequest[]
  connections: number
  durationMs: number
}

export interface LoadResult {
  requestCount: number
  durationSeconds: number
  /** Percentiles of the response times in milliseconds. */
  p50: number
  p99: number
  /**
   * The number of failed responses (with a status other than 200 or 201), by status and request.
   */
  failureCounts: Record<string, number>
}

async function generateLoad({
  url,
  key,
  requests,
  connections,
  durationMs,
}: Load): Promise<LoadResult> {
  const encodedRequests = requests.map((request) => encodeRequest(request, request.key ?? key))
  const openConnections = await Promise.all(
    Array.from({ length: connections }, () => openConnection(url)),
  )
  const responseTimesMs: number[] = []
  const failureCounts: Record<string, number> = {}
  let nextIndex = Math.floor(Math.random() * encodedRequests.length)
  const startTime = performance.now()
  const endTime = startTime + durationMs
  await Promise.all(
    openConnections.map(async (connection) => {
      for (let sentAt = performance.now(); sentAt < endTime; ) {
        const requestIndex = nextIndex++ % encodedRequests.length
        const status = await connection.send(encodedRequests[requestIndex] as Buffer)
        const failureName = `${status} ${requests[requestIndex]?.method} ${requests[requestIndex]?.path}`
        if (status !== 200 && status !== 201)
          failureCounts[failureName] = (failureCounts[failureName] ?? 0) + 1
        const now = performance.now()
        responseTimesMs.push(now - sentAt)
        sentAt = now
      }
    }),
  )
  const durationSeconds = (performance.now() - startTime) / 1000
  for (const connection of openConnections) connection.close()
  responseTimesMs.sort((a, b) => a - b)
  const computePercentile = (fraction: number) =>
    responseTimesMs[Math.floor(responseTimesMs.length * fraction)] ?? 0
  return {
    requestCount: responseTimesMs.length,
    durationSeconds,
    p50: computePercentile(0.5),
    p99: computePercentile(0.99),
    failureCounts,
  }
}

process.on('message', (load: Load) => {
  generateLoad(load).then(
    (loadResult) => process.send?.(loadResult),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
