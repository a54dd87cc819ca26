/**
 * Uses V8 coverage to count the functions in `src` that each kind of request calls on a warm
 * server, the files that contain these functions, and the lines of these files:
 *
 * npm run count-files (append `-- --list` to list the files)
 */
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createWorld } from '../support/world.ts'

const { values: options } = parseArgs({ options: { list: { type: 'boolean' } } })
const sourceUrl = new URL('../../src/', import.meta.url).href
const warmUpCount = 20

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

const inspectorSession = new Session()
inspectorSession.connect()
await inspectorSession.post('Profiler.enable')
await inspectorSession.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** Returns the number of functions that `action` calls in each file of `src`. */
async function countCalledFunctions(action: () => Promise<unknown>): Promise<Map<string, number>> {
  await inspectorSession.post('Profiler.takePreciseCoverage')
  await action()
  const { result } = await inspectorSession.post('Profiler.takePreciseCoverage')
  return new Map(
    result
      .filter(({ url }) => url.startsWith(sourceUrl))
      .map(({ url, functions }): [string, number] => [
        url.slice(sourceUrl.length),
        functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0)).length,
      ])
      .filter(([, functions]) => functions > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const countLines = (file: string): number =>
  readFileSync(fileURLToPath(sourceUrl + file), 'utf8').split('\n').length - 1

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0)

for (const [name, request] of Object.entries(requests)) {
  for (let warmUpIndex = 0; warmUpIndex < warmUpCount; warmUpIndex++) await request()
  const functionCounts = await countCalledFunctions(request)
  console.log(
    `${name}: ${functionCounts.size} files, ${sum(functionCounts.values())} functions, ${sum([...functionCounts.keys()].map(countLines))} lines`,
  )
  if (options.list)
    for (const [file, functions] of functionCounts) console.log(`  ${file} ${functions}`)
}

await world.stop()
process.exit(0)
