import type { Context } from '../../context.ts'
import { createLoader } from '../../crud/loader.ts'
import type { Page, PageRequest } from '../../filtering/page.ts'
import { encodeListParam, query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import { loadDeal } from '../deals/operations.ts'
import { loadPerson } from '../people/operations.ts'
import {
  compareNewestFirst,
  type TimelineItem,
  type TimelinePosition,
  type TimelineType,
  timelineSources,
} from './sources.ts'

export type { TimelineItem, TimelineType }

/** Returns the sources of the requested types whose scope the caller has. */
const selectSources = ({ viewer }: Context, types: readonly TimelineType[] | undefined) =>
  timelineSources.filter(
    (source) =>
      (types?.includes(source.type) ?? true) &&
      (!source.requiredScope || viewer.rights.has(source.requiredScope)),
  )

export const toCursorPosition = ({ at, id }: TimelineItem): string => `${at} ${id}`

function parsePosition(position: string | undefined): TimelinePosition | undefined {
  if (position === undefined) return undefined
  const [at = '', itemKey = ''] = position.split(' ')
  const colon = itemKey.indexOf(':')
  return { at, type: itemKey.slice(0, colon), id: itemKey.slice(colon + 1) }
}

/** Returns a page of the timeline of a visible person, newest first. */
export async function listTimeline(
  ctx: Context,
  personId: string,
  types: readonly TimelineType[] | undefined,
  request: PageRequest,
): Promise<Page<TimelineItem>> {
  const { limit, isBackward } = request
  const positions = {
    limit,
    isBackward,
    after: parsePosition(request.after),
    before: parsePosition(request.before),
  }
  const pages = await Promise.all(
    selectSources(ctx, types).map((source) => source.page(ctx, positions, personId)),
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
    selectSources(ctx, types).map((source) => source.count(ctx, personId)),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Selects the completions of tasks, oldest first. */
const completionsOfTasks = query((k, p: { companyId: string; ids: string }) =>
  k
    .selectFrom('events')
    .select(['recordId', 'actorId'])
    .where('companyId', '=', p.companyId)
    .where(isIn('recordId', p.ids))
    .where('type', '=', 'task.completed')
    .orderBy('sequence'),
)

/** Loads the id of the user who last completed a task. */
const loadCompleter = createLoader<string | null>(async (ctx, ids) => {
  const rows = await ctx.db.all(completionsOfTasks, {
    companyId: ctx.viewer.companyId,
    ids: encodeListParam(ids),
  })
  return new Map(rows.map((row) => [row.recordId, row.actorId]))
})

/** Returns the id of the actor, or null if the actor is the server or unknown. */
export async function findActorId(ctx: Context, item: TimelineItem): Promise<string | null> {
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

export async function formatTitle(ctx: Context, item: TimelineItem): Promise<string> {
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

/** Returns the beginning of the content, outcome or description. */
export function summarize(item: TimelineItem): string | null {
  const text = getText(item)?.trim()
  if (!text) return null
  return text.length > maxSummaryLength
    ? `${text.slice(0, maxSummaryLength)}…`.toWellFormed()
    : text
}

function getText(item: TimelineItem): string | null {
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

/** Loads the record of an item; null for a deal or person that the caller cannot view. */
export const loadRecord = (ctx: Context, { type, row }: TimelineItem) =>
  type === 'dealMoved'
    ? loadDeal(ctx, row.dealId)
    : type === 'stageChanged'
      ? loadPerson(ctx, row.personId)
      : row

export function getRecordId({ type, row }: TimelineItem): string {
  return type === 'dealMoved' ? row.dealId : type === 'stageChanged' ? row.personId : row.id
}
