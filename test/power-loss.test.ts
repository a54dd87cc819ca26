import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDice } from '../db/seed/dice.ts'
import { clientOf } from './support/client.ts'
import { type RunningServer, serve, startCommand } from './support/command.ts'
import { findFaults } from './support/crash-faults.ts'
import { type Disk, diskOf } from './support/disk.ts'
import {
  createCompanyByCommand,
  createLoad,
  type LoadRecord,
  readBoardIds,
} from './support/load.ts'
import { requires } from './support/requirements.ts'
import { type Call, callsOf, straceCommand, whyNotTraceable } from './support/system-calls.ts'
import type { Write } from './support/writes.ts'

/**
 * A killed process does not lose unsynced writes, which stay in the memory of the system. The
 * program therefore runs under strace, and its system calls are replayed into a simulated disk that
 * keeps only synced data.
 * `CUTS=500 WRITES=5000 SEED=7 npx vitest run test/power-loss` for a long run.
 */
const seed = Number(process.env['SEED'] ?? 1)
const cuts = Number(process.env['CUTS'] ?? 16)
const writes = Number(process.env['WRITES'] ?? 400)
const timeoutMs = 60_000 + 1000 * cuts + 20 * writes
const untraceable = whyNotTraceable()

describe('Loss of power', {
  timeout: timeoutMs,
  ...requires(!untraceable, `strace (${untraceable})`),
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-power-'))
  let server: RunningServer | undefined
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
    book: LoadRecord
  }

  /** Records the system calls of a server with a new company under load. */
  async function record(name: string, flags: string[]): Promise<Recorded> {
    const root = join(folder, name)
    mkdirSync(root)
    const own = { ...env, DATABASE_URL: `sqlite:${join(root, 'db', 'test.db')}` }
    const logs: string[] = []
    const runOptions = () => ({
      flags,
      under: straceCommand(logs[logs.push(join(folder, `${name}-${logs.length}.log`)) - 1] ?? ''),
    })
    const secret = await createCompanyByCommand(
      own,
      (...args) => startCommand(runOptions(), own, ...args).ended,
    )
    server = await serve(own, runOptions())
    const client = clientOf(server.url, secret)
    const book = createLoad(seed, await readBoardIds(client), 8)
    await book.load(client, () => book.acknowledged.size >= writes)
    expect((await server.stop()).code).toBe(0)
    return { root, secret, logs, book }
  }

  interface Moment {
    disk: Disk
    /** The writes acknowledged so far. */
    answered: Write[]
    /** The number of system calls so far. */
    calls: number
    checkpoints: number
  }

  /**
   * Replays a recording into a disk and stops before about `maxCuts` responses, before some steps of
   * each checkpoint, and at the end.
   */
  function* momentsOf({ root, logs, book }: Recorded, maxCuts = cuts): Generator<Moment> {
    const dice = createDice(seed)
    const responses = new Map(
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
        const write = responses.get(answerIn(call))
        if (write) moment.answered.push(write)
        const isCheckpoint = moment.answered.length > 0 && moment.disk.pathOf(call)?.endsWith('.db')
        if (isCheckpoint && call.begins && call.name === 'fsync') moment.checkpoints++
        if (
          dice.chance(
            write ? maxCuts / writes : isCheckpoint ? (call.name === 'fsync' ? 0.3 : 0.004) : 0,
          )
        )
          yield moment
        moment.disk.take(call)
      }
    }
    yield moment
  }

  /** The request id of the response that a call writes. */
  const answerIn = ({ name, args, begins }: Call) =>
    (begins &&
      /^(write|writev|sendto|sendmsg)$/.test(name) &&
      /X-Request-Id: ([\w-]+)/.exec(args)?.[1]) ||
    ''

  /** Cuts the power at some moments and checks the remaining data; `torn` keeps parts of the rest. */
  function cutAndLook(
    recorded: Recorded,
    what: string,
    stored: { torn: boolean }[],
    maxCuts = cuts,
  ) {
    const found = { cuts: 0, checked: 0, lost: 0, problems: [] as string[] }
    const remaining = join(folder, 'left')
    let last: Moment | undefined
    for (const moment of momentsOf(recorded, maxCuts)) {
      const { disk, answered, calls } = moment
      last = moment
      found.cuts++
      for (const { torn } of stored) {
        disk.leave(remaining, torn ? createDice(seed + calls) : undefined)
        const { lost, problems } = findFaults(
          join(remaining, 'db', 'test.db'),
          recorded.book.sent,
          answered,
        )
        rmSync(remaining, { recursive: true })
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
  }, timeoutMs)

  test('a loss of power keeps every acknowledged write, with only synced data or torn parts of the rest', () => {
    const found = cutAndLook(recorded, 'synchronous = FULL', [{ torn: false }, { torn: true }])
    expect(found).toMatchObject({
      lost: 0,
      problems: [],
      answered: recorded.book.acknowledged.size,
    })
    expect(found.checkpoints).toBeGreaterThan(0)
    // After a clean end the simulated disk equals the real one.
    found.disk.leave(join(folder, 'end'))
    const at = (root: string) => readFileSync(join(root, 'db', 'test.db'))
    expect(at(join(folder, 'end')).equals(at(recorded.root))).toBe(true)
  })

  test('the server starts from the files of a power loss, even with torn counters', async () => {
    const client = (url: string) => clientOf(url, recorded.secret)
    let starts = 0
    for (const { disk, answered, calls } of momentsOf(recorded)) {
      if (answered.length < writes / 4) continue
      if (starts === 4) break
      const remaining = join(folder, `start-${starts++}`)
      disk.leave(remaining, createDice(seed + calls))
      server = await serve({ ...env, DATABASE_URL: `sqlite:${join(remaining, 'db', 'test.db')}` })
      expect((await client(server.url).rest('POST', '/v1/tasks', { title: 'After' })).status).toBe(
        201,
      )
      expect(await server.stop()).toMatchObject({ code: 0, err: '' })
    }
    expect(starts).toBe(4)
  })

  test('a loss of power loses acknowledged writes with a weaker synchronous setting', async () => {
    const weaker = await record('weaker', [
      '--import',
      join(import.meta.dirname, 'preload/weaker-sync.ts'),
    ])
    expect(cutAndLook(weaker, 'synchronous = NORMAL', [{ torn: false }], 8).lost).toBeGreaterThan(0)
  })
})
