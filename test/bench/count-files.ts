/**
 * Counts the files of `src` that a request to a warm server executes, using V8's coverage:
 *
 * npm run count-files            (add -- --list to name the files)
 */
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createWorld } from '../support/world.ts'

const { values: options } = parseArgs({ options: { list: { type: 'boolean' } } })
const source = new URL('../../src/', import.meta.url).href
const warmUps = 20

const world = await createWorld()
const owner = world.as('owner')
const { id } = (await owner.rest('POST', '/v1/people', { firstName: 'Ann' })).body.data
const requests: Record<string, () => Promise<unknown>> = {
  'GET /v1/people/{id}': () => owner.rest('GET', `/v1/people/${id}`),
  'person(id)': () =>
    owner.gql('query ($id: ID!) { person(id: $id) { id fullName tags { name } } }', { id }),
  'POST /v1/tasks': () => owner.rest('POST', '/v1/tasks', { title: 'Call' }),
  createTask: () =>
    owner.gql(
      'mutation ($title: TaskTitle!) { createTask(input: { title: $title }) { task { id title } } }',
      { title: 'Call' },
    ),
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** Returns the files of `src` with the number of their functions that `work` called. */
async function listFiles(work: () => Promise<unknown>): Promise<Map<string, number>> {
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return new Map(
    result
      .filter(({ url }) => url.startsWith(source))
      .map(({ url, functions }): [string, number] => [
        url.slice(source.length),
        functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0)).length,
      ])
      .filter(([, functions]) => functions > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const getLines = (file: string): number =>
  readFileSync(fileURLToPath(source + file), 'utf8').split('\n').length - 1

const sumNumbers = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0)

for (const [name, request] of Object.entries(requests)) {
  for (let i = 0; i < warmUps; i++) await request()
  const files = await listFiles(request)
  console.log(
    `${name}: ${files.size} files, ${sumNumbers(files.values())} functions, ${sumNumbers([...files.keys()].map(getLines))} lines`,
  )
  if (options.list) for (const [file, functions] of files) console.log(`  ${file} ${functions}`)
}

await world.stop()
process.exit(0)
