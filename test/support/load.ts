import { createRandom } from '../../db/seed/random.ts'
import type { Client, Reply } from './client.ts'
import { runDealgraph } from './command.ts'
import {
  type BoardIds,
  type Fields,
  getIdempotencyKey,
  getWriteKind,
  type Kind,
  type RecordValues,
  type Write,
} from './writes.ts'

/**
 * The writes of a load (sent, acknowledged and unanswered), and the record values that result from
 * them.
 */
export interface WriteLoad {
  sentWrites: Write[]
  acknowledgedWrites: Map<Write, Reply>
  unansweredWrites: Set<Write>
  /** The last acknowledged record values, by REST path. */
  records: Map<string, Fields>
  /** Sends writes over several connections until `isOver` returns true. */
  load(client: Client, isOver: () => boolean): Promise<void>
  /** Sends the unanswered writes again. @returns their number */
  resend(client: Client): Promise<number>
}

const kindWeights: Record<Kind, number> = {
  newTask: 3,
  newPerson: 3,
  newDeal: 2,
  changeTask: 2,
  changePerson: 1,
  tagPerson: 1,
  finishTask: 2,
  moveDeal: 3,
}

/**
 * Creates a load that uses several connections. Each connection changes only its own records, so
 * that their expected values are known.
 */
export function createLoad(seed: number, board: BoardIds, connections = 6): WriteLoad {
  const writeLoad = {
    sentWrites: [] as Write[],
    acknowledgedWrites: new Map<Write, Reply>(),
    unansweredWrites: new Set<Write>(),
    records: new Map<string, Fields>(),
  }
  const random = createRandom(seed)
  const ownRecords = Array.from({ length: connections }, () => [] as string[])
  const pathsByWrite = new Map<Write, string[]>()

  function createWrite(ownPaths: string[], marker: string): Write {
    for (;;) {
      const kind = random.pickWeighted(kindWeights)
      const pickRecord = (collection: string) => {
        const candidates = ownPaths.filter(
          (path) =>
            path.startsWith(`/v1/${collection}/`) &&
            !(kind === 'finishTask' && writeLoad.records.get(path)?.['completedAt']),
        )
        return candidates.length > 0 ? random.pick(candidates) : undefined
      }
      const request = getWriteKind(kind).createRequest({
        marker,
        board,
        pickRecord,
        int: random.int,
      })
      if (request) return { kind, marker, ...request }
    }
  }

  function storeValues(ownPaths: string[], expectedValues: RecordValues): void {
    for (const [path, fields] of Object.entries(expectedValues)) {
      if (!writeLoad.records.has(path)) ownPaths.push(path)
      writeLoad.records.set(path, { ...writeLoad.records.get(path), ...fields })
    }
  }

  async function sendWrite(client: Client, write: Write): Promise<void> {
    const response = await client.rest(write.method, write.path, write.body, {
      'Idempotency-Key': getIdempotencyKey(write),
    })
    if (response.status >= 300 || response.body.errors)
      throw new Error(`${write.kind} was rejected: ${response.status} ${response.text}`)
    writeLoad.unansweredWrites.delete(write)
    writeLoad.acknowledgedWrites.set(write, response)
    storeValues(
      pathsByWrite.get(write) ?? [],
      getWriteKind(write.kind).getExpectedValues(response.body.data ?? {}, write),
    )
  }

  async function sendWrites(
    client: Client,
    ownPaths: string[],
    isOver: () => boolean,
  ): Promise<void> {
    while (!isOver()) {
      const write = createWrite(ownPaths, `m${seed}x${writeLoad.sentWrites.length}`)
      pathsByWrite.set(write, ownPaths)
      writeLoad.sentWrites.push(write)
      writeLoad.unansweredWrites.add(write)
      try {
        await sendWrite(client, write)
      } catch (error) {
        if (!isOver()) throw error
      }
    }
  }

  return {
    ...writeLoad,
    load: async (client, isOver) =>
      void (await Promise.all(ownRecords.map((ownPaths) => sendWrites(client, ownPaths, isOver)))),
    resend: async (client) => {
      const repeatedWrites = [...writeLoad.unansweredWrites]
      for (const write of repeatedWrites) await sendWrite(client, write)
      return repeatedWrites.length
    },
  }
}

/** Creates a company with `dealgraph company create`. @returns an API key of its Owner */
export async function createCompanyByCommand(
  env: Record<string, string>,
  runCommand = (...args: string[]) => runDealgraph(env, ...args),
): Promise<string> {
  const creation = await runCommand(
    'company',
    'create',
    '--name',
    'Acme',
    '--owner-email',
    'o@acme.test',
    '--json',
  )
  if (creation.code !== 0) throw new Error(creation.stderr)
  return JSON.parse((await runCommand('keys', 'create', '--user', 'o@acme.test', '--json')).stdout)
    .secret
}

export async function readBoardIds(client: Client): Promise<BoardIds> {
  const [pipeline] = (await client.rest('GET', '/v1/pipelines')).body.data
  return { pipelineId: pipeline.id, stageIds: pipeline.stages.map(({ id }: { id: string }) => id) }
}
