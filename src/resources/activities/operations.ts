import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { byId, createLoader } from '../../crud/batch.ts'
import {
  applyChanges,
  checkReferences,
  checkVersion,
  deleteRecord,
  newRecord,
  requireSomeField,
  requireVisible,
} from '../../crud/records.ts'
import { forbidden } from '../../errors.ts'
import { changesBetween, recordEvent } from '../../events/record-event.ts'
import { finder } from '../../filtering/find.ts'
import { childCounts, childPages } from '../../filtering/list.ts'
import { type MaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts'
import { listParam } from '../../store/sql.ts'
import {
  type ExternalIdInput,
  missingExternalId,
  replaceExternalIds,
} from '../external-ids/operations.ts'
import { requireVisiblePerson, unknownPeople } from '../people/operations.ts'
import { activitiesFound, activityFilterSpec } from './filter-spec.ts'
import { activityPolicy } from './policy.ts'
import {
  activitiesByPerson,
  activityFor,
  activityList,
  noteLatest,
  visibleActivities,
} from './queries.ts'
import type { ActivityRow } from './table.ts'

export type { ActivityRow }

export interface ActivityInput extends ExternalIdInput {
  personId: string
  channel: string
  type?: ActivityRow['type'] | null
  direction?: ActivityRow['direction']
  content?: string | null
  starred?: boolean | null
}

export interface ActivityPatch extends ExternalIdInput {
  type?: ActivityRow['type']
  direction?: ActivityRow['direction']
  content?: string | null
  starred?: boolean
}

const logged = ['personId', 'type', 'channel', 'direction', 'content', 'starred'] as const
const sight = (ctx: Context) => accessScopeOf(ctx.viewer)

const find = async (ctx: Context, id: string) =>
  requireVisible(
    'Activity',
    await ctx.db.first(activityFor(sight(ctx)), { ...accessParams(ctx.viewer), id }),
  )

/** @throws NOT_FOUND, FORBIDDEN */
export async function getActivity(ctx: Context, id: string): Promise<ActivityRow> {
  requireScope(ctx.viewer, 'activities.view')
  const { editable: _, ...activity } = await find(ctx, id)
  return activity
}

/** An activity that the caller sees, for `node`; nothing where there is none. */
export const loadActivity = createLoader<ActivityRow>((ctx, ids) =>
  mapMaybePromise(
    ctx.db.all(visibleActivities(sight(ctx)), { ...accessParams(ctx.viewer), ids: listParam(ids) }),
    byId,
  ),
)

/**
 * The activities that the caller sees, as asked for. @throws NOT_FOUND, FORBIDDEN for a person
 * named in the filter
 */
export const activities = finder({
  kind: activityFilterSpec,
  queries: activitiesFound,
  plain: activityList,
  options: sight,
  needs: 'activities.view',
  check: async (ctx, { where }) =>
    typeof where?.['personId'] === 'string' && requireVisiblePerson(ctx, where['personId']),
})

/** The activities of a person, as an edge. */
export const activitiesOfPerson = {
  pages: childPages(activitiesByPerson, sight),
  counts: childCounts(activitiesByPerson, sight),
}

const typeOfChannel = new Map<string, ActivityRow['type']>([
  ['call', 'call'],
  ['phone', 'call'],
  ['email', 'email'],
  ['note', 'note'],
  ['meeting', 'meeting'],
  ['appointment', 'meeting'],
  ['sms', 'sms'],
  ['text', 'sms'],
])

/**
 * Logs an activity of a person whom the caller sees; its type follows the channel unless told.
 * @throws VALIDATION_ERROR
 */
export async function createActivity(ctx: Context, input: ActivityInput): Promise<ActivityRow> {
  requireScope(ctx.viewer, 'activities.create')
  await checkReferences(
    missingExternalId(input),
    unknownPeople(ctx, [['personId', input.personId]]),
  )
  const row: ActivityRow = {
    ...newRecord(ctx, 'activity'),
    personId: input.personId,
    type: input.type ?? typeOfChannel.get(input.channel.toLowerCase()) ?? 'activity',
    channel: input.channel,
    direction: input.direction ?? null,
    content: input.content ?? null,
    starred: Number(input.starred ?? false),
    agentName: ctx.viewer.fullName,
    createdBy: ctx.viewer.userId,
  }
  await ctx.db.insert('activities', row)
  await ctx.db.run(noteLatest, row)
  const ids = await replaceExternalIds(ctx, 'activity', row.id, input)
  const changes = [...changesBetween({}, row, logged), ...ids]
  recordEvent(ctx, { type: 'activity.created', record: row, changes })
  return row
}

/**
 * @throws NOT_FOUND, FORBIDDEN for anybody but the author, a leader of the author, Owner and Admin
 */
async function activityToEdit(ctx: Context, id: string): Promise<ActivityRow> {
  requireScope(ctx.viewer, 'activities.create')
  const { editable, ...activity } = await find(ctx, id)
  if (!editable)
    throw forbidden(
      'Only its author, a leader of the author, Owner and Admin may change an activity',
    )
  return checkVersion(ctx, activity)
}

/** Changes the given fields; at least one. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR */
export async function updateActivity(
  ctx: Context,
  id: string,
  input: ActivityPatch,
): Promise<ActivityRow> {
  const activity = await activityToEdit(ctx, id)
  const { starred, externalId, externalSource, externalIds, ...fields } = requireSomeField(input)
  await checkReferences(missingExternalId(input))
  const patch = { ...fields, ...(starred !== undefined && { starred: Number(starred) }) }
  const ids = { externalId, externalSource, externalIds }
  const also = await replaceExternalIds(ctx, 'activity', id, ids)
  const { row, changes } = await applyChanges(ctx, 'activities', activity, patch, also)
  if (changes.length > 0) recordEvent(ctx, { type: 'activity.updated', record: row, changes })
  return row
}

export async function deleteActivity(ctx: Context, id: string): Promise<{ id: string }> {
  const activity = await activityToEdit(ctx, id)
  await deleteRecord(ctx, activityPolicy, activity, {
    type: 'activity.deleted',
    changes: changesBetween(activity, {}, ['personId', 'type']),
  })
  await ctx.db.run(noteLatest, activity)
  return { id }
}

/**
 * Notes on a person when their newest activity was, once activities went from one person to
 * another.
 */
export const noteLatestActivity = (ctx: Context, personId: string): MaybePromise<number> =>
  ctx.db.run(noteLatest, { companyId: ctx.viewer.companyId, personId })
