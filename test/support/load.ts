import { createDice } from '../../db/seed/dice.ts'
import type { Client, Reply } from './client.ts'
import { dealgraph } from './command.ts'
import {
  type BoardIds,
  describeKind,
  type Fields,
  idempotencyKeyOf,
  type Kind,
  type RecordValues,
  type Write,
} from './writes.ts'

/** The writes of a load: sent, acknowledged and unanswered, and the expected records. */
export interface LoadRecord {
  sent: Write[]
  acknowledged: Map<Write, Reply>
  unanswered: Set<Write>
  /** The last acknowledged values by REST address. */
  records: Map<string, Fields>
  /** Sends writes over several connections until `over`. */
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

/** Creates a load of several connections, each with its own records, so that values are known. */
export function createLoad(seed: number, board: BoardIds, connections = 6): LoadRecord {
  const book = {
    sent: [] as Write[],
    acknowledged: new Map<Write, Reply>(),
    unanswered: new Set<Write>(),
    records: new Map<string, Fields>(),
  }
  const dice = createDice(seed)
  const own = Array.from({ length: connections }, () => [] as string[])
  const ownerOf = new Map<Write, string[]>()

  function newWrite(mine: string[], marker: string): Write {
    for (;;) {
      const kind = dice.pickWeighted(kindWeights)
      const pickRecord = (place: string) => {
        const found = mine.filter(
          (address) =>
            address.startsWith(`/v1/${place}/`) &&
            !(kind === 'finishTask' && book.records.get(address)?.['completedAt']),
        )
        return found.length > 0 ? dice.pick(found) : undefined
      }
      const request = describeKind(kind).createRequest({
        marker,
        board,
        pickRecord,
        int: dice.int,
      })
      if (request) return { kind, marker, ...request }
    }
  }

  function learn(mine: string[], expectValues: RecordValues): void {
    for (const [address, fields] of Object.entries(expectValues)) {
      if (!book.records.has(address)) mine.push(address)
      book.records.set(address, { ...book.records.get(address), ...fields })
    }
  }

  async function send(client: Client, write: Write): Promise<void> {
    const reply = await client.rest(write.method, write.path, write.body, {
      'Idempotency-Key': idempotencyKeyOf(write),
    })
    if (reply.status >= 300 || reply.body.errors)
      throw new Error(`${write.kind} was refused: ${reply.status} ${reply.text}`)
    book.unanswered.delete(write)
    book.acknowledged.set(write, reply)
    learn(
      ownerOf.get(write) ?? [],
      describeKind(write.kind).expectValues(reply.body.data ?? {}, write),
    )
  }

  async function work(client: Client, mine: string[], isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const write = newWrite(mine, `m${seed}x${book.sent.length}`)
      ownerOf.set(write, mine)
      book.sent.push(write)
      book.unanswered.add(write)
      try {
        await send(client, write)
      } catch (error) {
        if (!isOver()) throw error
      }
    }
  }

  return {
    ...book,
    load: async (client, isOver) =>
      void (await Promise.all(own.map((mine) => work(client, mine, isOver)))),
    resend: async (client) => {
      const repeated = [...book.unanswered]
      for (const write of repeated) await send(client, write)
      return repeated.length
    },
  }
}

/** Creates a company with commands. @returns the secret of its Owner's key */
export async function createCompanyByCommand(
  env: Record<string, string>,
  run = (...args: string[]) => dealgraph(env, ...args),
): Promise<string> {
  const created = await run(
    'company',
    'create',
    '--name',
    'Acme',
    '--owner-email',
    'o@acme.test',
    '--json',
  )
  if (created.code !== 0) throw new Error(created.err)
  return JSON.parse((await run('keys', 'create', '--user', 'o@acme.test', '--json')).out).secret
}

export async function readBoardIds(client: Client): Promise<BoardIds> {
  const [pipeline] = (await client.rest('GET', '/v1/pipelines')).body.data
  return { pipelineId: pipeline.id, stageIds: pipeline.stages.map(({ id }: { id: string }) => id) }
}
