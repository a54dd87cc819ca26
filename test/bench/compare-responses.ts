import { isDeepStrictEqual } from 'node:util'
import type { RunningServer } from './servers.ts'
import type { Workload } from './workloads.ts'

/** Replaces values that differ between servers: ids and times of writes, and page cursors. */
const normalize = (value: unknown, isWrite: boolean): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, fieldValue) => {
      if (name === 'pageInfo' && fieldValue.hasNextPage !== undefined)
        return { hasNextPage: fieldValue.hasNextPage }
      return isWrite && typeof fieldValue === 'string' && (name === 'id' || name === 'createdAt')
        ? name
        : fieldValue
    }),
  )

/** Returns the data of a response without the envelope of REST or GraphQL. */
// biome-ignore lint/suspicious/noExplicitAny: responses of any shape
const readData = ({ data }: any) =>
  data?.person ?? (data?.people?.nodes?.[0]?.firstName !== undefined ? data.people.nodes : data)

async function sendIndex(
  server: RunningServer,
  workload: Workload,
  index: number,
  secret: string,
): Promise<unknown> {
  const { method, path, body } = workload.requests[server.name]?.[index] ?? {
    method: 'GET',
    path: '/',
  }
  const response = await fetch(server.url + path, {
    method,
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  try {
    return normalize(readData(JSON.parse(text)), workload.writes ?? false)
  } catch {
    throw new Error(
      `${workload.name}: ${server.name} answered ${response.status} ${text.slice(0, 300)}`,
    )
  }
}

const times = 5

/**
 * @throws if two contenders respond differently to one request, because the figures would then be
 * worthless
 */
export async function checkAgreement(
  workload: Workload,
  servers: RunningServer[],
  secret: string,
): Promise<void> {
  const participants = servers.filter(({ name }) => name !== 'beside' && workload.requests[name])
  const requestCount = Math.min(
    ...participants.map(({ name }) => workload.requests[name]?.length ?? 0),
  )
  for (let round = 0; round < times; round++) {
    const index = Math.floor((round * requestCount) / times)
    const responses = await Promise.all(
      participants.map((fieldValue) => sendIndex(fieldValue, workload, index, secret)),
    )
    const mismatch = responses.findIndex((answer) => !isDeepStrictEqual(answer, responses[0]))
    if (mismatch > 0) {
      const [a, b] = [responses[0], responses[mismatch]].map((answer) => JSON.stringify(answer))
      const position = [...(a ?? '')].findIndex((letter, place) => letter !== b?.[place])
      const getExcerpt = (text = '') => text.slice(Math.max(0, position - 60), position + 100)
      throw new Error(
        `${workload.name}: ${participants[0]?.name} answers …${getExcerpt(a)}…\n${participants[mismatch]?.name} answers …${getExcerpt(b)}…`,
      )
    }
  }
}
