import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { createRecordReads } from '../../crud/record-reads.ts'
import {
  checkReferences,
  deleteRecord,
  insertRecord,
  newRecord,
  requireSomeField,
  updateRecord,
} from '../../crud/records.ts'
import { createRelationList } from '../../filtering/child-list.ts'
import type { Comparators } from '../../filtering/comparators.ts'
import { declareExport } from '../../filtering/exports.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import {
  type ExternalIdInput,
  findMissingExternalId,
  replaceExternalIds,
} from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import {
  findUnknownPeople,
  refreshLastActivity,
  requireVisiblePerson,
} from '../people/operations.ts'
import { getUserEmail } from '../users/operations.ts'
import { activityFilterSpec } from './filter-spec.ts'
import { activityPolicy } from './policy.ts'
import type { ActivityRow } from './table.ts'

export type { ActivityRow }

export interface ActivityPatch
  extends ExternalIdInput,
    Partial<Pick<ActivityRow, 'type' | 'direction' | 'content'>> {
  starred?: boolean
}

export interface ActivityInput extends Omit<ActivityPatch, 'type' | 'starred'> {
  personId: string
  channel: string
  type?: ActivityRow['type'] | null
  starred?: boolean | null
}

const eventFields = ['personId', 'type', 'channel', 'direction', 'content', 'starred']

const { get, getForUpdate, load } = createRecordReads(activityPolicy, 'Activity', {
  scope: 'activities.create',
  forbiddenMessage:
    "Only the author, the author's Team Leaders, an Owner or an Admin may change an activity",
})

export { get as getActivity, load as loadActivity }

/** Lists visible activities. @throws NOT_FOUND, FORBIDDEN for the person in `where.personId.eq` */
export const activities = createFilteredList({
  spec: activityFilterSpec,
  check: async (ctx, { where }) => {
    const personId = (where?.['personId'] as Comparators | undefined)?.eq
    if (typeof personId === 'string') await requireVisiblePerson(ctx, personId)
  },
})

declareExport('activities', {
  type: 'Activity',
  list: activities,
  readColumns: async (ctx, row) => ({
    person: row.personId,
    author: await getUserEmail(ctx, row, 'createdBy'),
  }),
})

export const activitiesOfPerson = createRelationList<ActivityRow>(personFilterSpec, 'activities')

const activityTypeByChannel = new Map<string, ActivityRow['type']>([
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
 * Logs an activity. The default type depends on the channel.
 * @throws FORBIDDEN, VALIDATION_ERROR, CONFLICT if another activity has the external id
 */
export async function createActivity(ctx: Context, input: ActivityInput): Promise<ActivityRow> {
  requireScope(ctx.viewer, 'activities.create')
  await checkReferences(
    findMissingExternalId(input),
    findUnknownPeople(ctx, [['personId', input.personId]]),
  )
  const row: ActivityRow = {
    ...newRecord(ctx, 'activity'),
    personId: input.personId,
    type: input.type ?? activityTypeByChannel.get(input.channel.toLowerCase()) ?? 'activity',
    channel: input.channel,
    direction: input.direction ?? null,
    content: input.content ?? null,
    starred: Number(input.starred ?? false),
    agentName: ctx.viewer.fullName,
  }
  return insertRecord(ctx, 'activities', row, 'activity.created', eventFields, async () => {
    await refreshLastActivity(ctx, row.personId)
    return replaceExternalIds(ctx, 'activity', row.id, input)
  })
}

/** Updates an activity. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT */
export async function updateActivity(ctx: Context, id: string, input: ActivityPatch) {
  const activity = await getForUpdate(ctx, id)
  const { starred, externalId, externalSource, externalIds, ...columns } = requireSomeField(input)
  await checkReferences(findMissingExternalId(input))
  const patch = { ...columns, ...(starred !== undefined && { starred: Number(starred) }) }
  const externalIdChanges = await replaceExternalIds(ctx, 'activity', id, input)
  return updateRecord(ctx, 'activities', activity, patch, 'activity.updated', externalIdChanges)
}

/** Deletes an activity permanently. @throws NOT_FOUND, FORBIDDEN */
export async function deleteActivity(ctx: Context, id: string): Promise<{ id: string }> {
  const activity = await getForUpdate(ctx, id)
  await deleteRecord(ctx, activityPolicy, activity, 'activity.deleted', ['personId', 'type'])
  await refreshLastActivity(ctx, activity.personId)
  return { id }
}
