import type { WorkerResponse } from './messages.ts'

/**
 * So many questions may wait for a thread: how long they take is only known from others of their
 * kind.
 */
const most = 32
/**
 * How long a question should have to wait for those before it, in milliseconds; what would wait
 * longer is answered without a thread.
 */
const patience = 50
/**
 * Where no more than so many of those before it take as long as itself, it may also wait so many
 * times as long as that.
 */
const fewAlike = 3
const timesItself = 10
/** How long a thread takes to start, in milliseconds. */
const startup = 500

export interface Asked {
  /** How long it usually takes, in milliseconds. */
  time: number
  /** When it should be answered. */
  due: number
  resolve(told: WorkerResponse | undefined): void
}

/** What a thread was asked. */
export interface Queue {
  /** Whether the thread has started. */
  ready: boolean
  /** By number, the first one first. */
  waiting: Map<number, Asked>
}

/**
 * How long a question would wait for those before it, in milliseconds: what has taken longer than
 * usual takes longer still.
 */
export function waitFor({ ready, waiting }: Queue): number {
  const asked = [...waiting.values()]
  const late = asked[0] ? Math.max(0, performance.now() - asked[0].due) : 0
  return (ready ? 0 : startup) + late + asked.reduce((sum, { time }) => sum + time, 0)
}

/** Whether a question that takes so long may wait so long. */
function mayWait(time: number, { waiting }: Queue, wait: number): boolean {
  const alike = [...waiting.values()].filter((each) => each.time >= time).length
  return (
    waiting.size < most &&
    wait <= (alike > fewAlike ? patience : Math.max(patience, timesItself * time))
  )
}

/**
 * The one in which it is its turn soonest, if that is soon enough for a question that takes so
 * long.
 */
export function soonest<Q extends Queue>(queues: Iterable<Q>, time: number): Q | undefined {
  const free = [...queues]
    .map((queue) => ({ queue, wait: waitFor(queue) }))
    .filter(({ queue, wait }) => mayWait(time, queue, wait))
  return free.sort((a, b) => a.wait - b.wait)[0]?.queue
}
