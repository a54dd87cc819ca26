import type { Context } from '../../context.ts'
import { createLoader } from '../../crud/loader.ts'
import type { Page, PageRequest } from '../../filtering/page.ts'
import { listParam } from '../../store/query.ts'
import { loadDeal } from '../deals/operations.ts'
import { completionsOfTasks } from './queries.ts'
import {
  compareNewestFirst,
  type Place,
  type TimelineItem,
  type TimelineType,
  timelineSources,
} from './sources.ts'

export type { TimelineItem, TimelineType }

/** The sources whose scope the caller has. */
const sourcesFor = ({ viewer }: Context, types: readonly TimelineType[] | undefined) =>
  timelineSources.filter(
    (arm) => (types?.includes(arm.type) ?? true) && (!arm.needs || viewer.rights.has(arm.needs)),
  )

/** The position of an item, for its cursor. */
export const positionOf = ({ at, id }: TimelineItem): string => `${at} ${id}`

function parsePosition(position: string | undefined): Place | undefined {
  if (position === undefined) return undefined
  const [at = '', item = ''] = position.split(' ')
  const colon = item.indexOf(':')
  return { at, type: item.slice(0, colon), id: item.slice(colon + 1) }
}

/** Returns a page of the timeline of a visible person, newest first. */
export async function timelineOf(
  ctx: Context,
  personId: string,
  types: readonly TimelineType[] | undefined,
  window: PageRequest,
): Promise<Page<TimelineItem>> {
  const { limit, backward } = window
  const places = {
    limit,
    backward,
    after: parsePosition(window.after),
    before: parsePosition(window.before),
  }
  const slices = await Promise.all(
    sourcesFor(ctx, types).map((arm) => arm.page(ctx, places, personId)),
  )
  const found = slices.flatMap((slice) => slice.rows).sort(compareNewestFirst)
  const more =
    found.length > limit || slices.some((slice) => (backward ? slice.hasPrevious : slice.hasNext))
  return backward
    ? { rows: found.slice(-limit), hasNext: window.before !== undefined, hasPrevious: more }
    : { rows: found.slice(0, limit), hasNext: more, hasPrevious: window.after !== undefined }
}

export async function countTimeline(
  ctx: Context,
  personId: string,
  types: readonly TimelineType[] | undefined,
): Promise<number> {
  const counts = await Promise.all(sourcesFor(ctx, types).map((arm) => arm.count(ctx, personId)))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The user who last completed a task. */
const loadCompleter = createLoader<string | null>(async (ctx, ids) => {
  const rows = await ctx.db.all(completionsOfTasks, {
    companyId: ctx.viewer.companyId,
    ids: listParam(ids),
  })
  return new Map(rows.map((row) => [row.recordId, row.actorId]))
})

/** The id of the actor; null for the server or if unknown. */
export async function actorOf(ctx: Context, item: TimelineItem): Promise<string | null> {
  switch (item.type) {
    case 'dealMoved':
    case 'stageChanged':
      return item.row.byUserId
    case 'taskCompleted':
      return (await loadCompleter(ctx, item.row.id)) ?? null
    default:
      return item.row.createdBy
  }
}

const channelLabels = {
  call: 'Call',
  email: 'Email',
  note: 'Note',
  meeting: 'Meeting',
  sms: 'Text message',
  activity: '',
} as const

export async function titleOf(ctx: Context, item: TimelineItem): Promise<string> {
  switch (item.type) {
    case 'activity':
      return `${channelLabels[item.row.type] || item.row.channel}${item.row.direction ? `, ${item.row.direction}` : ''}`
    case 'appointment':
      return item.row.title
    case 'taskCreated':
      return `Task: ${item.row.title}`
    case 'taskCompleted':
      return `Task completed: ${item.row.title}`
    case 'dealMoved':
      return `${(await loadDeal(ctx, item.row.dealId))?.title ?? 'Deal'}: ${describeMove(item.row)}`
    case 'stageChanged':
      return describeMove(item.row)
  }
}

const describeMove = ({
  kind,
  fromStageName,
  toStageName,
}: Extract<TimelineItem, { type: 'dealMoved' | 'stageChanged' }>['row']) =>
  kind === 'created' ? `created in ${toStageName}` : `${fromStageName ?? '?'} → ${toStageName}`

const maxSummaryLength = 200

/** The beginning of the content, outcome or description. */
export function summaryOf(item: TimelineItem): string | null {
  const text = textOf(item)?.trim()
  if (!text) return null
  return text.length > maxSummaryLength
    ? `${text.slice(0, maxSummaryLength)}…`.toWellFormed()
    : text
}

function textOf(item: TimelineItem): string | null {
  switch (item.type) {
    case 'activity':
      return item.row.content
    case 'appointment':
      return item.row.outcome ?? item.row.description
    case 'taskCreated':
    case 'taskCompleted':
      return item.row.description
    default:
      return null
  }
}

export function recordIdOf({ type, row }: TimelineItem): string {
  return type === 'dealMoved' ? row.dealId : type === 'stageChanged' ? row.personId : row.id
}
