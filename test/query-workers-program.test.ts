import { availableParallelism } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createHttpClient } from './support/client.ts'
import { type RunningServer, runDealgraph, serve } from './support/command.ts'
import { type Folder, newFolder } from './support/folder.ts'
import { readMetrics } from './support/metrics.ts'
import { requires } from './support/requirements.ts'

/** The server starts at most one worker fewer than there are processors. */
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

    async function startServer(
      workerCount: number,
    ): Promise<{ program: RunningServer; client: Client }> {
      server = await serve({ ...folder.env(), QUERY_WORKERS: String(workerCount) })
      return { program: server, client: createHttpClient(server.url, secret) }
    }

    const largeQuery =
      'query Large { people(first: 50) { nodes { fullName deals(first: 5) { nodes { title } } timeline(first: 10) { nodes { title } } } } }'

    /** Sends eight large queries at once. @returns the total number of worker responses so far */
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
      const oneWorker = await startServer(1)
      let roundCount = 1
      while ((await countWorkerResponses(oneWorker.client)) === 0) roundCount++
      expect(await oneWorker.program.stop()).toMatchObject({ code: 0, stderr: '' })
      const noWorkers = await startServer(0)
      for (let i = 0; i < roundCount * 2; i++)
        expect(await countWorkerResponses(noWorkers.client)).toBe(0)
      expect(
        (await readMetrics(noWorkers.client)).sum('dealgraph_query_worker_requests_total'),
      ).toBe(0)
    })
  },
)
