import { diceOf } from '../../db/seed/dice.ts'
import type { Client, Reply } from './client.ts'
import { dealgraph } from './command.ts'
import {
  described,
  type Fields,
  type Kind,
  keyOf,
  type Office,
  type Told,
  type Write,
} from './writes.ts'

/**
 * What the clients of a load know: what they sent, what was acknowledged, and how the records must
 * be since then.
 */
export interface Book {
  sent: Write[]
  acknowledged: Map<Write, Reply>
  unanswered: Set<Write>
  /** By their REST address, as last acknowledged. */
  records: Map<string, Fields>
  /** Sends writes over several connections until `over`, or until the server is gone. */
  load(client: Client, over: () => boolean): Promise<void>
  /** Sends what was not answered once more. @returns how much that was */
  resend(client: Client): Promise<number>
}

const often: Record<Kind, number> = {
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
 * Opens the book of some clients, each with records of its own, so that it knows how they must be.
 */
export function openBook(seed: number, office: Office, connections = 6): Book {
  const book = {
    sent: [] as Write[],
    acknowledged: new Map<Write, Reply>(),
    unanswered: new Set<Write>(),
    records: new Map<string, Fields>(),
  }
  const dice = diceOf(seed)
  const own = Array.from({ length: connections }, () => [] as string[])
  const ownerOf = new Map<Write, string[]>()

  function newWrite(mine: string[], marker: string): Write {
    for (;;) {
      const kind = dice.weighted(often)
      const some = (place: string) => {
        const found = mine.filter(
          (address) =>
            address.startsWith(`/v1/${place}/`) &&
            !(kind === 'finishTask' && book.records.get(address)?.['completedAt']),
        )
        return found.length > 0 ? dice.pick(found) : undefined
      }
      const asked = described(kind).ask({ marker, office, some, int: dice.int })
      if (asked) return { kind, marker, ...asked }
    }
  }

  function learn(mine: string[], told: Told): void {
    for (const [address, fields] of Object.entries(told)) {
      if (!book.records.has(address)) mine.push(address)
      book.records.set(address, { ...book.records.get(address), ...fields })
    }
  }

  async function send(client: Client, write: Write): Promise<void> {
    const reply = await client.rest(write.method, write.path, write.body, {
      'Idempotency-Key': keyOf(write),
    })
    if (reply.status >= 300 || reply.body.errors)
      throw new Error(`${write.kind} was refused: ${reply.status} ${reply.text}`)
    book.unanswered.delete(write)
    book.acknowledged.set(write, reply)
    learn(ownerOf.get(write) ?? [], described(write.kind).told(reply.body.data ?? {}, write))
  }

  async function work(client: Client, mine: string[], over: () => boolean): Promise<void> {
    while (!over()) {
      const write = newWrite(mine, `m${seed}x${book.sent.length}`)
      ownerOf.set(write, mine)
      book.sent.push(write)
      book.unanswered.add(write)
      try {
        await send(client, write)
      } catch (error) {
        if (!over()) throw error
      }
    }
  }

  return {
    ...book,
    load: async (client, over) =>
      void (await Promise.all(own.map((mine) => work(client, mine, over)))),
    resend: async (client) => {
      const again = [...book.unanswered]
      for (const write of again) await send(client, write)
      return again.length
    },
  }
}

/** A company in this database, made as an operator does. @returns the secret of its Owner's key */
export async function makeCompany(
  env: Record<string, string>,
  run = (...args: string[]) => dealgraph(env, ...args),
): Promise<string> {
  const made = await run(
    'company',
    'create',
    '--name',
    'Acme',
    '--owner-email',
    'o@acme.test',
    '--json',
  )
  if (made.code !== 0) throw new Error(made.err)
  return JSON.parse((await run('keys', 'create', '--user', 'o@acme.test', '--json')).out).secret
}

export async function officeOf(client: Client): Promise<Office> {
  const [pipeline] = (await client.rest('GET', '/v1/pipelines')).body.data
  return { pipelineId: pipeline.id, stageIds: pipeline.stages.map(({ id }: { id: string }) => id) }
}
