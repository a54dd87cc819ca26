import type { GraphQLError } from 'graphql'
import { createRecords } from './create-records.ts'
import { createDatabaseMonitor } from './database-monitor.ts'
import type { Actor, Fixture } from './fixture.ts'
import type { GeneratorContext } from './generator-context.ts'
import { rootFieldOperations } from './graphql.ts'
import { type Exchange, findViolation, getOutcome, type Outcome } from './invariants.ts'
import { findNullPath } from './null-path.ts'
import { createRandomSource, type RandomSource, shrinkDraws } from './random-source.ts'
import { formatCurl, type Operation, type Request } from './request.ts'
import { routeOperations } from './rest.ts'
import { type FuzzResponse, send } from './send.ts'

/** The numbers of inputs and replays of a run, and the outcomes by operation. */
export interface Statistics {
  inputCount: number
  countsByOperation: Map<string, Record<Outcome | 'slowestMs', number>>
  replayCount: number
}

export const operations: Operation[] = [...routeOperations, ...rootFieldOperations]

/**
 * The number of inputs after which the database is restored, so that only a few earlier inputs can
 * contribute to a failure.
 */
const inputsPerRestore = 500

export interface Fuzzer {
  statistics: Statistics
  /**
   * Sends the next inputs. @returns the first failure, with the steps that reproduce it, or
   * undefined
   */
  run(inputCount: number): Promise<string | undefined>
  /** Returns the operations that never succeeded, or that were never rejected. */
  listOperationsWithout(outcome: 'succeeded' | 'rejected'): string[]
  /** Returns the slowest operations, with their longest response time in milliseconds. */
  findSlowestOperations(limit: number): [name: string, ms: number][]
  formatSummary(): string
  close(): void
}

/**
 * Sends inputs derived from a seed to every REST and GraphQL operation as every actor, and checks
 * each response against the invariants.
 */
export async function createFuzzer(fixture: Fixture, seed: number): Promise<Fuzzer> {
  const markers = await createRecords(fixture)
  const monitor = createDatabaseMonitor(fixture)
  const statistics: Statistics = {
    inputCount: 0,
    replayCount: 0,
    countsByOperation: new Map(
      operations.map(({ name }) => [name, { succeeded: 0, rejected: 0, partial: 0, slowestMs: 0 }]),
    ),
  }
  const cursors = createCursorStore()

  const getCounts = (name: string) =>
    statistics.countsByOperation.get(name) as Record<Outcome | 'slowestMs', number>
  const listOperationsWithout = (outcome: 'succeeded' | 'rejected') =>
    operations.map(({ name }) => name).filter((name) => getCounts(name)[outcome] === 0)

  async function runInputs(inputCount: number): Promise<string | undefined> {
    for (let index = 0; index < inputCount; index++) {
      if (statistics.inputCount % inputsPerRestore === 0) {
        monitor.restoreRows()
        cursors.clear()
      }
      const failure = await runInput(statistics.inputCount++)
      if (failure) return failure
    }
    return undefined
  }

  async function runInput(index: number): Promise<string | undefined> {
    const random = createRandomSource(seed * 1_000_003 + index)
    const plan = planInput(random, index)
    const inputSeed = random.integer(0, 2 ** 31)
    const request = createRequest(plan, createRandomSource(inputSeed), index)
    const exchangeOrFailure = await sendAndCheck(plan.actor, request)
    if (typeof exchangeOrFailure === 'string')
      return describeFailure(exchangeOrFailure, plan, inputSeed, index, request)
    const outcome = getOutcome(exchangeOrFailure)
    const { name } = plan.operation
    getCounts(name)[outcome]++
    getCounts(name).slowestMs = Math.max(
      getCounts(name).slowestMs,
      exchangeOrFailure.response.durationMs,
    )
    cursors.record(name, exchangeOrFailure.response)
    const repeatFailure = request.isWrite
      ? outcome === 'succeeded' && (await checkReplay(plan.actor, request, exchangeOrFailure))
      : await checkRepeatedQuery(plan.actor, request, exchangeOrFailure)
    if (request.isWrite && outcome === 'succeeded') monitor.restoreActors()
    return repeatFailure || undefined
  }

  /**
   * Plans an input: for the next operation, or sometimes for an operation that has not succeeded
   * yet, by an actor with sufficient permissions.
   */
  function planInput(random: RandomSource, index: number) {
    const uncoveredNames = index % 3 === 0 ? listOperationsWithout('succeeded') : []
    const name =
      random.chance(0.2 + uncoveredNames.length / 50) && uncoveredNames.length > 0
        ? random.pick(uncoveredNames)
        : undefined
    const operation =
      operations.find((candidate) => candidate.name === name) ??
      (operations[(index * 7) % operations.length] as Operation)
    const actors = fixture.actors
    const actor = name || random.chance(0.25) ? (actors[0] as Actor) : random.pick(actors)
    const invalidity = name || random.chance(0.45) ? 0 : random.pick([0.08, 0.2, 0.5])
    return { operation, actor, invalidity }
  }
  type Plan = ReturnType<typeof planInput>

  function createRequest(
    { operation, actor, invalidity }: Plan,
    random: RandomSource,
    index: number,
  ): Request {
    const generatorContext: GeneratorContext = {
      random,
      invalidity,
      caller: actor.caller ?? { user: 'owner' },
      records: monitor.readRecords(),
      deletedIds: monitor.listDeletedIds(),
      markers: [...markers.keys()],
      cursors: cursors.get(operation.name),
      isWrite: operation.isWrite,
      uniqueNumber: index,
    }
    return operation.generate(generatorContext)
  }

  async function sendAndCheck(actor: Actor, request: Request): Promise<Exchange | string> {
    const stateBefore = { version: monitor.readVersion(), records: monitor.readRecords() }
    monitor.captureRows()
    let response: FuzzResponse
    try {
      response = await send(fixture.url, actor, request)
    } catch (error) {
      return `no response: ${String(error)} ${fixture.takeLoggedErrors().join('\n')}`
    }
    const exchange = {
      fixture,
      monitor,
      markers,
      actor,
      request,
      response,
      stateBefore,
    }
    const violation = findViolation(exchange)
    return violation ? `${violation}\n${response.status} ${response.text.slice(0, 3000)}` : exchange
  }

  /**
   * Sends a request again with the same `Idempotency-Key`, and checks that the response has the
   * same bytes and that no row changes.
   */
  async function checkReplay(
    actor: Actor,
    request: Request,
    { response }: Exchange,
  ): Promise<string | undefined> {
    if (
      !response.text ||
      !request.headers.some(([name]) => name === 'Idempotency-Key') ||
      request.method === 'DELETE'
    )
      return undefined
    monitor.captureRows()
    const secondResponse = await send(fixture.url, actor, request)
    // A request that revokes its own caller's access also revokes access to the stored response.
    if (
      [401, 429].includes(secondResponse.status) ||
      /"code":"(FORBIDDEN|UNAUTHORIZED)"/.test(secondResponse.text)
    )
      return undefined
    statistics.replayCount++
    if (secondResponse.text === response.text && monitor.listChangedTables().length === 0)
      return undefined
    return `a request repeated with its Idempotency-Key has a different response or changes a row\n${response.text.slice(0, 1000)}\n${secondResponse.status} ${secondResponse.text.slice(0, 1000)}\n${formatCurl(fixture.url, request, actor)}`
  }

  /**
   * Sends a query again, so that the server executes it as a compiled operation. Checks that the
   * result is the same, except for times and request ids.
   */
  async function checkRepeatedQuery(
    actor: Actor,
    request: Request,
    { response }: Exchange,
  ): Promise<string | undefined> {
    if (
      request.interface !== 'graphql' ||
      response.isStream ||
      response.status !== 200 ||
      !response.body?.data
    )
      return undefined
    const secondResponse = await send(fixture.url, actor, request)
    // `secondsInStage` can change between the two requests.
    const removeTimes = (result: string) =>
      formatCurl(fixture.url, request, actor).includes('secondsInStage')
        ? result.replace(/\d+/g, '')
        : result
    if (
      removeTimes(toComparableResult(secondResponse)) === removeTimes(toComparableResult(response))
    )
      return undefined
    return `the same query has different results\n${toComparableResult(response)}\n${secondResponse.status} ${toComparableResult(secondResponse)}\n${formatCurl(fixture.url, request, actor)}`
  }

  async function describeFailure(
    failure: string,
    plan: Plan,
    inputSeed: number,
    index: number,
    request: Request,
  ): Promise<string> {
    const failureKind = failure.split(/[:\n]/)[0]
    const lines = [
      failure,
      '',
      `seed ${seed}, input ${index} (in the tests: SEED=${seed} RUNS=${index + 1}), ${plan.operation.name} as ${plan.actor.name}:`,
      formatCurl(fixture.url, request, plan.actor),
    ]
    if (failureKind === 'no response') return lines.join('\n')
    let shrunkFailure: { request: Request; failure: string } | undefined
    const { draws } = recordDraws(plan, inputSeed, index)
    await shrinkDraws(draws, async (candidate) => {
      const shrunkRequest = createRequest(plan, createRandomSource(0, candidate), index)
      const exchangeOrFailure = await sendAndCheck(plan.actor, shrunkRequest)
      const isSameFailure =
        typeof exchangeOrFailure === 'string' && exchangeOrFailure.startsWith(failureKind as string)
      if (isSameFailure) shrunkFailure = { request: shrunkRequest, failure: exchangeOrFailure }
      return isSameFailure
    })
    if (shrunkFailure)
      lines.push(
        '',
        'simplified:',
        formatCurl(fixture.url, shrunkFailure.request, plan.actor),
        shrunkFailure.failure,
      )
    return lines.join('\n')
  }

  function recordDraws(plan: Plan, inputSeed: number, index: number): RandomSource {
    const random = createRandomSource(inputSeed)
    createRequest(plan, random, index)
    return random
  }

  function formatSummary(): string {
    const totals = { succeeded: 0, rejected: 0, partial: 0 }
    for (const counts of statistics.countsByOperation.values())
      for (const outcome of ['succeeded', 'rejected', 'partial'] as const)
        totals[outcome] += counts[outcome]
    const coveredCount = operations.length - listOperationsWithout('succeeded').length
    return `fuzz: ${statistics.inputCount} inputs to ${operations.length} operations, ${coveredCount} of them succeeded at least once; ${totals.succeeded} succeeded, ${totals.partial} partially, ${totals.rejected} rejected, ${statistics.replayCount} repeated; seed ${seed}`
  }
  const findSlowestOperations = (limit: number) =>
    [...statistics.countsByOperation]
      .map(([name, counts]): [string, number] => [name, counts.slowestMs])
      .sort(([, a], [, b]) => b - a)
      .slice(0, limit)
  return {
    statistics,
    run: runInputs,
    listOperationsWithout,
    findSlowestOperations,
    formatSummary,
    close: () => monitor.close(),
  }
}

/** Stores cursors from responses, for later requests to the same and to other operations. */
export function createCursorStore() {
  const cursorsByOperation = new Map<string, string[]>()
  return {
    clear: () => cursorsByOperation.clear(),
    get: (name: string) => ({
      sameOperation: cursorsByOperation.get(name) ?? [],
      all: ['none', ...[...cursorsByOperation.values()].flat().slice(-50)],
    }),
    record(name: string, { text }: FuzzResponse) {
      const cursors = [
        ...text.matchAll(/"(?:nextCursor|endCursor|startCursor|cursor)":"([^"]+)"/g),
      ].map(([, cursor]) => cursor as string)
      if (cursors.length > 0) cursorsByOperation.set(name, cursors.slice(-3))
    },
  }
}

function toComparableResult({ body }: FuzzResponse): string {
  const serializeWithoutVariableParts = (value: unknown) =>
    JSON.stringify(value).replace(/"requestId":"[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
  // If several errors make the same field null, the server may report any of them.
  const errorPositions = ((body?.errors ?? []) as GraphQLError[]).map(({ path, message }) =>
    path ? findNullPath(body?.data, path) : message,
  )
  return [serializeWithoutVariableParts(body?.data), ...new Set(errorPositions.sort())].join('\n')
}
