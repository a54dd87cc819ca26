import { mkdirSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpClient } from './support/client.ts'
import { type RunningServer, runDealgraph, serve, startCommand } from './support/command.ts'
import { newFolder } from './support/folder.ts'

const folder = newFolder()
const env = folder.env()
const ownerOption = ['--user', 'owner@seeded-company.example']
let server: RunningServer
let secret: string

beforeAll(async () => {
  server = await serve(env)
  secret = JSON.parse((await runDealgraph(env, 'seed', '--people', '1200', '--json')).stdout).secret
})

afterAll(async () => {
  await server.stop()
  folder.remove()
})

const readLines = async (file: string) => (await readFile(file, 'utf8')).split('\n').slice(1, -1)

describe('Large exports', () => {
  it('a large export contains every record once, in creation order, while the server is accepting writes', async () => {
    const exportCommand = runDealgraph(
      env,
      'export',
      'tasks',
      ...ownerOption,
      '--output',
      folder.file('tasks.csv'),
      '--json',
    )
    const { rest } = createHttpClient(server.url, secret)
    const statuses = []
    for (let index = 0; index < 20; index++)
      statuses.push((await rest('POST', '/v1/tasks', { title: `while exporting ${index}` })).status)
    expect(statuses).toEqual(Array(20).fill(201))
    const { code, stdout } = await exportCommand
    expect(code).toBe(0)
    const exportedIds = (await readLines(folder.file('tasks.csv'))).flatMap((line) =>
      line.startsWith('task_') ? [line.slice(0, 31)] : [],
    )
    expect(exportedIds).toHaveLength(JSON.parse(stdout).records)
    expect(exportedIds.length).toBeGreaterThanOrEqual(2400)
    expect(exportedIds.length).toBeLessThanOrEqual(2420)
    expect(new Set(exportedIds).size).toBe(exportedIds.length)
    expect(exportedIds).toEqual(exportedIds.toSorted())
  })

  it('an export with a filter that no index supports contains every matching record, even beyond the scan limit', async () => {
    const where = {
      and: [
        { starred: { eq: true } },
        { direction: { eq: 'inbound' } },
        { not: { type: { eq: 'call' } } },
      ],
    }
    const { body } = await createHttpClient(server.url, secret).gql(
      'query ($where: ActivityWhere) { activities(where: $where) { totalCount } }',
      { where },
    )
    const { stdout } = await runDealgraph(
      { ...env, MAX_RECORDS_LOOKED_AT: '1000' },
      'export',
      'activities',
      ...ownerOption,
      '--where',
      JSON.stringify(where),
      '--output',
      folder.file('rare.jsonl'),
      '--json',
    )
    expect(body.data.activities.totalCount).toBeGreaterThan(0)
    expect(JSON.parse(stdout).records).toBe(body.data.activities.totalCount)
  })

  it('an interrupted export leaves no file behind', async () => {
    const exportFolder = mkdirSync(folder.file('part'), { recursive: true }) as string
    const { stop } = startCommand(
      {},
      env,
      'export',
      'activities',
      ...ownerOption,
      '--output',
      `${exportFolder}/stopped.csv`,
    )
    while (readdirSync(exportFolder).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 5))
    const { code, stdout } = await stop()
    expect({ code, stdout, left: readdirSync(exportFolder) }).toEqual({
      code: null,
      stdout: '',
      left: [],
    })
  })
})
