import { isDeepStrictEqual } from 'node:util'
import type { RunningServer } from './servers.ts'
import type { Workload } from './workloads.ts'

/** Replaces what differs between servers: ids and times of writes, cursors of pages. */
const normalize = (value: unknown, written: boolean): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, each) => {
      if (name === 'pageInfo' && each.hasNextPage !== undefined)
        return { hasNextPage: each.hasNextPage }
      return written && typeof each === 'string' && (name === 'id' || name === 'createdAt')
        ? name
        : each
    }),
  )

/** The data of a response, without the envelope of REST or GraphQL. */
// biome-ignore lint/suspicious/noExplicitAny: responses of any shape
const readData = ({ data }: any) =>
  data?.person ?? (data?.people?.nodes?.[0]?.firstName !== undefined ? data.people.nodes : data)

async function ask(
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
 * @throws if two contenders respond differently to one request, which makes the figures worthless
 */
export async function checkAgreement(
  workload: Workload,
  running: RunningServer[],
  secret: string,
): Promise<void> {
  const participants = running.filter(({ name }) => name !== 'beside' && workload.requests[name])
  const most = Math.min(...participants.map(({ name }) => workload.requests[name]?.length ?? 0))
  for (let n = 0; n < times; n++) {
    const index = Math.floor((n * most) / times)
    const answers = await Promise.all(
      participants.map((each) => ask(each, workload, index, secret)),
    )
    const other = answers.findIndex((answer) => !isDeepStrictEqual(answer, answers[0]))
    if (other > 0) {
      const [a, b] = [answers[0], answers[other]].map((answer) => JSON.stringify(answer))
      const at = [...(a ?? '')].findIndex((letter, place) => letter !== b?.[place])
      const excerpt = (text = '') => text.slice(Math.max(0, at - 60), at + 100)
      throw new Error(
        `${workload.name}: ${participants[0]?.name} answers …${excerpt(a)}…\n${participants[other]?.name} answers …${excerpt(b)}…`,
      )
    }
  }
}
