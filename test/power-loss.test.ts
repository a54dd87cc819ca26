import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { diceOf } from '../db/seed/dice.ts'
import { clientOf } from './support/client.ts'
import { running, type Serving, serve } from './support/command.ts'
import { type Disk, diskOf } from './support/disk.ts'
import { type Book, makeCompany, officeOf, openBook } from './support/load.ts'
import { examine } from './support/sound.ts'
import { type Call, callsOf, unwatchable, watchedBy } from './support/system-calls.ts'
import type { Write } from './support/writes.ts'

/**
 * Killing a process does not show what a loss of power does, for what was written stays in the
 * system's memory. So the program runs under strace, and its system calls are played into a disk
 * that keeps only what was synced.
 * `CUTS=500 WRITES=5000 SEED=7 npx vitest run test/power-loss` for a long run.
 */
const seed = Number(process.env['SEED'] ?? 1)
const cuts = Number(process.env['CUTS'] ?? 16)
const writes = Number(process.env['WRITES'] ?? 400)
const patience = 60_000 + 1000 * cuts + 20 * writes
const reason = unwatchable()
if (reason) console.warn(`NOT RUN, so that nothing is shown about a loss of power: ${reason}`)

describe.skipIf(reason)(
  `a loss of power${reason ? ` (NOT RUN: ${reason})` : ''}`,
  { timeout: patience },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'dealgraph-power-'))
    let server: Serving | undefined
    const end = async () => void (await server?.stop('SIGKILL'))
    afterEach(end)
    afterAll(async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    })

    const env = { DEMO: 'false', RATE_LIMIT_PER_HOUR: '1000000' }

    interface Recorded {
      root: string
      secret: string
      logs: string[]
      book: Book
    }

    /**
     * A new database in a new folder, its company and key, and a server under load until it has
     * answered enough: all of it watched.
     */
    async function record(name: string, flags: string[]): Promise<Recorded> {
      const root = join(folder, name)
      mkdirSync(root)
      const own = { ...env, DATABASE_URL: `sqlite:${join(root, 'db', 'test.db')}` }
      const logs: string[] = []
      const how = () => ({
        flags,
        under: watchedBy(logs[logs.push(join(folder, `${name}-${logs.length}.log`)) - 1] ?? ''),
      })
      const secret = await makeCompany(own, (...args) => running(how(), own, ...args).ended)
      server = await serve(own, how())
      const client = clientOf(server.url, secret)
      const book = openBook(seed, await officeOf(client), 8)
      await book.load(client, () => book.acknowledged.size >= writes)
      expect((await server.stop()).code).toBe(0)
      return { root, secret, logs, book }
    }

    interface Moment {
      disk: Disk
      /** What had been acknowledged by then. */
      answered: Write[]
      /** System calls until then. */
      calls: number
      checkpoints: number
    }

    /**
     * Plays a record into a disk, and stops at about so many answers and at some steps of each
     * checkpoint, each just before it is done; and at the end.
     */
    function* momentsOf({ root, logs, book }: Recorded, most = cuts): Generator<Moment> {
      const dice = diceOf(seed)
      const answers = new Map(
        [...book.acknowledged].map(([write, reply]) => [
          reply.headers.get('x-request-id') ?? '',
          write,
        ]),
      )
      const moment: Moment = { disk: diskOf(root), answered: [], calls: 0, checkpoints: 0 }
      for (const log of logs) {
        moment.disk.closeAll()
        for (const call of callsOf(log)) {
          if (call.begins) moment.calls++
          const write = answers.get(answerIn(call))
          if (write) moment.answered.push(write)
          const settling = moment.answered.length > 0 && moment.disk.pathOf(call)?.endsWith('.db')
          if (settling && call.begins && call.name === 'fsync') moment.checkpoints++
          if (
            dice.chance(
              write ? most / writes : settling ? (call.name === 'fsync' ? 0.3 : 0.004) : 0,
            )
          )
            yield moment
          moment.disk.take(call)
        }
      }
      yield moment
    }

    /** The id of the request that is being answered, if that is what the call does. */
    const answerIn = ({ name, args, begins }: Call) =>
      (begins &&
        /^(write|writev|sendto|sendmsg)$/.test(name) &&
        /X-Request-Id: ([\w-]+)/.exec(args)?.[1]) ||
      ''

    /**
     * Cuts the power at some moments, and looks at what is left: of what was synced, and where
     * `torn` of parts of the rest too.
     */
    function cutAndLook(recorded: Recorded, what: string, kept: { torn: boolean }[], most = cuts) {
      const found = { cuts: 0, checked: 0, lost: 0, problems: [] as string[] }
      const left = join(folder, 'left')
      let last: Moment | undefined
      for (const moment of momentsOf(recorded, most)) {
        const { disk, answered, calls } = moment
        last = moment
        found.cuts++
        for (const { torn } of kept) {
          disk.leave(left, torn ? diceOf(seed + calls) : undefined)
          const { lost, problems } = examine(
            join(left, 'db', 'test.db'),
            recorded.book.sent,
            answered,
          )
          rmSync(left, { recursive: true })
          found.checked += answered.length
          found.lost += lost.length
          found.problems.push(...problems)
        }
      }
      const { disk, calls, checkpoints, answered } = last as Moment
      const { checked, lost } = found
      console.log(
        `${what} (seed ${seed}): ${calls} system calls replayed, ${checkpoints} checkpoints, ${found.cuts} cuts, ${checked} acknowledged writes checked, ${lost} lost`,
      )
      return { ...found, answered: answered.length, checkpoints, disk }
    }

    let recorded: Recorded
    beforeAll(async () => {
      recorded = await record('full', [])
    }, patience)

    test('leaves every acknowledged write, whether it leaves only what was synced or torn parts of the rest as well', () => {
      const found = cutAndLook(recorded, 'synchronous = FULL', [{ torn: false }, { torn: true }])
      expect(found).toMatchObject({
        lost: 0,
        problems: [],
        answered: recorded.book.acknowledged.size,
      })
      expect(found.checkpoints).toBeGreaterThan(0)
      // The program ended cleanly: the simulated disk has, byte for byte, what the real one has.
      found.disk.leave(join(folder, 'end'))
      const at = (root: string) => readFileSync(join(root, 'db', 'test.db'))
      expect(at(join(folder, 'end')).equals(at(recorded.root))).toBe(true)
    })

    test('leaves files on which the server starts and goes on, though the counters be torn', async () => {
      const client = (url: string) => clientOf(url, recorded.secret)
      let starts = 0
      for (const { disk, answered, calls } of momentsOf(recorded)) {
        if (answered.length < writes / 4) continue
        if (starts === 4) break
        const left = join(folder, `start-${starts++}`)
        disk.leave(left, diceOf(seed + calls))
        server = await serve({ ...env, DATABASE_URL: `sqlite:${join(left, 'db', 'test.db')}` })
        expect(
          (await client(server.url).rest('POST', '/v1/tasks', { title: 'After' })).status,
        ).toBe(201)
        expect(await server.stop()).toMatchObject({ code: 0, err: '' })
      }
      expect(starts).toBe(4)
    })

    test('would take acknowledged writes with it if SQLite synced less than it says', async () => {
      const weaker = await record('weaker', [
        '--import',
        join(import.meta.dirname, 'preload/weaker-sync.ts'),
      ])
      expect(cutAndLook(weaker, 'synchronous = NORMAL', [{ torn: false }], 8).lost).toBeGreaterThan(
        0,
      )
    })
  },
)
