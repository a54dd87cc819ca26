import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRandom } from '../db/seed/random.ts'
import { type Client, createHttpClient, type Reply } from './support/client.ts'
import { type RunningServer, runDealgraph, serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { findFaults } from './support/crash-faults.ts'
import { type Folder, newFolder } from './support/folder.ts'
import { createLoad, readBoardIds, type WriteLoad } from './support/load.ts'
import { getIdempotencyKey, getWriteKind, type Write } from './support/writes.ts'

/** For a longer run: `KILLS=500 SEED=7 npx vitest run test/durability` */
const killCount = Number(process.env['KILLS'] ?? 5)
const seed = Number(process.env['SEED'] ?? 1)
const rateLimit = 100_000_000
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('Durability', () => {
  let folder: Folder
  let databaseFile = ''
  let env: Record<string, string>
  let server: RunningServer | undefined
  beforeEach(() => {
    folder = newFolder()
    databaseFile = folder.file()
    env = { ...folder.env(), RATE_LIMIT_PER_HOUR: String(rateLimit) }
  })
  afterEach(async () => {
    await server?.stop('SIGKILL')
    folder.remove()
  })

  const random = createRandom(seed)
  const pickSample = <T>(list: Iterable<T>, isFullSample: boolean) =>
    isFullSample ? [...list] : random.sample([...list], 40)

  /** Expects repeated requests to return the same bytes and to be marked as replayed. */
  async function expectReplays(client: Client, entries: Iterable<[Write, Reply]>): Promise<void> {
    for (const [write, { status, text }] of entries) {
      const repeatedReply = await client.rest(write.method, write.path, write.body, {
        'Idempotency-Key': getIdempotencyKey(write),
      })
      expect({
        status: repeatedReply.status,
        text: repeatedReply.text,
        replayed: repeatedReply.headers.get('idempotent-replayed'),
      }).toEqual({ status, text, replayed: 'true' })
    }
  }

  /** Expects each record to have its last acknowledged fields. */
  async function expectFields(client: Client, records: Iterable<[string, object]>): Promise<void> {
    for (const [address, fields] of records)
      expect((await client.rest('GET', address)).body.data).toMatchObject(fields)
  }

  /**
   * Expects the rate limit to have counted at least `otherUnits` and the units of each acknowledged
   * write.
   */
  async function expectUnits(
    client: Client,
    writeLoad: WriteLoad,
    otherUnits: number,
  ): Promise<void> {
    const acknowledgedUnits = [...writeLoad.acknowledgedWrites.keys()].reduce(
      (sum, { kind }) => sum + getWriteKind(kind).units,
      0,
    )
    const { headers } = await client.rest('GET', '/v1/me')
    expect(rateLimit - Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(
      acknowledgedUnits + otherUnits,
    )
  }

  test(
    'a server killed repeatedly under load keeps acknowledged writes and executes each request once',
    async () => {
      const secret = await createCompanyWithKey(env)
      let writeLoad: WriteLoad | undefined
      let [resentCount, otherUnits] = [0, 0]
      for (let round = 0; round <= killCount; round++) {
        server = await serve(env)
        const client = createHttpClient(server.url, secret)
        writeLoad ??= createLoad(seed, await readBoardIds(client))
        await expectUnits(client, writeLoad, otherUnits)
        const replays = pickSample(writeLoad.acknowledgedWrites, round === killCount)
        await expectReplays(client, replays)
        resentCount += await writeLoad.resend(client)
        const records = pickSample(writeLoad.records, round === killCount)
        await expectFields(client, records)
        otherUnits += 1 + replays.length + records.length
        if (round === killCount) {
          await server.stop()
        } else {
          let isKilled = false
          const pendingLoad = writeLoad.load(client, () => isKilled)
          await sleep(random.int(100, 900))
          isKilled = true
          await server.stop('SIGKILL')
          await pendingLoad
        }
        expect(
          findFaults(databaseFile, writeLoad.sentWrites, writeLoad.acknowledgedWrites.keys()),
        ).toEqual({
          lostWrites: [],
          problems: [],
        })
      }
      expect(writeLoad?.unansweredWrites.size).toBe(0)
      console.log(
        `${killCount} kills survived (seed ${seed}): ${writeLoad?.acknowledgedWrites.size} acknowledged writes checked, ${resentCount} requests resent`,
      )
    },
    20_000 + killCount * 20_000,
  )

  test('a command that finds damaged rate limit counters replaces the counters and succeeds', async () => {
    await runDealgraph(env, 'migrate')
    const fileContent = readFileSync(`${databaseFile}-limits`)
    for (const damagedContent of [
      Buffer.alloc(fileContent.length, 7),
      Buffer.concat([fileContent.subarray(0, 4096), Buffer.alloc(4096, 7)]),
      fileContent.subarray(0, 100),
    ]) {
      writeFileSync(`${databaseFile}-limits`, damagedContent)
      expect(await runDealgraph(env, 'keys', 'list', '--json')).toMatchObject({
        code: 0,
        stderr: '',
      })
      const counters = new Database(`${databaseFile}-limits`)
      expect(counters.pragma('integrity_check', { simple: true })).toBe('ok')
      counters.close()
    }
  })
})
