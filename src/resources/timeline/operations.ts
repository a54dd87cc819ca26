import type { Context } from '../../context.ts'
import { createLoader } from '../../crud/loader.ts'
import type { Page, PageRequest } from '../../filtering/page.ts'
import { listParam } from '../../store/sql.ts'
import { loadDeal } from '../deals/operations.ts'
import { arms, type Item, newestFirst, type Place, type TimelineType } from './arms.ts'
import { completionsOfTasks } from './queries.ts'

/** All that happened around a person, in the order of time. */
export type { Item, TimelineType }

/** Kinds whose scope the caller lacks are left out. */
const armsFor = ({ viewer }: Context, types: readonly TimelineType[] | undefined) =>
  arms.filter(
    (arm) => (types?.includes(arm.type) ?? true) && (!arm.needs || viewer.rights.has(arm.needs)),
  )

/** Where an item stands, as text; and back. */
export const positionOf = ({ at, id }: Item): string => `${at} ${id}`

function placeOf(position: string | undefined): Place | undefined {
  if (position === undefined) return undefined
  const [at = '', item = ''] = position.split(' ')
  const colon = item.indexOf(':')
  return { at, type: item.slice(0, colon), id: item.slice(colon + 1) }
}

/** A page of the timeline of a person whom the caller sees, newest first. */
export async function timelineOf(
  ctx: Context,
  personId: string,
  types: readonly TimelineType[] | undefined,
  window: PageRequest,
): Promise<Page<Item>> {
  const { limit, backward } = window
  const places = { limit, backward, after: placeOf(window.after), before: placeOf(window.before) }
  const slices = await Promise.all(
    armsFor(ctx, types).map((arm) => arm.page(ctx, places, personId)),
  )
  const found = slices.flatMap((slice) => slice.rows).sort(newestFirst)
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
  const counts = await Promise.all(armsFor(ctx, types).map((arm) => arm.count(ctx, personId)))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Who completed a task, as its last completion tells. */
const loadCompleter = createLoader<string | null>(async (ctx, ids) => {
  await ctx.db.flushDeferred()
  const rows = await ctx.db.all(completionsOfTasks, {
    companyId: ctx.viewer.companyId,
    ids: listParam(ids),
  })
  return new Map(rows.map((row) => [row.recordId, row.actorId]))
})

/** The id of the user who did it; nothing for the server itself, and where it is not known. */
export async function actorOf(ctx: Context, item: Item): Promise<string | null> {
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

const channels = {
  call: 'Call',
  email: 'Email',
  note: 'Note',
  meeting: 'Meeting',
  sms: 'Text message',
  activity: '',
} as const

/** What happened, in a few words. */
export async function titleOf(ctx: Context, item: Item): Promise<string> {
  switch (item.type) {
    case 'activity':
      return `${channels[item.row.type] || item.row.channel}${item.row.direction ? `, ${item.row.direction}` : ''}`
    case 'appointment':
      return item.row.title
    case 'taskCreated':
      return `Task: ${item.row.title}`
    case 'taskCompleted':
      return `Task completed: ${item.row.title}`
    case 'dealMoved':
      return `${(await loadDeal(ctx, item.row.dealId))?.title ?? 'Deal'}: ${wayOf(item.row)}`
    case 'stageChanged':
      return wayOf(item.row)
  }
}

const wayOf = ({
  kind,
  fromStageName,
  toStageName,
}: Extract<Item, { type: 'dealMoved' | 'stageChanged' }>['row']) =>
  kind === 'created' ? `created in ${toStageName}` : `${fromStageName ?? '?'} → ${toStageName}`

const longest = 200

/** What was written about it, cut where it is long. */
export function summaryOf(item: Item): string | null {
  const text = textOf(item)?.trim()
  if (!text) return null
  return text.length > longest ? `${text.slice(0, longest)}…`.toWellFormed() : text
}

function textOf(item: Item): string | null {
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

/** The id of the record behind it. */
export function recordIdOf({ type, row }: Item): string {
  return type === 'dealMoved' ? row.dealId : type === 'stageChanged' ? row.personId : row.id
}
