/**
 * Killing a process loses no unsynced writes, because they remain in the operating system's page
 * cache. The server therefore runs under strace, and the tests replay its system calls on a
 * simulated disk that keeps only synced data.
 *
 * For a longer run: `CUTS=500 WRITES=5000 SEED=7 npx vitest run test/power-loss`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '../db/seed/random.ts'
import { createHttpClient } from './support/client.ts'
import { type RunningServer, serve, startCommand } from './support/command.ts'
import { findFaults } from './support/crash-faults.ts'
import { createDisk, type Disk } from './support/disk.ts'
import { createCompanyByCommand, createLoad, readBoardIds, type WriteLoad } from './support/load.ts'
import { requires } from './support/requirements.ts'
import {
  createStraceCommand,
  findStraceProblem,
  parseCalls,
  type SystemCall,
} from './support/system-calls.ts'
import type { Write } from './support/writes.ts'

const seed = Number(process.env['SEED'] ?? 1)
const cutCount = Number(process.env['CUTS'] ?? 16)
const writeCount = Number(process.env['WRITES'] ?? 250)
const timeoutMs = 60_000 + 1000 * cutCount + 20 * writeCount
const straceProblem = findStraceProblem()

describe('Power loss', {
  timeout: timeoutMs,
  ...requires(!straceProblem, `strace (${straceProblem})`),
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-power-'))
  let server: RunningServer | undefined
  const killServer = async () => void (await server?.stop('SIGKILL'))
  afterEach(killServer)
  afterAll(async () => {
    await killServer()
    rmSync(folder, { recursive: true, force: true })
  })

  const env = { DEMO: 'false', RATE_LIMIT_PER_HOUR: '1000000' }

  interface WriteRecording {
    root: string
    secret: string
    logFiles: string[]
    writeLoad: WriteLoad
  }

  /** Records the system calls of a server with a new company during a load of writes. */
  async function recordLoad(name: string, flags: string[]): Promise<WriteRecording> {
    const root = join(folder, name)
    mkdirSync(root)
    const ownEnv = { ...env, DATABASE_URL: `sqlite:${join(root, 'db', 'test.db')}` }
    const logFiles: string[] = []
    const createRunOptions = () => ({
      flags,
      wrapper: createStraceCommand(
        logFiles[logFiles.push(join(folder, `${name}-${logFiles.length}.log`)) - 1] ?? '',
      ),
    })
    const secret = await createCompanyByCommand(
      ownEnv,
      (...args) => startCommand(createRunOptions(), ownEnv, ...args).exit,
    )
    server = await serve(ownEnv, createRunOptions())
    const client = createHttpClient(server.url, secret)
    const writeLoad = createLoad(seed, await readBoardIds(client), 8)
    await writeLoad.load(client, () => writeLoad.acknowledgedWrites.size >= writeCount)
    expect((await server.stop()).code).toBe(0)
    return { root, secret, logFiles, writeLoad }
  }

  interface PowerLossState {
    disk: Disk
    /** The writes acknowledged before the power loss. */
    acknowledgedWrites: Write[]
    /** The number of system calls before the power loss. */
    callCount: number
    checkpointCount: number
  }

  /**
   * Replays a recording on a simulated disk. Yields the state before about `maxCuts` responses,
   * before some steps of each checkpoint, and at the end.
   */
  function* generatePowerLosses(
    { root, logFiles, writeLoad }: WriteRecording,
    maxCuts = cutCount,
  ): Generator<PowerLossState> {
    const random = createRandom(seed)
    const writesByRequestId = new Map(
      [...writeLoad.acknowledgedWrites].map(([write, reply]) => [
        reply.headers.get('x-request-id') ?? '',
        write,
      ]),
    )
    const state: PowerLossState = {
      disk: createDisk(root),
      acknowledgedWrites: [],
      callCount: 0,
      checkpointCount: 0,
    }
    for (const logFile of logFiles) {
      state.disk.closeAll()
      for (const call of parseCalls(logFile)) {
        if (call.isStart) state.callCount++
        const write = writesByRequestId.get(findRequestId(call))
        if (write) state.acknowledgedWrites.push(write)
        const isCheckpoint =
          state.acknowledgedWrites.length > 0 && state.disk.findPath(call)?.endsWith('.db')
        if (isCheckpoint && call.isStart && call.name === 'fsync') state.checkpointCount++
        if (
          random.chance(
            write ? maxCuts / writeCount : isCheckpoint ? (call.name === 'fsync' ? 0.3 : 0.004) : 0,
          )
        )
          yield state
        state.disk.apply(call)
      }
    }
    yield state
  }

  /** Returns the request id of the response that a system call writes. */
  const findRequestId = ({ name, args, isStart }: SystemCall) =>
    (isStart &&
      /^(write|writev|sendto|sendmsg)$/.test(name) &&
      /X-Request-Id: ([\w-]+)/.exec(args)?.[1]) ||
    ''

  /**
   * Simulates power losses at several moments and checks the remaining data. With `isTorn`, random
   * parts of the unsynced writes remain.
   */
  function checkPowerLosses(
    recording: WriteRecording,
    settingName: string,
    variants: { isTorn: boolean }[],
    maxCuts = cutCount,
  ) {
    const counts = {
      powerLossCount: 0,
      checkedWriteCount: 0,
      lostWriteCount: 0,
      problems: [] as string[],
    }
    const diskFolder = join(folder, 'left')
    let lastState: PowerLossState | undefined
    for (const state of generatePowerLosses(recording, maxCuts)) {
      const { disk, acknowledgedWrites, callCount } = state
      lastState = state
      counts.powerLossCount++
      for (const { isTorn } of variants) {
        disk.writeTo(diskFolder, isTorn ? createRandom(seed + callCount) : undefined)
        const { lostWrites, problems } = findFaults(
          join(diskFolder, 'db', 'test.db'),
          recording.writeLoad.sentWrites,
          acknowledgedWrites,
        )
        rmSync(diskFolder, { recursive: true })
        counts.checkedWriteCount += acknowledgedWrites.length
        counts.lostWriteCount += lostWrites.length
        counts.problems.push(...problems)
      }
    }
    const {
      disk,
      callCount,
      checkpointCount: checkpoints,
      acknowledgedWrites,
    } = lastState as PowerLossState
    console.log(
      `${settingName} (seed ${seed}): ${callCount} system calls replayed, ${checkpoints} checkpoints, ${counts.powerLossCount} power losses, ${counts.checkedWriteCount} acknowledged writes checked, ${counts.lostWriteCount} lost`,
    )
    return { ...counts, acknowledgedCount: acknowledgedWrites.length, checkpoints, disk }
  }

  let powerRecording: WriteRecording
  beforeAll(async () => {
    powerRecording = await recordLoad('full', [])
  }, timeoutMs)

  test('every acknowledged write survives a power loss, even if unsynced data is lost or torn', () => {
    const summary = checkPowerLosses(powerRecording, 'synchronous = FULL', [
      { isTorn: false },
      { isTorn: true },
    ])
    expect(summary).toMatchObject({
      lostWriteCount: 0,
      problems: [],
      acknowledgedCount: powerRecording.writeLoad.acknowledgedWrites.size,
    })
    expect(summary.checkpoints).toBeGreaterThan(0)
    // After a clean shutdown, the simulated disk must equal the real disk.
    summary.disk.writeTo(join(folder, 'end'))
    const readDatabase = (root: string) => readFileSync(join(root, 'db', 'test.db'))
    expect(readDatabase(join(folder, 'end')).equals(readDatabase(powerRecording.root))).toBe(true)
  })

  test('the server starts from the files left by a power loss, even if the file of rate limit counters is torn', async () => {
    const createClient = (url: string) => createHttpClient(url, powerRecording.secret)
    let startCount = 0
    for (const { disk, acknowledgedWrites, callCount } of generatePowerLosses(powerRecording)) {
      if (acknowledgedWrites.length < writeCount / 4) continue
      if (startCount === 4) break
      const diskFolder = join(folder, `start-${startCount++}`)
      disk.writeTo(diskFolder, createRandom(seed + callCount))
      server = await serve({
        ...env,
        DATABASE_URL: `sqlite:${join(diskFolder, 'db', 'test.db')}`,
      })
      expect(
        (await createClient(server.url).rest('POST', '/v1/tasks', { title: 'After' })).status,
      ).toBe(201)
      expect(await server.stop()).toMatchObject({ code: 0, stderr: '' })
    }
    expect(startCount).toBe(4)
  })

  test('with the weaker setting synchronous = NORMAL, a power loss can lose acknowledged writes', async () => {
    const weakerRecording = await recordLoad('weaker', [
      '--import',
      join(import.meta.dirname, 'preload/weaker-sync.ts'),
    ])
    expect(
      checkPowerLosses(weakerRecording, 'synchronous = NORMAL', [{ isTorn: false }], 8)
        .lostWriteCount,
    ).toBeGreaterThan(0)
  })
})
