import { Worker } from 'node:worker_threads'
import type { OperationDefinitionNode } from 'graphql'
import type { Deps } from '../context.ts'
import { readVersion } from '../lib/version.ts'
import type { DatabaseFile } from '../store/store.ts'
import type { WorkerPool, WorkerRequest, WorkerResponse } from './messages.ts'
import { type Queue, soonest, waitFor } from './queue.ts'

/** How long threads are kept once nothing is asked of them, in milliseconds. */
const keep = 60_000
/** How long none is started after one has failed, in milliseconds. */
const pause = 60_000
/**
 * An operation that a thread could not answer, or failed of, is answered here so many times before
 * one is asked again.
 */
const doubtful = 50

/** What is worth asking a thread: operations that usually take so many milliseconds. */
export interface Bounds {
  /** While others are being answered. */
  worthIt: number
  /**
   * Always, for others may come; those that take less than a tenth of a thread's start only once
   * there is one.
   */
  long: number
}

/** To ask takes a tenth of a millisecond. */
const usually: Bounds = { worthIt: 0.5, long: 20 }

/** What a thread is given at its start. */
export interface Setup
  extends Pick<Deps, 'settings' | 'cursorKey'>,
    Pick<DatabaseFile, 'file' | 'identity'> {
  /** Of the program: a newer one may have been installed since it was started. */
  version: string
}

interface Thread extends Queue {
  worker: Worker
}

/** How an operation does. */
interface Known {
  /** How long it usually takes, in milliseconds. */
  time: number
  /** How many times it is to be answered here, whatever it takes. */
  doubts: number
}

const nothing: Known = { time: 0, doubts: 0 }

/**
 * A few threads beside the one that takes requests, which answer queries that usually take long
 * while others wait: each reads the file by itself, on a snapshot that begins after the question.
 * There are none until they are needed, and all that they do could be done here: whatever becomes
 * of one, its questions are.
 * @param most how many threads
 * @param script what they run
 * @returns nothing where there is nothing that they could do
 */
export function createWorkerPool(
  deps: Deps,
  most: number,
  bounds = usually,
  script = new URL('./worker.ts', import.meta.url),
): WorkerPool | undefined {
  // Where requests are followed, all that they do should be seen.
  if (!deps.store.databaseFile || most < 1 || deps.tracing) return undefined
  const { file, identity: is, lease: leave } = deps.store.databaseFile
  const setup: Setup = {
    file,
    identity: is,
    version: readVersion(),
    settings: deps.settings,
    cursorKey: deps.cursorKey,
  }
  const known = new WeakMap<OperationDefinitionNode, Known>()
  const all = new Set<Thread>()
  let questions = 0
  let notBefore = 0
  let idle: NodeJS.Timeout | undefined

  const waiting = () => [...all].reduce((sum, each) => sum + each.waiting.size, 0)

  /**
   * How many of the requests that are being answered are theirs, together: as many for each as the
   * thread that takes requests keeps.
   */
  function share(): number {
    const threads = Math.max(1, [...all].filter(({ ready }) => ready).length)
    return (deps.meters.inFlight.total() * threads) / (threads + 1)
  }

  function took(operation: OperationDefinitionNode, time: number): void {
    const { time: before, doubts } = known.get(operation) ?? nothing
    known.set(operation, { time: before + (time - before) / 10, doubts: Math.max(0, doubts - 1) })
  }

  function start(): void {
    if (performance.now() < notBefore) return
    try {
      const worker = new Worker(script, { workerData: setup })
      const thread: Thread = { worker, ready: false, waiting: new Map() }
      worker.unref()
      worker.on('message', (told: 'ready' | [number, WorkerResponse]) => {
        if (told !== 'ready') return answered(thread, ...told)
        thread.ready = true
      })
      worker.on('error', (err) => failed(err, thread))
      worker.on('exit', () => failed(new Error('it has ended'), thread))
      all.add(thread)
      rest()
    } catch (err) {
      failed(err)
    }
  }

  function failed(err: unknown, thread?: Thread): void {
    if (thread && !all.has(thread)) return
    notBefore = performance.now() + pause
    deps.log.warn({ err }, 'a reading thread has failed; what it was asked is answered without it')
    if (thread) void stop(thread)
  }

  function stop(thread: Thread): Promise<unknown> {
    all.delete(thread)
    for (const { resolve } of thread.waiting.values()) resolve(undefined)
    return thread.worker.terminate()
  }

  function answered(thread: Thread, id: number, told: WorkerResponse): void {
    thread.waiting.get(id)?.resolve(told)
    thread.waiting.delete(id)
  }

  /**
   * The one that comes to it soonest, if that is soon enough; where all have something to do,
   * another one is started.
   */
  function freeThread(time: number): Thread | undefined {
    if (all.size < most && [...all].every(({ ready, waiting }) => ready && waiting.size > 0))
      start()
    return soonest(all, time)
  }

  function ask(
    operation: OperationDefinitionNode,
    questionOf: () => WorkerRequest,
  ): Promise<WorkerResponse | undefined> | undefined {
    const { time, doubts } = known.get(operation) ?? nothing
    const long = time >= bounds.long
    if (doubts > 0 || !(long || (time >= bounds.worthIt && waiting() + 1 <= share())))
      return undefined
    const thread = freeThread(time)
    const question = thread && questionOf()
    const back = question && leave()
    return (
      back &&
      asked(thread, operation, question, time)
        .catch(() => undefined)
        .finally(back)
    )
  }

  async function asked(
    thread: Thread,
    operation: OperationDefinitionNode,
    question: WorkerRequest,
    time: number,
  ): Promise<WorkerResponse | undefined> {
    rest()
    const told = await new Promise<WorkerResponse | undefined>((resolve) => {
      const id = questions++
      thread.worker.postMessage([id, question])
      thread.waiting.set(id, { time, due: performance.now() + waitFor(thread) + time, resolve })
    })
    if (told?.answer) took(operation, told.work)
    else if (!told?.refused)
      known.set(operation, { ...(known.get(operation) ?? nothing), doubts: doubtful })
    deps.meters.threads.add(1, told?.answer ? 'answered' : told ? 'returned' : 'failed')
    return told
  }

  /** Ends them when nothing has been asked for a while. */
  function rest(): void {
    idle ??= setTimeout(() => (waiting() > 0 ? rest() : void stopAll()), keep).unref()
    idle.refresh()
  }

  function stopAll(): Promise<unknown> {
    clearTimeout(idle)
    idle = undefined
    return Promise.all([...all].map(stop))
  }

  return {
    ask,
    took,
    end() {
      notBefore = Number.POSITIVE_INFINITY
      return stopAll()
    },
  }
}
