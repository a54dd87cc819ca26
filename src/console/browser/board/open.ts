import type { RequestError } from '../ask.ts'
import {
  type BoardVariables,
  type EventMessage,
  MoveDeal,
  type Pipeline,
  ShowBoard,
} from '../documents/board.ts'
import type { Session } from '../session.ts'
import { cardAt, emptyLane, type Lane, laneOf, moveOf, placed, type Spot, spotOf } from './lanes.ts'
import { createRefreshThrottle } from './refresh-throttle.ts'

/** Page size of a column, and the maximum of one request. */
const size = 30
const most = 100

/** Errors that may be temporary. */
const passing = new Set([
  'UNREACHABLE',
  'RATE_LIMIT_EXCEEDED',
  'UNAVAILABLE',
  'INTERNAL_ERROR',
  'UNEXPECTED',
])

export type Whose = Pick<BoardVariables, 'assignedAgentIds' | 'unassigned'>

export interface Board {
  lanes(): Lane[]
  /** Whether it has been read. */
  ready(): boolean
  /** Moves a card at once, and back if the server rejects the move. */
  move(id: string, to: Spot): Promise<void>
  /** Loads the next page of a column. */
  more(stageId: string): Promise<void>
  /** Handles an event of a deal: its columns are reloaded soon. */
  happened(event: EventMessage): void
  reload(): void
  /** No reload happens while a card is picked up. */
  hold(held: boolean): void
  close(): void
}

interface Watching {
  onChange: () => void
  onFault: (refused: RequestError, what: 'read' | 'move', title?: string) => void
}

/** The state of one pipeline's board, kept in sync with the server. */
export function openBoard(
  session: Session,
  { id: pipelineId, stages }: Pipeline,
  whose: Whose,
  { onChange, onFault }: Watching,
): Board {
  let lanes = stages.map(emptyLane)
  let closed = false
  let ready = false
  /** Increases with each local change, so that older responses are recognised. */
  let turn = 0
  const show = (next: Lane[]) => {
    if (closed) return
    lanes = next
    onChange()
  }
  const isOurs = (stageId: unknown): stageId is string => stages.some(({ id }) => id === stageId)
  const laneWith = (stageId: string) => lanes.find(({ stage }) => stage.id === stageId)
  const read = async (stageIds: string[], first: number, after?: string | null) =>
    (
      await session.ask(ShowBoard, {
        pipelineId,
        stageIds,
        first,
        people: session.may('people.view'),
        ...whose,
        ...(after && { after }),
      })
    ).board.columns.map((column) =>
      laneOf(stages.find(({ id }) => id === column.stageId) as Pipeline['stages'][number], column),
    )

  /** As many cards of each column as are shown, read in pages where they are many. */
  async function readAgain(stageIds: string[]): Promise<Lane[]> {
    const shown = Math.max(size, ...stageIds.map((id) => laneWith(id)?.cards.length ?? 0))
    if (shown <= most) return read(stageIds, shown)
    const whole: Lane[] = []
    for (const id of stageIds) {
      const wanted = laneWith(id)?.cards.length ?? 0
      let [lane] = await read([id], Math.min(most, Math.max(size, wanted)))
      while (lane?.next && lane.cards.length < wanted)
        lane = joined(lane, (await read([id], most, lane.next))[0])
      if (lane) whole.push(lane)
    }
    return whole
  }

  const pace = createRefreshThrottle(async (stageIds) => {
    const asked = turn
    try {
      const fresh = await readAgain(stageIds)
      if (asked !== turn) pace.wants(stageIds)
      else {
        ready = true
        show(lanes.map((lane) => fresh.find(({ stage }) => stage.id === lane.stage.id) ?? lane))
      }
      return 'done'
    } catch (error) {
      if (!closed) onFault(error as RequestError, 'read')
      return passing.has((error as RequestError).code) ? 'again' : 'done'
    }
  })

  return {
    lanes: () => lanes,
    ready: () => ready,
    reload: () => pace.wants(stages.map(({ id }) => id)),
    hold: pace.hold,
    close: () => {
      closed = true
      pace.stop()
    },
    async move(id, to) {
      const [card, from] = [cardAt(lanes, id), spotOf(lanes, id)]
      if (!card || !from || (from.stageId === to.stageId && from.index === to.index)) return
      turn++
      show(placed(lanes, id, to))
      const input = moveOf(lanes, id)
      if (!input) return
      pace.hold(true)
      try {
        const { version } = (
          await session.ask(MoveDeal, { id, expectedVersion: card.version, input })
        ).moveDeal
        show(
          lanes.map((lane) => ({
            ...lane,
            cards: lane.cards.map((each) => (each.id === id ? { ...each, version } : each)),
          })),
        )
      } catch (error) {
        show(placed(lanes, id, from))
        pace.wants([from.stageId, to.stageId])
        onFault(error as RequestError, 'move', card.title)
      } finally {
        turn++
        pace.hold(false)
      }
    },
    async more(stageId) {
      const lane = laneWith(stageId)
      const asked = turn
      if (!lane?.next) return
      try {
        const [next] = await read([stageId], most, lane.next)
        if (asked === turn)
          show(lanes.map((each) => (each.stage.id === stageId ? joined(each, next) : each)))
      } catch (error) {
        onFault(error as RequestError, 'read')
      }
    },
    happened({ recordId, recordVersion, type, changes, record }) {
      // Our own changes arrive as events too.
      if (type !== 'deal.deleted' && (cardAt(lanes, recordId)?.version ?? 0) >= recordVersion)
        return
      const moved = changes
        .filter(({ field }) => field === 'stageId')
        .flatMap(({ from, to }) => [from, to])
      const touched = [...moved, record?.stageId, spotOf(lanes, recordId)?.stageId].filter(isOurs)
      // The column of a deleted card that was not loaded is unknown.
      pace.wants(touched.length > 0 || record?.pipelineId ? touched : stages.map(({ id }) => id))
    },
  }
}

/** Appends the next page to a column without repeating cards. */
const joined = (lane: Lane, next: Lane | undefined): Lane =>
  next
    ? {
        ...next,
        cards: [
          ...lane.cards,
          ...next.cards.filter(({ id }) => !lane.cards.some((card) => card.id === id)),
        ],
      }
    : lane
