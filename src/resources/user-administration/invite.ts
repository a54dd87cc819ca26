/** Invites a new colleague: creates the user, a first API key and team memberships. */
import { requireScope } from '../../access/scopes.ts'
import { type Context, timestamp } from '../../context.ts'
import { checkReferences, listReferences } from '../../crud/records.ts'
import { type Detail, invalid } from '../../errors.ts'
import { createApiKey, type IssuedKey } from '../api-keys/operations.ts'
import { addMember, unknownTeams } from '../teams/operations.ts'
import { createUser, newUserErrors, type UserInput, type UserRow } from '../users/operations.ts'

export interface Invitation extends IssuedKey {
  user: UserRow
}

interface InvitationInput extends UserInput {
  email: string
  teamIds?: readonly string[] | null
  keyExpiresAt?: string | null
}

const defaultKeyLifetimeMs = 7 * 86_400_000

/**
 * Creates a user, an API key and the memberships of teams.
 * @throws VALIDATION_ERROR, FORBIDDEN, CONFLICT as in `createUser`, `createApiKey` and `updateTeam`
 */
export async function inviteUser(
  ctx: Context,
  { teamIds, keyExpiresAt, ...input }: InvitationInput,
): Promise<Invitation> {
  requireScope(ctx.viewer, 'users.manage')
  if (teamIds?.length) requireScope(ctx.viewer, 'teams.manage')
  const expiryErrors: Detail[] =
    keyExpiresAt && keyExpiresAt <= timestamp(ctx)
      ? [{ field: 'keyExpiresAt', code: 'OUT_OF_RANGE', message: 'must be in the future' }]
      : []
  const details = [...newUserErrors(input), ...expiryErrors]
  if (details.length > 0) throw invalid(details)
  await checkReferences(unknownTeams(ctx, listReferences('teamIds', teamIds)))
  const user = await createUser(ctx, input)
  const expiresAt = keyExpiresAt ?? new Date(ctx.now() + defaultKeyLifetimeMs).toISOString()
  const issued = await createApiKey(ctx, { userId: user.id, name: 'Invitation', expiresAt })
  for (const teamId of new Set(teamIds ?? [])) await addMember(ctx, teamId, user.id)
  return { user, ...issued }
}
