import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkAgreement } from './bench/compare-responses.ts'
import {
  type BenchmarkDatabase,
  copyDatabase,
  createBenchmarkDatabase,
  readSample,
} from './bench/data.ts'
import { type RunningServer, startContender, startOwnServer } from './bench/servers.ts'
import { readPageStarts } from './bench/setup.ts'
import { createReadWorkloads, createWriteWorkloads } from './bench/workloads.ts'
import { createHttpClient } from './support/client.ts'
import { newFolder } from './support/folder.ts'

describe('The benchmark', () => {
  const folder = newFolder()
  const servers: RunningServer[] = []
  let database: BenchmarkDatabase
  beforeAll(async () => {
    database = await createBenchmarkDatabase(folder.path, 300, () => undefined)
    servers.push(
      await startContender('baseline', copyDatabase(database, 'baseline'), database),
      await startOwnServer(copyDatabase(database, 'dealgraph'), database.secret),
    )
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    folder.remove()
  })

  test('the baseline server of the benchmark returns the same responses as Dealgraph', async () => {
    const sample = readSample(database)
    const client = createHttpClient(servers[1]?.url ?? '', database.secret)
    const workloads = [
      ...createReadWorkloads(sample, await readPageStarts(client, 2), 1),
      ...createWriteWorkloads(sample),
    ]
    expect(workloads.length).toBeGreaterThan(10)
    for (const workload of workloads) await checkAgreement(workload, servers, database.secret)
  })
})
