import { mkdirSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from './support/client.ts'
import { dealgraph, type RunningServer, serve, startCommand } from './support/command.ts'
import { newFolder } from './support/folder.ts'

const folder = newFolder()
const env = folder.env()
const owner = ['--user', 'owner@seeded-company.example']
let server: RunningServer
let secret: string

beforeAll(async () => {
  server = await serve(env)
  secret = JSON.parse((await dealgraph(env, 'seed', '--people', '1200', '--json')).out).secret
})

afterAll(async () => {
  await server.stop()
  folder.remove()
})

const ids = async (file: string) => (await readFile(file, 'utf8')).split('\n').slice(1, -1)

describe('Large exports', () => {
  it('a large export contains every record once, in the order of creation, while the server accepts writes', async () => {
    const exporting = dealgraph(
      env,
      'export',
      'tasks',
      ...owner,
      '--output',
      folder.file('tasks.csv'),
      '--json',
    )
    const { rest } = clientOf(server.url, secret)
    const written = []
    for (let index = 0; index < 20; index++)
      written.push((await rest('POST', '/v1/tasks', { title: `while exporting ${index}` })).status)
    expect(written).toEqual(Array(20).fill(201))
    const { code, out } = await exporting
    expect(code).toBe(0)
    const found = (await ids(folder.file('tasks.csv'))).flatMap((line) =>
      line.startsWith('task_') ? [line.slice(0, 31)] : [],
    )
    expect(found).toHaveLength(JSON.parse(out).records)
    expect(found.length).toBeGreaterThanOrEqual(2400)
    expect(found.length).toBeLessThanOrEqual(2420)
    expect(new Set(found).size).toBe(found.length)
    expect(found).toEqual(found.toSorted())
  })

  it('an export finds the few matches of a filter without an index', async () => {
    const where = { and: [{ starred: true }, { direction: 'inbound' }, { not: { type: 'call' } }] }
    const { body } = await clientOf(server.url, secret).gql(
      'query ($where: ActivityWhere) { activities(where: $where) { totalCount } }',
      { where },
    )
    const { out } = await dealgraph(
      { ...env, MAX_RECORDS_LOOKED_AT: '1000' },
      'export',
      'activities',
      ...owner,
      '--where',
      JSON.stringify(where),
      '--output',
      folder.file('rare.jsonl'),
      '--json',
    )
    expect(body.data.activities.totalCount).toBeGreaterThan(0)
    expect(JSON.parse(out).records).toBe(body.data.activities.totalCount)
  })

  it('an interrupted export leaves no file behind', async () => {
    const part = mkdirSync(folder.file('part'), { recursive: true }) as string
    const { stop } = startCommand(
      {},
      env,
      'export',
      'activities',
      ...owner,
      '--output',
      `${part}/stopped.csv`,
    )
    while (readdirSync(part).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const { code, out } = await stop()
    expect({ code, out, left: readdirSync(part) }).toEqual({ code: null, out: '', left: [] })
  })
})
