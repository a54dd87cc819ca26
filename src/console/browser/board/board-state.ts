/** The state of a pipeline's board: loaded columns, live changes, moves and the assignee filter. */
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
  type BoardColumn,
  createColumn,
  findCard,
  findPosition,
  moveCard,
  type Position,
  toMoveInput,
} from './columns.ts'

const pageSize = 30
const maxPageSize = 100
const emptyColumn = { count: 0, sum: 0, cards: [], endCursor: null }

const temporaryErrorCodes = new Set([
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
  PRECONDITION_FAILED: 'another user has changed the deal. The board shows the current state.',
  VALIDATION_ERROR: 'nearby deals have moved in the meantime. The board shows the current state.',
}

const showMoveError = ({ code, message }: RequestError, title: string) =>
  showWarning(`${title} was moved back: ${moveErrors[code] ?? message}`)

/** The state of one pipeline's board, kept up to date with the server. */
export class BoardState {
  columns: readonly BoardColumn[]
  isLoaded = false
  readonly #session: Session
  readonly #pipeline: Pipeline
  readonly #filter: AssigneeFilter
  readonly #onChange: () => void
  readonly #refreshThrottle = new RefreshThrottle((stageIds) => this.#refreshColumns(stageIds))
  /** Incremented with each local change, so that outdated responses can be ignored. */
  #revision = 0
  #isClosed = false

  constructor(session: Session, pipeline: Pipeline, filter: AssigneeFilter, onChange: () => void) {
    this.#session = session
    this.#pipeline = pipeline
    this.#filter = filter
    this.#onChange = onChange
    this.columns = pipeline.stages.map((stage) => ({ stage, ...emptyColumn }))
  }

  reload(): void {
    this.#refreshThrottle.requestRefresh(this.#pipeline.stages.map(({ id }) => id))
  }

  /** Defers refreshes until `resume` has been called as often as `pause`. */
  pause(): void {
    this.#refreshThrottle.pause()
  }

  resume(): void {
    this.#refreshThrottle.resume()
  }

  close(): void {
    this.#isClosed = true
    this.#refreshThrottle.stop()
  }

  /** Shows the move of a card immediately, and reverts the move if the request fails. */
  async moveCard(id: string, to: Position): Promise<void> {
    const card = findCard(this.columns, id)
    const from = findPosition(this.columns, id)
    if (!card || !from || (from.stageId === to.stageId && from.index === to.index)) return
    this.#revision++
    this.#showColumns(moveCard(this.columns, id, to))
    this.pause()
    try {
      const { moveDeal: payload } = await this.#session.send(MoveDeal, {
        id,
        expectedVersion: card.version,
        input: toMoveInput(this.columns, id, to.stageId),
      })
      this.#setVersion(id, payload.deal.version)
    } catch (error) {
      this.#showColumns(moveCard(this.columns, id, from))
      this.#refreshThrottle.requestRefresh([from.stageId, to.stageId])
      showMoveError(error as RequestError, card.title)
    } finally {
      this.#revision++
      this.resume()
    }
  }

  async loadMore(stageId: string): Promise<void> {
    const endCursor = this.#findColumn(stageId)?.endCursor
    const revision = this.#revision
    if (!endCursor) return
    try {
      const [page] = await this.#loadColumns([stageId], maxPageSize, endCursor)
      if (revision === this.#revision)
        this.#updateColumns((column) =>
          column.stage.id === stageId ? appendPage(column, page) : column,
        )
    } catch (error) {
      showLoadError(error as RequestError)
    }
  }

  /** Requests a refresh of the columns that an event affects. */
  onEvent({ recordId, recordVersion, type, changes, record }: EventMessage): void {
    const shownVersion = findCard(this.columns, recordId)?.version ?? 0
    // Skip versions that the board already shows, such as those of the user's own changes.
    if (type !== 'deal.deleted' && shownVersion >= recordVersion) return
    const stageChanges = changes.filter(({ field }) => field === 'stageId')
    const stageIds = [
      ...stageChanges.flatMap(({ from, to }) => [from, to]),
      record?.stageId,
      findPosition(this.columns, recordId)?.stageId,
    ].filter((id): id is string => this.#findColumn(id) !== undefined)
    if (stageIds.length > 0 || record?.pipelineId) this.#refreshThrottle.requestRefresh(stageIds)
    // The column of a deleted card is unknown if the card was not loaded.
    else this.reload()
  }

  #showColumns(columns: readonly BoardColumn[]): void {
    if (this.#isClosed) return
    this.columns = columns
    this.#onChange()
  }

  #updateColumns(update: (column: BoardColumn) => BoardColumn): void {
    this.#showColumns(this.columns.map(update))
  }

  #findColumn(stageId: unknown): BoardColumn | undefined {
    return this.columns.find(({ stage }) => stage.id === stageId)
  }

  #setVersion(id: string, version: number): void {
    this.#updateColumns((column) => ({
      ...column,
      cards: column.cards.map((card) => (card.id === id ? { ...card, version } : card)),
    }))
  }

  /** Reloads columns. @returns false if the reload failed and can be retried */
  async #refreshColumns(stageIds: string[]): Promise<boolean> {
    const revision = this.#revision
    try {
      const columns = await this.#loadVisibleColumns(stageIds)
      if (revision !== this.#revision) {
        this.#refreshThrottle.requestRefresh(stageIds)
        return true
      }
      this.isLoaded = true
      this.#updateColumns(
        (column) => columns.find(({ stage }) => stage.id === column.stage.id) ?? column,
      )
      return true
    } catch (error) {
      if (!this.#isClosed) showLoadError(error as RequestError)
      return !temporaryErrorCodes.has((error as RequestError).code)
    }
  }

  /** Reloads as many cards as each column shows, in several pages if necessary. */
  async #loadVisibleColumns(stageIds: string[]): Promise<BoardColumn[]> {
    const cardCounts = stageIds.map((id) => this.#findColumn(id)?.cards.length ?? 0)
    const maxCount = Math.max(pageSize, ...cardCounts)
    if (maxCount <= maxPageSize) return this.#loadColumns(stageIds, maxCount)
    const columns: BoardColumn[] = []
    for (const [index, id] of stageIds.entries()) {
      const count = cardCounts[index] ?? 0
      let [column] = await this.#loadColumns([id], Math.min(maxPageSize, Math.max(pageSize, count)))
      while (column?.endCursor && column.cards.length < count) {
        const [page] = await this.#loadColumns([id], maxPageSize, column.endCursor)
        column = appendPage(column, page)
      }
      if (column) columns.push(column)
    }
    return columns
  }

  async #loadColumns(stageIds: string[], first: number, after?: string): Promise<BoardColumn[]> {
    const { id: pipelineId, stages } = this.#pipeline
    const { board } = await this.#session.send(ShowBoard, {
      pipelineId,
      stageIds,
      first,
      withPeople: this.#session.hasScope('people.view'),
      ...this.#filter,
      ...(after && { after }),
    })
    return board.columns.flatMap((column) => {
      const stage = stages.find(({ id }) => id === column.stageId)
      return stage ? [createColumn(stage, column)] : []
    })
  }
}
