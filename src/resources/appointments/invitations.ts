/** The people and users who are invited to an appointment, and its external ids. */
import type { Context } from '../../context.ts'
import { linkList, type WantedIds } from '../../crud/link-list.ts'
import { checkReferences, listReferences } from '../../crud/records.ts'
import type { Change } from '../../events/changes.ts'
import {
  type ExternalIdInput,
  missingExternalId,
  replaceExternalIds,
} from '../external-ids/operations.ts'
import { unknownPeople } from '../people/operations.ts'
import { personPolicy } from '../people/policy.ts'
import { unknownUsers } from '../users/operations.ts'
import './table.ts'

export interface InvitedInput extends ExternalIdInput {
  peopleIds?: WantedIds
  userIds?: WantedIds
}

export const invitedPeople = linkList({
  table: 'appointmentPeople',
  record: 'appointmentId',
  target: 'personId',
  field: 'peopleIds',
  canView: personPolicy.canViewReferenced,
})
export const invitedUsers = linkList({
  table: 'appointmentUsers',
  record: 'appointmentId',
  target: 'userId',
  field: 'userIds',
})

/** @throws VALIDATION_ERROR with all unknown references */
export const checkInvited = (ctx: Context, { peopleIds, userIds, ...externalIds }: InvitedInput) =>
  checkReferences(
    missingExternalId(externalIds),
    unknownPeople(ctx, listReferences('peopleIds', peopleIds)),
    unknownUsers(ctx, listReferences('userIds', userIds)),
  )

/** Replaces the lists that the input has. */
export const replaceInvited = async (
  ctx: Context,
  id: string,
  input: InvitedInput,
): Promise<Change[]> => [
  ...(await invitedPeople.replace(ctx, id, input.peopleIds)),
  ...(await invitedUsers.replace(ctx, id, input.userIds)),
  ...(await replaceExternalIds(ctx, 'appointment', id, input)),
]
