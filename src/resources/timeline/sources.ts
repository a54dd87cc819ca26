/**
 * The lists that a timeline merges, one per type of item, each in chronological order. A page of
 * the timeline reads one page of each.
 */
import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { formatTimePosition, type Page, type PageRequest } from '../../filtering/page.ts'
import { createMinId } from '../../lib/ids.ts'
import { type ActivityRow, activitiesOfPerson } from '../activities/operations.ts'
import { type AppointmentRow, appointmentsOfPersonByStart } from '../appointments/operations.ts'
import {
  type DealStageChangeRow,
  datedPersonStageChanges,
  dealStageChangesOfPerson,
  type PersonStageChangeRow,
} from '../stage-history/operations.ts'
import { completedTasksOfPerson, type TaskRow, tasksOfPerson } from '../tasks/operations.ts'

interface RowOfType {
  activity: ActivityRow
  appointment: AppointmentRow
  dealMoved: DealStageChangeRow
  stageChanged: PersonStageChangeRow
  taskCompleted: TaskRow
  taskCreated: TaskRow
}

export type TimelineType = keyof RowOfType

export type TimelineItem = {
  [T in TimelineType]: { id: string; type: T; at: string; row: RowOfType[T] }
}[TimelineType]

/** Orders items newest first; items of the same time are ordered by id. */
export const compareNewestFirst = (
  one: Pick<TimelineItem, 'at' | 'id'>,
  other: Pick<TimelineItem, 'at' | 'id'>,
): number => (one.at === other.at ? (one.id < other.id ? 1 : -1) : one.at < other.at ? 1 : -1)

export interface TimelinePosition {
  at: string
  type: string
  id: string
}

export interface TimelineSource {
  type: TimelineType
  /** The scope that the source requires; without it, the source is omitted. */
  requiredScope?: RequiredScope
  page(
    ctx: Context,
    request: {
      limit: number
      isBackward: boolean
      after?: TimelinePosition | undefined
      before?: TimelinePosition | undefined
    },
    personId: string,
  ): Promise<Page<TimelineItem>>
  count(ctx: Context, personId: string): Promise<number>
}

interface ChildList<R> {
  pages(ctx: Context, request: PageRequest, personId: string): Promise<Page<R> | undefined>
  counts(ctx: Context, personId: string): Promise<number | undefined>
}

/**
 * A function that converts a time to a position in a source's list. For an item of another type,
 * `older` or `newer` states whether the source's rows of the same time come after or before it.
 */
type PositionOf = (at: string, item: { id: string } | 'older' | 'newer') => string

/** Returns the converter for lists ordered by id, which is the order of creation. */
const idPosition =
  (prefix: string): PositionOf =>
  (at, item) =>
    typeof item === 'object'
      ? item.id
      : createMinId(prefix, Date.parse(at) + (item === 'older' ? 1 : 0))

const timePosition: PositionOf = (at, item) =>
  formatTimePosition(at, typeof item === 'object' ? item.id : item === 'older' ? '~' : '')

function createSource<T extends TimelineType>(
  type: T,
  source: ChildList<RowOfType[T]>,
  toPosition: PositionOf,
  getTime: (row: RowOfType[T]) => string,
  requiredScope?: RequiredScope,
): TimelineSource {
  const toSourcePosition = (position: TimelinePosition | undefined) =>
    position &&
    toPosition(
      position.at,
      position.type === type ? { id: position.id } : type < position.type ? 'older' : 'newer',
    )
  const toItem = (row: RowOfType[T]) =>
    ({ id: `${type}:${row.id}`, type, at: getTime(row), row }) as TimelineItem
  return {
    type,
    ...(requiredScope && { requiredScope }),
    async page(ctx, { limit, isBackward, after, before }, personId) {
      const page = await source.pages(
        ctx,
        { limit, isBackward, after: toSourcePosition(after), before: toSourcePosition(before) },
        personId,
      )
      return page
        ? { ...page, rows: page.rows.map(toItem) }
        : { rows: [], hasNext: false, hasPrevious: false }
    },
    count: async (ctx, personId) => (await source.counts(ctx, personId)) ?? 0,
  }
}

const createdAt = (row: { createdAt: string }) => row.createdAt
const enteredAt = (row: { enteredAt: string }) => row.enteredAt

export const timelineSources: readonly TimelineSource[] = [
  createSource(
    'activity',
    activitiesOfPerson,
    idPosition('activity'),
    createdAt,
    'activities.view',
  ),
  createSource(
    'appointment',
    appointmentsOfPersonByStart,
    timePosition,
    (row) => row.startsAt,
    'appointments.manage',
  ),
  createSource(
    'dealMoved',
    dealStageChangesOfPerson,
    idPosition('dealstage'),
    enteredAt,
    'deals.view',
  ),
  createSource('stageChanged', datedPersonStageChanges, idPosition('personstage'), enteredAt),
  createSource(
    'taskCompleted',
    completedTasksOfPerson,
    timePosition,
    (row) => row.completedAt ?? '',
    'tasks.manage',
  ),
  createSource('taskCreated', tasksOfPerson, idPosition('task'), createdAt, 'tasks.manage'),
]
