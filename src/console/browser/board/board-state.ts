import {
  type BoardVariables,
  type EventMessage,
  MoveDeal,
  type Pipeline,
  ShowBoard,
} from '../documents/board.ts'
import { RefreshThrottle } from '../live.ts'
import { type RequestError, showWarning } from '../requests.ts'
import type { Session } from '../session.ts'
import {
  appendPage,
  createLane,
  findCard,
  findPosition,
  type Lane,
  moveCard,
  type Position,
  toMoveInput,
} from './lanes.ts'

const pageSize = 30
const maxPageSize = 100

const temporaryErrors = new Set([
  'UNREACHABLE',
  'RATE_LIMIT_EXCEEDED',
  'UNAVAILABLE',
  'INTERNAL_ERROR',
  'UNEXPECTED',
])

export type AssigneeFilter = Pick<BoardVariables, 'assigneeIds' | 'unassigned'>

const showLoadError = ({ message }: RequestError) =>
  showWarning(`Loading the board failed: ${message}`)

const moveErrors: Record<string, string> = {
  PRECONDITION_FAILED: 'another user has since changed it. The board shows the current state.',
  VALIDATION_ERROR: 'its neighbors have since moved. The board shows the current state.',
}

const showMoveError = ({ code, message }: RequestError, title: string) =>
  showWarning(`${title} was moved back: ${moveErrors[code] ?? message}`)

/** The state of one pipeline's board, kept in sync with the server. */
export class BoardState {
  lanes: readonly Lane[]
  isLoaded = false
  readonly #session: Session
  readonly #pipeline: Pipeline
  readonly #filter: AssigneeFilter
  readonly #onChange: () => void
  readonly #refresher = new RefreshThrottle((stageIds) => this.#refresh(stageIds))
  /** Increases with each local change, so that responses to earlier requests are recognized. */
  #revision = 0
  #isClosed = false

  constructor(session: Session, pipeline: Pipeline, filter: AssigneeFilter, onChange: () => void) {
    this.#session = session
    this.#pipeline = pipeline
    this.#filter = filter
    this.#onChange = onChange
    this.lanes = pipeline.stages.map((stage) => ({
      stage,
      count: 0,
      sum: 0,
      cards: [],
      endCursor: null,
    }))
  }

  reload(): void {
    this.#refresher.request(this.#pipeline.stages.map(({ id }) => id))
  }

  /** Defers refreshes until `resume` has been called once for each `pause`. */
  pause(): void {
    this.#refresher.pause()
  }

  resume(): void {
    this.#refresher.resume()
  }

  close(): void {
    this.#isClosed = true
    this.#refresher.stop()
  }

  /** Moves a card immediately, and moves it back if the server rejects the move. */
  async move(id: string, to: Position): Promise<void> {
    const card = findCard(this.lanes, id)
    const from = findPosition(this.lanes, id)
    if (!card || !from || (from.stageId === to.stageId && from.index === to.index)) return
    this.#revision++
    this.#show(moveCard(this.lanes, id, to))
    this.pause()
    try {
      const { moveDeal: payload } = await this.#session.send(MoveDeal, {
        id,
        expectedVersion: card.version,
        input: toMoveInput(this.lanes, id, to.stageId),
      })
      this.#setVersion(id, payload.deal.version)
    } catch (error) {
      this.#show(moveCard(this.lanes, id, from))
      this.#refresher.request([from.stageId, to.stageId])
      showMoveError(error as RequestError, card.title)
    } finally {
      this.#revision++
      this.resume()
    }
  }

  async loadMore(stageId: string): Promise<void> {
    const after = this.#lane(stageId)?.endCursor
    const revision = this.#revision
    if (!after) return
    try {
      const [page] = await this.#load([stageId], maxPageSize, after)
      if (revision === this.#revision)
        this.#show(
          this.lanes.map((lane) => (lane.stage.id === stageId ? appendPage(lane, page) : lane)),
        )
    } catch (error) {
      showLoadError(error as RequestError)
    }
  }

  /** Refreshes the lanes of a deal shortly after the deal changes. */
  onEvent({ recordId, recordVersion, type, changes, record }: EventMessage): void {
    const knownVersion = findCard(this.lanes, recordId)?.version ?? 0
    // The user's own changes arrive as events too.
    if (type !== 'deal.deleted' && knownVersion >= recordVersion) return
    const moves = changes.filter(({ field }) => field === 'stageId')
    const stageIds = [
      ...moves.flatMap(({ from, to }) => [from, to]),
      record?.stageId,
      findPosition(this.lanes, recordId)?.stageId,
    ].filter((id): id is string => this.#lane(id) !== undefined)
    if (stageIds.length > 0 || record?.pipelineId) this.#refresher.request(stageIds)
    // If a deleted card was not loaded, its lane is unknown.
    else this.reload()
  }

  #show(lanes: readonly Lane[]): void {
    if (this.#isClosed) return
    this.lanes = lanes
    this.#onChange()
  }

  #lane(stageId: unknown): Lane | undefined {
    return this.lanes.find(({ stage }) => stage.id === stageId)
  }

  #setVersion(id: string, version: number): void {
    this.#show(
      this.lanes.map((lane) => ({
        ...lane,
        cards: lane.cards.map((card) => (card.id === id ? { ...card, version } : card)),
      })),
    )
  }

  /** Reloads lanes. @returns false to try again later */
  async #refresh(stageIds: string[]): Promise<boolean> {
    const revision = this.#revision
    try {
      const lanes = await this.#loadShown(stageIds)
      if (revision !== this.#revision) {
        this.#refresher.request(stageIds)
        return true
      }
      this.isLoaded = true
      this.#show(
        this.lanes.map((lane) => lanes.find(({ stage }) => stage.id === lane.stage.id) ?? lane),
      )
      return true
    } catch (error) {
      if (!this.#isClosed) showLoadError(error as RequestError)
      return !temporaryErrors.has((error as RequestError).code)
    }
  }

  /** Loads as many cards of each lane as are shown, in several pages if necessary. */
  async #loadShown(stageIds: string[]): Promise<Lane[]> {
    const cardCounts = stageIds.map((id) => this.#lane(id)?.cards.length ?? 0)
    const maxCount = Math.max(pageSize, ...cardCounts)
    if (maxCount <= maxPageSize) return this.#load(stageIds, maxCount)
    const lanes: Lane[] = []
    for (const [index, id] of stageIds.entries()) {
      const count = cardCounts[index] ?? 0
      let [lane] = await this.#load([id], Math.min(maxPageSize, Math.max(pageSize, count)))
      while (lane?.endCursor && lane.cards.length < count)
        lane = appendPage(lane, (await this.#load([id], maxPageSize, lane.endCursor))[0])
      if (lane) lanes.push(lane)
    }
    return lanes
  }

  async #load(stageIds: string[], first: number, after?: string): Promise<Lane[]> {
    const { id: pipelineId, stages } = this.#pipeline
    const { board } = await this.#session.send(ShowBoard, {
      pipelineId,
      stageIds,
      first,
      people: this.#session.can('people.view'),
      ...this.#filter,
      ...(after && { after }),
    })
    return board.columns.flatMap((column) => {
      const stage = stages.find(({ id }) => id === column.stageId)
      return stage ? [createLane(stage, column)] : []
    })
  }
}
