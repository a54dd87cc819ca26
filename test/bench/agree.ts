import { isDeepStrictEqual } from 'node:util'
import type { Running } from './servers.ts'
import type { Workload } from './workloads.ts'

/** Of what is written, ids and times differ; of pages, the cursors. */
const plain = (value: unknown, written: boolean): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, each) => {
      if (name === 'pageInfo' && each.hasNextPage !== undefined)
        return { hasNextPage: each.hasNextPage }
      return written && typeof each === 'string' && (name === 'id' || name === 'createdAt')
        ? name
        : each
    }),
  )

/** What is answered, without what is around it on either door. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
const inside = ({ data }: any) =>
  data?.person ?? (data?.people?.nodes?.[0]?.firstName !== undefined ? data.people.nodes : data)

async function ask(
  who: Running,
  workload: Workload,
  index: number,
  secret: string,
): Promise<unknown> {
  const { method, path, body } = workload.asks[who.name]?.[index] ?? { method: 'GET', path: '/' }
  const response = await fetch(who.url + path, {
    method,
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  try {
    return plain(inside(JSON.parse(text)), workload.writes ?? false)
  } catch {
    throw new Error(
      `${workload.name}: ${who.name} answered ${response.status} ${text.slice(0, 300)}`,
    )
  }
}

const times = 5

/** @throws where two contenders answer the same request differently: then no number counts */
export async function checkAgreement(
  workload: Workload,
  running: Running[],
  secret: string,
): Promise<void> {
  const taking = running.filter(({ name }) => name !== 'beside' && workload.asks[name])
  const most = Math.min(...taking.map(({ name }) => workload.asks[name]?.length ?? 0))
  for (let n = 0; n < times; n++) {
    const index = Math.floor((n * most) / times)
    const answers = await Promise.all(taking.map((each) => ask(each, workload, index, secret)))
    const other = answers.findIndex((answer) => !isDeepStrictEqual(answer, answers[0]))
    if (other > 0) {
      const [a, b] = [answers[0], answers[other]].map((answer) => JSON.stringify(answer))
      const at = [...(a ?? '')].findIndex((letter, place) => letter !== b?.[place])
      const near = (text = '') => text.slice(Math.max(0, at - 60), at + 100)
      throw new Error(
        `${workload.name}: ${taking[0]?.name} answers …${near(a)}…\n${taking[other]?.name} answers …${near(b)}…`,
      )
    }
  }
}
