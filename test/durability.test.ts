import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDice } from '../db/seed/dice.ts'
import { type Client, clientOf, type Reply } from './support/client.ts'
import { dealgraph, type RunningServer, serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { findFaults } from './support/crash-faults.ts'
import { type Folder, newFolder } from './support/folder.ts'
import { createLoad, type LoadRecord, readBoardIds } from './support/load.ts'
import { describeKind, idempotencyKeyOf, type Write } from './support/writes.ts'

/** `KILLS=500 SEED=7 npx vitest run test/durability` for a long run. */
const kills = Number(process.env['KILLS'] ?? 5)
const seed = Number(process.env['SEED'] ?? 1)
const limit = 100_000_000
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('Durability', () => {
  let folder: Folder
  let file = ''
  let env: Record<string, string>
  let server: RunningServer | undefined
  beforeEach(() => {
    folder = newFolder()
    file = folder.file()
    env = { ...folder.env(), RATE_LIMIT_PER_HOUR: String(limit) }
  })
  afterEach(async () => {
    await server?.stop('SIGKILL')
    folder.remove()
  })

  const dice = createDice(seed)
  const sample = <T>(list: Iterable<T>, last: boolean) =>
    last ? [...list] : dice.sample([...list], 40)

  /** Repeated requests return the same bytes and are marked as replayed. */
  async function replay(client: Client, entries: Iterable<[Write, Reply]>): Promise<void> {
    for (const [write, { status, text }] of entries) {
      const repeated = await client.rest(write.method, write.path, write.body, {
        'Idempotency-Key': idempotencyKeyOf(write),
      })
      expect({
        status: repeated.status,
        text: repeated.text,
        replayed: repeated.headers.get('idempotent-replayed'),
      }).toEqual({ status, text, replayed: 'true' })
    }
  }

  /** Each record has its last acknowledged fields. */
  async function compare(client: Client, records: Iterable<[string, object]>): Promise<void> {
    for (const [address, fields] of records)
      expect((await client.rest('GET', address)).body.data).toMatchObject(fields)
  }

  /**
   * The counters include every acknowledged unit, of writes and of `others`, which cost one each.
   */
  async function countUnits(client: Client, book: LoadRecord, others: number): Promise<void> {
    const units = [...book.acknowledged.keys()].reduce(
      (sum, { kind }) => sum + describeKind(kind).units,
      0,
    )
    const { headers } = await client.rest('GET', '/v1/me')
    expect(limit - Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(units + others)
  }

  test(
    'a server killed repeatedly under load keeps acknowledged writes and executes resent requests exactly once',
    async () => {
      const secret = await createCompanyWithKey(env)
      let book: LoadRecord | undefined
      let [resent, others] = [0, 0]
      for (let round = 0; round <= kills; round++) {
        server = await serve(env)
        const client = clientOf(server.url, secret)
        book ??= createLoad(seed, await readBoardIds(client))
        await countUnits(client, book, others)
        const replays = sample(book.acknowledged, round === kills)
        await replay(client, replays)
        resent += await book.resend(client)
        const records = sample(book.records, round === kills)
        await compare(client, records)
        others += 1 + replays.length + records.length
        if (round === kills) {
          await server.stop()
        } else {
          let killed = false
          const loading = book.load(client, () => killed)
          await pause(dice.int(100, 900))
          killed = true
          await server.stop('SIGKILL')
          await loading
        }
        expect(findFaults(file, book.sent, book.acknowledged.keys())).toEqual({
          lost: [],
          problems: [],
        })
      }
      expect(book?.unanswered.size).toBe(0)
      console.log(
        `${kills} kills survived (seed ${seed}): ${book?.acknowledged.size} acknowledged writes checked, ${resent} requests resent`,
      )
    },
    20_000 + kills * 20_000,
  )

  test('rate limit counters torn by a loss of power do not block any key', async () => {
    await dealgraph(env, 'migrate')
    const whole = readFileSync(`${file}-limits`)
    for (const torn of [
      Buffer.alloc(whole.length, 7),
      Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(4096, 7)]),
      whole.subarray(0, 100),
    ]) {
      writeFileSync(`${file}-limits`, torn)
      expect(await dealgraph(env, 'keys', 'list', '--json')).toMatchObject({ code: 0, err: '' })
      const counters = new Database(`${file}-limits`)
      expect(counters.pragma('integrity_check', { simple: true })).toBe('ok')
      counters.close()
    }
  })
})
