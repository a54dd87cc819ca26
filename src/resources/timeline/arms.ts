import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { type Page, type PageRequest, timePosition } from '../../filtering/page.ts'
import { minIdAt } from '../../lib/ids.ts'
import { type ActivityRow, activitiesOfPerson } from '../activities/operations.ts'
import { type AppointmentRow, appointmentsOfPersonByStart } from '../appointments/operations.ts'
import {
  type DealStageChangeRow,
  dealStagesOfPerson,
  knownStagesOfPerson,
  type PersonStageChangeRow,
} from '../stage-history/operations.ts'
import { completedTasksOfPerson, type TaskRow, tasksOfPerson } from '../tasks/operations.ts'

/**
 * A timeline is joined from arms: lists of one kind each, every one in the order of time. An arm
 * reads no more than a page of itself, whatever there is besides.
 */
interface Kinds {
  activity: ActivityRow
  appointment: AppointmentRow
  dealMoved: DealStageChangeRow
  stageChanged: PersonStageChangeRow
  taskCompleted: TaskRow
  taskCreated: TaskRow
}

export type TimelineType = keyof Kinds

/** What happened to a person at a time. */
export type Item = {
  [T in TimelineType]: { id: string; type: T; at: string; row: Kinds[T] }
}[TimelineType]

/** Newest first; between equal times the ids of the items decide. */
export const newestFirst = (
  one: Pick<Item, 'at' | 'id'>,
  other: Pick<Item, 'at' | 'id'>,
): number => (one.at === other.at ? (one.id < other.id ? 1 : -1) : one.at < other.at ? 1 : -1)

/**
 * A place between two items; `side` says where all items of another kind stand that have the same
 * time.
 */
export interface Place {
  at: string
  type: string
  id: string
}

export interface Arm {
  type: TimelineType
  /** The scope without which a timeline is shown without this arm. */
  needs?: RequiredScope
  page(
    ctx: Context,
    window: {
      limit: number
      backward: boolean
      after?: Place | undefined
      before?: Place | undefined
    },
    personId: string,
  ): Promise<Page<Item>>
  count(ctx: Context, personId: string): Promise<number>
}

interface Source<R> {
  pages(ctx: Context, window: PageRequest, personId: string): Promise<Page<R> | undefined>
  counts(ctx: Context, personId: string): Promise<number | undefined>
}

/**
 * Where a place is in the order of an arm; `side`: whether what the arm has at that very time is
 * older or newer.
 */
type Order = (at: string, spot: { id: string } | 'older' | 'newer') => string

/** The order of ids is that of the times at which they were made. */
const byId =
  (prefix: string): Order =>
  (at, spot) =>
    typeof spot === 'object'
      ? spot.id
      : minIdAt(prefix, Date.parse(at) + (spot === 'older' ? 1 : 0))

const byTime: Order = (at, spot) =>
  timePosition(at, typeof spot === 'object' ? spot.id : spot === 'older' ? '~' : '')

function arm<T extends TimelineType>(
  type: T,
  source: Source<Kinds[T]>,
  order: Order,
  at: (row: Kinds[T]) => string,
  needs?: RequiredScope,
): Arm {
  const spot = (place: Place | undefined) =>
    place &&
    order(place.at, place.type === type ? { id: place.id } : type < place.type ? 'older' : 'newer')
  const item = (row: Kinds[T]) => ({ id: `${type}:${row.id}`, type, at: at(row), row }) as Item
  return {
    type,
    ...(needs && { needs }),
    async page(ctx, { limit, backward, after, before }, personId) {
      const slice = await source.pages(
        ctx,
        { limit, backward, after: spot(after), before: spot(before) },
        personId,
      )
      return slice
        ? { ...slice, rows: slice.rows.map(item) }
        : { rows: [], hasNext: false, hasPrevious: false }
    },
    count: async (ctx, personId) => (await source.counts(ctx, personId)) ?? 0,
  }
}

const created = (row: { createdAt: string }) => row.createdAt
const entered = (row: { enteredAt: string }) => row.enteredAt

export const arms: readonly Arm[] = [
  arm('activity', activitiesOfPerson, byId('activity'), created, 'activities.view'),
  arm(
    'appointment',
    appointmentsOfPersonByStart,
    byTime,
    (row) => row.startsAt,
    'appointments.manage',
  ),
  arm('dealMoved', dealStagesOfPerson, byId('dealstage'), entered, 'deals.view'),
  arm('stageChanged', knownStagesOfPerson, byId('personstage'), entered),
  arm(
    'taskCompleted',
    completedTasksOfPerson,
    byTime,
    (row) => row.completedAt ?? '',
    'tasks.manage',
  ),
  arm('taskCreated', tasksOfPerson, byId('task'), created, 'tasks.manage'),
]
