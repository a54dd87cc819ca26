import { actorsOf, type Cast } from '../fuzz/cast.ts'
import { createRecords } from '../fuzz/create-records.ts'
import { diceOf } from '../fuzz/dice.ts'
import { cursorsSeen, operations } from '../fuzz/drive.ts'
import { groundOf } from '../fuzz/ground.ts'
import { people } from '../support/world.ts'
import type { Pair } from './pair.ts'

/**
 * A random request: its operation, caller, distance from valid input, and delay after the previous
 * one.
 */
export interface Step {
  operation: number
  actor: number
  wildness: number
  seed: number
  wait: number
}

/** Streams are excluded, since they have no complete response to compare. */
export const compared = operations.filter(({ name }) => !/^subscription|stream/.test(name))

const castOf = async (pair: Pair): Promise<Cast> => ({
  url: pair.sqlite.url,
  file: pair.sqlite.file,
  as: pair.as,
  actors: await actorsOf(pair.as),
  users: Object.fromEntries(people.map((who) => [who, pair.sqlite.users[who].id])) as Cast['users'],
  companies: { acme: pair.sqlite.company.id, rival: pair.sqlite.otherCompany.id },
  busy: false,
  pid: process.pid,
  alive: () => undefined,
  faults: () => [],
  stop: pair.stop,
})

/**
 * Sends random REST and GraphQL requests about existing records to both servers. @returns their
 * number
 */
export async function follow(pair: Pair, steps: readonly Step[]): Promise<number> {
  const cast = await castOf(pair)
  const marks = [...(await createRecords(cast)).keys()]
  const ground = groundOf(cast)
  const cursors = cursorsSeen()
  let done = 0
  try {
    for (const [index, { operation, actor, wildness, seed, wait }] of steps.entries()) {
      pair.advance(wait)
      const { name, writes, make } = compared[
        operation % compared.length
      ] as (typeof compared)[number]
      const who = cast.actors[actor % cast.actors.length] as Cast['actors'][number]
      const request = make({
        dice: diceOf(seed),
        wildness,
        caller: who.caller ?? { who: 'owner' },
        records: ground.records(),
        gone: ground.deletedIds(),
        marks,
        cursors: cursors.of(name),
        writes,
        fresh: index,
      })
      const response = await pair.send(who, request)
      cursors.keep(name, response)
      if (response.status < 300 && !response.body?.errors) done++
    }
  } finally {
    ground.close()
  }
  return done
}
