import { availableParallelism } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createHttpClient } from './support/client.ts'
import { type RunningServer, runDealgraph, serve } from './support/command.ts'
import { type Folder, newFolder } from './support/folder.ts'
import { readMetrics } from './support/metrics.ts'
import { requires } from './support/requirements.ts'

/** The number of workers is at most one less than the number of processors. */
describe(
  'Query workers of the program',
  requires(availableParallelism() >= 2, 'two processors'),
  () => {
    let folder: Folder
    let secret: string
    let server: RunningServer | undefined
    beforeEach(async () => {
      folder = newFolder()
      const { code, stdout, stderr } = await runDealgraph(
        folder.env(),
        'seed',
        '--people',
        '300',
        '--json',
      )
      if (code !== 0) throw new Error(stderr)
      secret = JSON.parse(stdout).secret
    })
    afterEach(async () => {
      await server?.stop('SIGKILL')
      server = undefined
      folder.remove()
    })

    async function start(threadCount: number): Promise<{ program: RunningServer; client: Client }> {
      server = await serve({ ...folder.env(), QUERY_WORKERS: String(threadCount) })
      return { program: server, client: createHttpClient(server.url, secret) }
    }

    const largeQuery =
      'query Large { people(first: 50) { nodes { fullName deals(first: 5) { nodes { title } } timeline(first: 10) { nodes { title } } } } }'

    /** Sends eight large queries at once. @returns how many responses came from workers so far */
    async function countWorkerResponses(client: Client): Promise<number> {
      const replies = await Promise.all(Array.from({ length: 8 }, () => client.gql(largeQuery)))
      expect(
        new Set(replies.map(({ status, body }) => [status, body.data?.people.nodes.length].join())),
      ).toEqual(new Set(['200,50']))
      return (await readMetrics(client)).sum('dealgraph_query_worker_requests_total', {
        outcome: 'answered',
      })
    }

    test('the program executes large concurrent queries in a worker unless QUERY_WORKERS=0', async () => {
      const withOneWorker = await start(1)
      let rounds = 1
      while ((await countWorkerResponses(withOneWorker.client)) === 0) rounds++
      expect(await withOneWorker.program.stop()).toMatchObject({ code: 0, stderr: '' })
      const withoutWorkers = await start(0)
      for (let n = 0; n < rounds * 2; n++)
        expect(await countWorkerResponses(withoutWorkers.client)).toBe(0)
      expect(
        (await readMetrics(withoutWorkers.client)).sum('dealgraph_query_worker_requests_total'),
      ).toBe(0)
    })
  },
)
