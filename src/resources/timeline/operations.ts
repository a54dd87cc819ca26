/**
 * Merges the timeline of a person from one chronological list per item type. A page of the timeline
 * reads one page of each list.
 */
import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import type { ChildLoaders } from '../../filtering/child-list.ts'
import { formatTimePosition, type Page, type PageRequest } from '../../filtering/page.ts'
import type { MaybePromise } from '../../lib/async.ts'
import { createMinId } from '../../lib/ids.ts'
import { type ActivityRow, activitiesOfPerson } from '../activities/operations.ts'
import { type AppointmentRow, appointmentsOfPersonByStart } from '../appointments/operations.ts'
import { loadDeal } from '../deals/operations.ts'
import { loadPerson } from '../people/operations.ts'
import {
  type DealStageChangeRow,
  datedPersonStageChanges,
  dealStageChangesOfPerson,
  type PersonStageChangeRow,
  type StageChangeRow,
} from '../stage-history/operations.ts'
import {
  completedTasksOfPerson,
  loadCompleter,
  type TaskRow,
  tasksOfPerson,
} from '../tasks/operations.ts'
import { loadUser } from '../users/operations.ts'

type TimelineRow = ActivityRow | AppointmentRow | StageChangeRow | TaskRow

/**
 * Converts a time to a position in a list. For an item of another type, `older` or `newer` states
 * whether the list's rows with the same time follow or precede the item.
 */
type ToPosition = (at: string, item: { id: string } | 'older' | 'newer') => string

/** Returns the converter for lists ordered by id, which is the creation order. */
const toIdPosition =
  (prefix: string): ToPosition =>
  (at, item) =>
    typeof item === 'object'
      ? item.id
      : createMinId(prefix, Date.parse(at) + Number(item === 'older'))

const toTimePosition: ToPosition = (at, item) =>
  formatTimePosition(at, typeof item === 'object' ? item.id : item === 'older' ? '~' : '')

interface ItemType<R extends object> {
  list: ChildLoaders<R>
  toPosition: ToPosition
  getTime(row: R): string
  /** The scope required to view the items. Without it, the timeline omits the items. */
  requiredScope?: RequiredScope
  formatTitle(row: R, ctx: Context): MaybePromise<string>
  /** Returns the text from which the summary is taken. */
  getText?(row: R): string | null
  /** Returns the id of the actor, or null if the actor is the server or unknown. */
  getActorId(row: R, ctx: Context): MaybePromise<string | null>
  /** The record to which a change row refers; by default, the row itself. */
  record?: { getId(row: R): string; load(ctx: Context, id: string): Promise<object | undefined> }
}

const activityTypeLabels = {
  call: 'Call',
  email: 'Email',
  note: 'Note',
  meeting: 'Meeting',
  sms: 'Text message',
  activity: '',
}

const describeMove = ({ kind, fromStageName, toStageName }: StageChangeRow) =>
  kind === 'created' ? `created in ${toStageName}` : `${fromStageName ?? '?'} → ${toStageName}`

const creationGetters = {
  getTime: (row: { createdAt: string }) => row.createdAt,
  getActorId: (row: { createdBy: string | null }) => row.createdBy,
}
const stageChangeGetters = {
  getTime: (row: StageChangeRow) => row.enteredAt,
  getActorId: (row: StageChangeRow) => row.byUserId,
}

const defineItemType = <R extends TimelineRow>(type: ItemType<R>) =>
  type as unknown as ItemType<TimelineRow>

const itemTypes = {
  activity: defineItemType<ActivityRow>({
    ...creationGetters,
    list: activitiesOfPerson,
    toPosition: toIdPosition('activity'),
    requiredScope: 'activities.view',
    formatTitle: ({ type, channel, direction }) =>
      `${activityTypeLabels[type] || channel}${direction ? `, ${direction}` : ''}`,
    getText: (row) => row.content,
  }),
  appointment: defineItemType<AppointmentRow>({
    ...creationGetters,
    list: appointmentsOfPersonByStart,
    toPosition: toTimePosition,
    getTime: (row) => row.startsAt,
    requiredScope: 'appointments.manage',
    formatTitle: (row) => row.title,
    getText: (row) => row.outcome ?? row.description,
  }),
  dealMoved: defineItemType<DealStageChangeRow>({
    ...stageChangeGetters,
    list: dealStageChangesOfPerson,
    toPosition: toIdPosition('dealstage'),
    requiredScope: 'deals.view',
    formatTitle: async (row, ctx) =>
      `${(await loadDeal(ctx, row.dealId))?.title ?? 'Deal'}: ${describeMove(row)}`,
    record: { getId: (row) => row.dealId, load: loadDeal },
  }),
  stageChanged: defineItemType<PersonStageChangeRow>({
    ...stageChangeGetters,
    list: datedPersonStageChanges,
    toPosition: toIdPosition('personstage'),
    formatTitle: describeMove,
    record: { getId: (row) => row.personId, load: loadPerson },
  }),
  taskCompleted: defineItemType<TaskRow>({
    list: completedTasksOfPerson,
    toPosition: toTimePosition,
    getTime: (row) => row.completedAt ?? '',
    requiredScope: 'tasks.manage',
    formatTitle: (row) => `Task completed: ${row.title}`,
    getText: (row) => row.description,
    getActorId: async (row, ctx) => (await loadCompleter(ctx, row.id)) ?? null,
  }),
  taskCreated: defineItemType<TaskRow>({
    ...creationGetters,
    list: tasksOfPerson,
    toPosition: toIdPosition('task'),
    requiredScope: 'tasks.manage',
    formatTitle: (row) => `Task: ${row.title}`,
    getText: (row) => row.description,
  }),
}

export type TimelineType = keyof typeof itemTypes

export type TimelineItem = { id: string; type: TimelineType; at: string; row: TimelineRow }

/** Returns the requested item types for which the caller has the scope. */
const selectTypes = ({ viewer }: Context, types: readonly TimelineType[] | undefined) =>
  (types ?? (Object.keys(itemTypes) as TimelineType[])).filter((type) => {
    const { requiredScope } = itemTypes[type]
    return !requiredScope || viewer.rights.has(requiredScope)
  })

export const toCursorPosition = ({ at, id }: TimelineItem): string => `${at} ${id}`

/** Converts a timeline position to a position in the list of an item type. */
function toListPosition(type: TimelineType, position: string | undefined): string | undefined {
  if (position === undefined) return undefined
  const [at = '', itemId = ''] = position.split(' ')
  const colonIndex = itemId.indexOf(':')
  const itemType = itemId.slice(0, colonIndex)
  const relativeAge = type < itemType ? 'older' : 'newer'
  const item = itemType === type ? { id: itemId.slice(colonIndex + 1) } : relativeAge
  return itemTypes[type].toPosition(at, item)
}

async function listItems(
  ctx: Context,
  personId: string,
  type: TimelineType,
  { limit, isBackward, after, before }: PageRequest,
): Promise<Page<TimelineItem>> {
  const { list, getTime } = itemTypes[type]
  const positions = { after: toListPosition(type, after), before: toListPosition(type, before) }
  const page = await list.pages(ctx, { limit, isBackward, ...positions }, personId)
  const toItem = (row: TimelineRow) => ({ id: `${type}:${row.id}`, type, at: getTime(row), row })
  return { hasNext: false, hasPrevious: false, ...page, rows: page?.rows.map(toItem) ?? [] }
}

/** Orders items newest first; items of the same time are ordered by descending id. */
const compareNewestFirst = (one: TimelineItem, other: TimelineItem): number =>
  one.at === other.at ? (one.id < other.id ? 1 : -1) : one.at < other.at ? 1 : -1

/** Returns a page of the timeline of a visible person, newest first. */
export async function listTimeline(
  ctx: Context,
  personId: string,
  types: readonly TimelineType[] | undefined,
  request: PageRequest,
): Promise<Page<TimelineItem>> {
  const { limit, isBackward } = request
  const pages = await Promise.all(
    selectTypes(ctx, types).map((type) => listItems(ctx, personId, type, request)),
  )
  const items = pages.flatMap((page) => page.rows).sort(compareNewestFirst)
  const hasMore =
    items.length > limit || pages.some((page) => (isBackward ? page.hasPrevious : page.hasNext))
  return isBackward
    ? { rows: items.slice(-limit), hasNext: request.before !== undefined, hasPrevious: hasMore }
    : { rows: items.slice(0, limit), hasNext: hasMore, hasPrevious: request.after !== undefined }
}

export async function countTimeline(
  ctx: Context,
  personId: string,
  types: readonly TimelineType[] | undefined,
): Promise<number> {
  const counts = await Promise.all(
    selectTypes(ctx, types).map((type) => itemTypes[type].list.counts(ctx, personId)),
  )
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

export const formatTitle = (ctx: Context, { type, row }: TimelineItem) =>
  itemTypes[type].formatTitle(row, ctx)

export const findActorId = async (ctx: Context, { type, row }: TimelineItem) =>
  itemTypes[type].getActorId(row, ctx)

export async function findActor(ctx: Context, item: TimelineItem) {
  const id = await findActorId(ctx, item)
  return id ? loadUser(ctx, id) : null
}

const maxSummaryLength = 200

/** Returns the beginning of the item's content, outcome or description. */
export function summarize({ type, row }: TimelineItem): string | null {
  const text = itemTypes[type].getText?.(row)?.trim()
  if (!text) return null
  if (text.length <= maxSummaryLength) return text
  return `${text.slice(0, maxSummaryLength)}…`.toWellFormed()
}

export const getRecordId = ({ type, row }: TimelineItem): string =>
  itemTypes[type].record?.getId(row) ?? row.id

/** Loads an item's record, or undefined for a deal or person that the caller cannot view. */
export const loadRecord = (ctx: Context, item: TimelineItem) =>
  itemTypes[item.type].record?.load(ctx, getRecordId(item)) ?? item.row
