import { actorsOf, type Cast } from '../fuzz/cast.ts'
import { diceOf } from '../fuzz/dice.ts'
import { cursorsSeen, operations } from '../fuzz/drive.ts'
import { groundOf } from '../fuzz/ground.ts'
import { plantAll } from '../fuzz/plant.ts'
import { people } from '../support/world.ts'
import type { Pair } from './pair.ts'

/**
 * A request as chance has it: of which operation, by whom, how far from what is meant, and how long
 * after the one before.
 */
export interface Step {
  operation: number
  actor: number
  wildness: number
  seed: number
  wait: number
}

/** What goes on by itself for as long as it is listened to is no answer that could be compared. */
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
 * Makes requests for both doors of what is there by then, and sends them to both servers. @returns
 * how many were done
 */
export async function follow(pair: Pair, steps: readonly Step[]): Promise<number> {
  const cast = await castOf(pair)
  const marks = [...(await plantAll(cast)).keys()]
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
        gone: ground.gone(),
        marks,
        cursors: cursors.of(name),
        writes,
        fresh: index,
      })
      const answer = await pair.send(who, request)
      cursors.keep(name, answer)
      if (answer.status < 300 && !answer.body?.errors) done++
    }
  } finally {
    ground.close()
  }
  return done
}
