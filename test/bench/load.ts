import { bytesOf, openConnection, type TimedRequest } from './connection.ts'

/**
 * Generates load in a process of its own: each connection sends the next request when it has
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
  /** Number of responses other than 200 and 201, by status and request. */
  failed: Record<string, number>
}

async function run({ url, key, requests, connections, milliseconds }: Load): Promise<LoadResult> {
  const prepared = requests.map((each) => bytesOf(each, each.key ?? key))
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(url)))
  const times: number[] = []
  const failed: Record<string, number> = {}
  let next = Math.floor(Math.random() * prepared.length)
  const start = performance.now()
  const until = start + milliseconds
  await Promise.all(
    open.map(async (connection) => {
      for (let before = performance.now(); before < until; ) {
        const turn = next++ % prepared.length
        const status = await connection.ask(prepared[turn] as Buffer)
        const what = `${status} ${requests[turn]?.method} ${requests[turn]?.path}`
        if (status !== 200 && status !== 201) failed[what] = (failed[what] ?? 0) + 1
        const now = performance.now()
        times.push(now - before)
        before = now
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  for (const each of open) each.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { requests: times.length, seconds, p50: at(0.5), p99: at(0.99), failed }
}

process.on('message', (load: Load) => {
  run(load).then(
    (loaded) => process.send?.(loaded),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
