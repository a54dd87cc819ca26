import type { GraphQLError } from 'graphql'
import type { Actor, Cast } from './cast.ts'
import { createRecords } from './create-records.ts'
import { type Dice, diceOf, findSimplest } from './dice.ts'
import { rootFields } from './graphql.ts'
import { groundOf } from './ground.ts'
import { broken, type Exchange, type Outcome, outcomeOf } from './laws.ts'
import { nullAt } from './null-at.ts'
import type { Pool } from './pool.ts'
import { curlOf, type Operation, type Request } from './request.ts'
import { routes } from './rest.ts'
import { type Answer, send } from './send.ts'

/** The inputs of a run and their results. */
export interface Tally {
  tried: number
  counts: Map<string, Record<Outcome | 'slowest', number>>
  repeated: number
}

export const operations: Operation[] = [...routes, ...rootFields]

/**
 * After this number of inputs the database is restored, so that a failure depends on few earlier
 * inputs.
 */
const stretch = 500

export interface Drive {
  tally: Tally
  /** Sends the next inputs. @returns the first failure with what reproduces it */
  go(inputs: number): Promise<string | undefined>
  /** The operations without a success, and those without a refusal. */
  missing(outcome: 'done' | 'refused'): string[]
  /** The slowest operations with their longest response time in milliseconds. */
  slowest(count: number): [name: string, ms: number][]
  summary(): string
  close(): void
}

/**
 * Sends inputs from a seed for every operation of both contracts and every actor, and checks each
 * response against the laws.
 */
export async function driveOf(cast: Cast, seed: number): Promise<Drive> {
  const marks = await createRecords(cast)
  const ground = groundOf(cast)
  const tally: Tally = {
    tried: 0,
    repeated: 0,
    counts: new Map(
      operations.map(({ name }) => [name, { done: 0, refused: 0, partly: 0, slowest: 0 }]),
    ),
  }
  const cursors = cursorsSeen()

  const count = (name: string) => tally.counts.get(name) as Record<Outcome | 'slowest', number>
  const missing = (outcome: 'done' | 'refused') =>
    operations.map(({ name }) => name).filter((name) => count(name)[outcome] === 0)

  async function go(inputs: number): Promise<string | undefined> {
    for (let done = 0; done < inputs; done++) {
      if (tally.tried % stretch === 0) {
        ground.restoreRows()
        cursors.clear()
      }
      const failure = await one(tally.tried++)
      if (failure) return failure
    }
    return undefined
  }

  async function one(index: number): Promise<string | undefined> {
    const dice = diceOf(seed * 1_000_003 + index)
    const plan = planOf(dice, index)
    const inputSeed = dice.int(0, 2 ** 31)
    const request = requestOf(plan, diceOf(inputSeed), index)
    const found = await tried(plan.actor, request)
    if (typeof found === 'string') return readReceived(found, plan, inputSeed, index, request)
    const outcome = outcomeOf(found)
    const { name } = plan.operation
    count(name)[outcome]++
    count(name).slowest = Math.max(count(name).slowest, found.answer.ms)
    cursors.keep(name, found.answer)
    const again = request.writes
      ? outcome === 'done' && (await repeated(plan.actor, request, found))
      : await askedAgain(plan.actor, request, found)
    if (request.writes && outcome === 'done') ground.restoreActors()
    return again || undefined
  }

  /**
   * Usually the next operation; often one without a success so far, by an actor with the rights for
   * it.
   */
  function planOf(dice: Dice, index: number) {
    const uncovered = index % 3 === 0 ? missing('done') : []
    const name =
      dice.chance(0.2 + uncovered.length / 50) && uncovered.length > 0
        ? dice.pick(uncovered)
        : undefined
    const operation =
      operations.find((each) => each.name === name) ??
      (operations[(index * 7) % operations.length] as Operation)
    const allUsers = cast.actors
    const actor = name || dice.chance(0.25) ? (allUsers[0] as Actor) : dice.pick(allUsers)
    const wildness = name || dice.chance(0.45) ? 0 : dice.pick([0.08, 0.2, 0.5])
    return { operation, actor, wildness }
  }
  type Plan = ReturnType<typeof planOf>

  function requestOf({ operation, actor, wildness }: Plan, dice: Dice, index: number): Request {
    const pool: Pool = {
      dice,
      wildness,
      caller: actor.caller ?? { who: 'owner' },
      records: ground.records(),
      gone: ground.deletedIds(),
      marks: [...marks.keys()],
      cursors: cursors.of(operation.name),
      writes: operation.writes,
      fresh: index,
    }
    return operation.make(pool)
  }

  async function tried(actor: Actor, request: Request): Promise<Exchange | string> {
    const before = { version: ground.version(), records: ground.records() }
    ground.hold()
    let response: Answer
    try {
      response = await send(cast.url, actor, request)
    } catch (error) {
      return `no answer: ${String(error)} ${cast.faults().join('\n')}`
    }
    const exchange = { cast, ground, marks, actor, request, answer: response, before }
    const wrong = broken(exchange)
    return wrong ? `${wrong}\n${response.status} ${response.text.slice(0, 3000)}` : exchange
  }

  /**
   * A repeated request with the same Idempotency-Key returns the same bytes and changes nothing.
   */
  async function repeated(
    actor: Actor,
    request: Request,
    { answer: response }: Exchange,
  ): Promise<string | undefined> {
    if (
      !response.text ||
      !request.headers.some(([name]) => name === 'Idempotency-Key') ||
      request.method === 'DELETE'
    )
      return undefined
    ground.hold()
    const again = await send(cast.url, actor, request)
    // A change that ends the caller's own access also ends access to the stored response.
    if ([401, 429].includes(again.status) || /"code":"(FORBIDDEN|UNAUTHORIZED)"/.test(again.text))
      return undefined
    tally.repeated++
    if (again.text === response.text && ground.changed().length === 0) return undefined
    return `sent twice under one Idempotency-Key, it is answered differently\n${response.text.slice(0, 1000)}\n${again.status} ${again.text.slice(0, 1000)}\n${curlOf(cast.url, request, actor)}`
  }

  /** A repeated query is compiled and returns the same result, except times and request ids. */
  async function askedAgain(
    actor: Actor,
    request: Request,
    { answer: response }: Exchange,
  ): Promise<string | undefined> {
    if (
      request.door !== 'graphql' ||
      response.stream ||
      response.status !== 200 ||
      !response.body?.data
    )
      return undefined
    const again = await send(cast.url, actor, request)
    // Whole seconds can pass between both.
    const withoutTimes = (result: string) =>
      curlOf(cast.url, request, actor).includes('secondsInStage')
        ? result.replace(/\d+/g, '')
        : result
    if (withoutTimes(saidBy(again)) === withoutTimes(saidBy(response))) return undefined
    return `asked twice, it is answered differently\n${saidBy(response)}\n${again.status} ${saidBy(again)}\n${curlOf(cast.url, request, actor)}`
  }

  async function readReceived(
    failure: string,
    plan: Plan,
    inputSeed: number,
    index: number,
    request: Request,
  ): Promise<string> {
    const law = failure.split(/[:\n]/)[0]
    const lines = [
      failure,
      '',
      `seed ${seed}, input ${index} (in the tests: SEED=${seed} RUNS=${index + 1}), ${plan.operation.name} as ${plan.actor.name}:`,
      curlOf(cast.url, request, plan.actor),
    ]
    if (law === 'no answer') return lines.join('\n')
    let least: { request: Request; found: string } | undefined
    const { tape } = replay(plan, inputSeed, index)
    await findSimplest(tape, async (candidate) => {
      const simpler = requestOf(plan, diceOf(0, candidate), index)
      const found = await tried(plan.actor, simpler)
      const same = typeof found === 'string' && found.startsWith(law as string)
      if (same) least = { request: simpler, found }
      return same
    })
    if (least)
      lines.push('', 'and plainer:', curlOf(cast.url, least.request, plan.actor), least.found)
    return lines.join('\n')
  }

  function replay(plan: Plan, inputSeed: number, index: number): Dice {
    const dice = diceOf(inputSeed)
    requestOf(plan, dice, index)
    return dice
  }

  function summary(): string {
    const total = { done: 0, refused: 0, partly: 0 }
    for (const each of tally.counts.values())
      for (const outcome of ['done', 'refused', 'partly'] as const) total[outcome] += each[outcome]
    const covered = operations.length - missing('done').length
    return `fuzz: ${tally.tried} inputs to ${operations.length} operations, ${covered} of them succeeded at least once; ${total.done} done, ${total.partly} partly, ${total.refused} refused, ${tally.repeated} repeated; seed ${seed}`
  }
  const slowest = (most: number) =>
    [...tally.counts]
      .map(([name, each]): [string, number] => [name, each.slowest])
      .sort(([, a], [, b]) => b - a)
      .slice(0, most)
  return { tally, go, missing, slowest, summary, close: () => ground.close() }
}

/** Cursors of responses, to be sent again with the right and with other operations. */
export function cursorsSeen() {
  const collected = new Map<string, string[]>()
  return {
    clear: () => collected.clear(),
    of: (name: string) => ({
      own: collected.get(name) ?? [],
      all: ['none', ...[...collected.values()].flat().slice(-50)],
    }),
    keep(name: string, { text }: Answer) {
      const found = [
        ...text.matchAll(/"(?:nextCursor|endCursor|startCursor|cursor)":"([^"]+)"/g),
      ].map(([, cursor]) => cursor as string)
      if (found.length > 0) collected.set(name, found.slice(-3))
    },
  }
}

function saidBy({ body }: Answer): string {
  const plain = (value: unknown) =>
    JSON.stringify(value).replace(/"requestId":"[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
  // If several errors null the same field, any of them may be reported.
  const nulls = ((body?.errors ?? []) as GraphQLError[]).map(({ path, message }) =>
    path ? nullAt(body?.data, path) : message,
  )
  return [plain(body?.data), ...new Set(nulls.sort())].join('\n')
}
