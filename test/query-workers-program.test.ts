import { availableParallelism } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, clientOf } from './support/client.ts'
import { dealgraph, type Serving, serve } from './support/command.ts'
import { type Folder, newFolder } from './support/folder.ts'
import { readMetrics } from './support/metrics.ts'

/** There are no more threads than processors less one. */
describe.skipIf(availableParallelism() < 2)('the program', () => {
  let folder: Folder
  let secret: string
  let server: Serving | undefined
  beforeEach(async () => {
    folder = newFolder()
    const { code, out, err } = await dealgraph(folder.env(), 'seed', '--people', '300', '--json')
    if (code !== 0) throw new Error(err)
    secret = JSON.parse(out).secret
  })
  afterEach(async () => {
    await server?.stop('SIGKILL')
    server = undefined
    folder.remove()
  })

  async function start(threads: number): Promise<{ running: Serving; client: Client }> {
    server = await serve({ ...folder.env(), QUERY_WORKERS: String(threads) })
    return { running: server, client: clientOf(server.url, secret) }
  }

  const large =
    'query Large { people(first: 50) { nodes { fullName deals(first: 5) { nodes { title } } timeline(first: 10) { nodes { title } } } } }'

  /** Eight ask for much at once. @returns how many answers threads have given so far */
  async function answered(client: Client): Promise<number> {
    const replies = await Promise.all(Array.from({ length: 8 }, () => client.gql(large)))
    expect(
      new Set(replies.map(({ status, body }) => [status, body.data?.people.nodes.length].join())),
    ).toEqual(new Set(['200,50']))
    return (await readMetrics(client)).sum('dealgraph_query_worker_requests_total', {
      outcome: 'answered',
    })
  }

  test('has a thread answer large queries while others wait, and does all by itself where QUERY_WORKERS is 0', async () => {
    const one = await start(1)
    let rounds = 1
    while ((await answered(one.client)) === 0) rounds++
    expect(await one.running.stop()).toMatchObject({ code: 0, err: '' })
    const none = await start(0)
    for (let n = 0; n < rounds * 2; n++) expect(await answered(none.client)).toBe(0)
    expect((await readMetrics(none.client)).sum('dealgraph_query_worker_requests_total')).toBe(0)
  })
})
