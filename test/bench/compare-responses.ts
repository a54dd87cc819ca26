import { isDeepStrictEqual } from 'node:util'
import type { RunningServer } from './servers.ts'
import type { Workload } from './workloads.ts'

/**
 * Replaces values that differ between servers: ids and creation times of written records, and page
 * cursors.
 */
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

/** Returns the response data without the REST or GraphQL envelope. */
// biome-ignore lint/suspicious/noExplicitAny: responses of any shape
const extractData = ({ data }: any) =>
  data?.person ?? (data?.people?.nodes?.[0]?.firstName !== undefined ? data.people.nodes : data)

async function sendRequestAt(
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
  const responseText = await response.text()
  try {
    return normalize(extractData(JSON.parse(responseText)), workload.isWrite ?? false)
  } catch {
    throw new Error(
      `${workload.name}: ${server.name} returned ${response.status} ${responseText.slice(0, 300)}`,
    )
  }
}

const sampleCount = 5

/**
 * Checks that all contenders return the same responses, because measurements of different work
 * cannot be compared.
 *
 * @throws if two contenders respond differently to a request
 */
export async function checkAgreement(
  workload: Workload,
  servers: RunningServer[],
  secret: string,
): Promise<void> {
  const participants = servers.filter(
    ({ name }) => name !== 'other-size' && workload.requests[name],
  )
  const requestCount = Math.min(
    ...participants.map(({ name }) => workload.requests[name]?.length ?? 0),
  )
  for (let round = 0; round < sampleCount; round++) {
    const index = Math.floor((round * requestCount) / sampleCount)
    const responses = await Promise.all(
      participants.map((server) => sendRequestAt(server, workload, index, secret)),
    )
    const mismatchIndex = responses.findIndex(
      (response) => !isDeepStrictEqual(response, responses[0]),
    )
    if (mismatchIndex > 0) {
      const [expectedJson, actualJson] = [responses[0], responses[mismatchIndex]].map((response) =>
        JSON.stringify(response),
      )
      const mismatchOffset = [...(expectedJson ?? '')].findIndex(
        (character, offset) => character !== actualJson?.[offset],
      )
      const getExcerpt = (text = '') =>
        text.slice(Math.max(0, mismatchOffset - 60), mismatchOffset + 100)
      throw new Error(
        `${workload.name}: ${participants[0]?.name} returned …${getExcerpt(expectedJson)}…\n${participants[mismatchIndex]?.name} returned …${getExcerpt(actualJson)}…`,
      )
    }
  }
}
