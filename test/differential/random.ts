import { createRecords } from '../fuzz/create-records.ts'
import { createDatabaseMonitor } from '../fuzz/database-monitor.ts'
import { createActors, type Fixture } from '../fuzz/fixture.ts'
import { createCursorStore, operations } from '../fuzz/fuzzer.ts'
import { createRandomSource } from '../fuzz/random-source.ts'
import { testUsers } from '../support/world.ts'
import type { ServerPair } from './server-pair.ts'

/**
 * A step of a random test: a request by a caller to an operation, with the probability of invalid
 * values and the delay after the previous request.
 */
export interface Step {
  operationIndex: number
  actorIndex: number
  invalidity: number
  seed: number
  waitMs: number
}

/** Subscriptions are excluded, because they have no complete response to compare. */
export const comparedOperations = operations.filter(
  ({ name }) => !/^subscription|stream/.test(name),
)

const loadFixture = async (pair: ServerPair): Promise<Fixture> => ({
  url: pair.sqlite.url,
  file: pair.sqlite.file,
  clientFor: pair.clientFor,
  actors: await createActors(pair.clientFor),
  users: Object.fromEntries(
    testUsers.map((user) => [user, pair.sqlite.users[user].id]),
  ) as Fixture['users'],
  companies: { acme: pair.sqlite.company.id, rival: pair.sqlite.otherCompany.id },
  hasBackgroundWrites: false,
  pid: process.pid,
  readMemory: () => undefined,
  takeLoggedErrors: () => [],
  stop: pair.stop,
})

/**
 * Sends random REST and GraphQL requests about existing records to both servers. @returns the
 * number of successful requests
 */
export async function runSteps(pair: ServerPair, steps: readonly Step[]): Promise<number> {
  const fixture = await loadFixture(pair)
  const markers = [...(await createRecords(fixture)).keys()]
  const monitor = createDatabaseMonitor(fixture)
  const cursors = createCursorStore()
  let successCount = 0
  try {
    for (const [
      index,
      { operationIndex, actorIndex, invalidity, seed, waitMs },
    ] of steps.entries()) {
      pair.advance(waitMs)
      const { name, isWrite, generate } = comparedOperations[
        operationIndex % comparedOperations.length
      ] as (typeof comparedOperations)[number]
      const actor = fixture.actors[actorIndex % fixture.actors.length] as Fixture['actors'][number]
      const request = generate({
        random: createRandomSource(seed),
        invalidity,
        caller: actor.caller ?? { user: 'owner' },
        records: monitor.readRecords(),
        deletedIds: monitor.listDeletedIds(),
        markers,
        cursors: cursors.get(name),
        isWrite,
        uniqueNumber: index,
      })
      const response = await pair.send(actor, request)
      cursors.record(name, response)
      if (response.status < 300 && !response.body?.errors) successCount++
    }
  } finally {
    monitor.close()
  }
  return successCount
}
