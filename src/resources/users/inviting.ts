import { requireScope } from '../../access/viewer.ts'
import { type Context, timestamp } from '../../context.ts'
import { checkReferences, listReferences } from '../../crud/records.ts'
import { type Detail, invalid } from '../../errors.ts'
import { createApiKey, type IssuedKey } from '../api-keys/operations.ts'
import { addMember, unknownTeams } from '../teams/operations.ts'
import { createUser, problemsOfNew, type UserInput } from './changes.ts'
import type { UserRow } from './table.ts'

export interface Invitation extends IssuedKey {
  user: UserRow
}

interface InvitationInput extends UserInput {
  email: string
  teamIds?: readonly string[] | null
  keyExpiresAt?: string | null
}

const lifetime = 7 * 86_400_000

/**
 * Creates a user, their first API key, and their membership in teams: what one hands to a new
 * colleague. The rules of creating users, API keys and teams hold, each for its part.
 * @throws VALIDATION_ERROR, FORBIDDEN for an Owner made by another role, CONFLICT for an email in
 * use
 */
export async function inviteUser(
  ctx: Context,
  { teamIds, keyExpiresAt, ...input }: InvitationInput,
): Promise<Invitation> {
  requireScope(ctx.viewer, 'users.manage')
  if (teamIds?.length) requireScope(ctx.viewer, 'teams.manage')
  const late: Detail[] =
    keyExpiresAt && keyExpiresAt <= timestamp(ctx)
      ? [{ field: 'keyExpiresAt', code: 'OUT_OF_RANGE', message: 'must be in the future' }]
      : []
  const details = [...problemsOfNew(input), ...late]
  if (details.length > 0) throw invalid(details)
  await checkReferences(unknownTeams(ctx, listReferences('teamIds', teamIds)))
  const user = await createUser(ctx, input)
  const expiresAt = keyExpiresAt ?? new Date(ctx.now() + lifetime).toISOString()
  const issued = await createApiKey(ctx, { userId: user.id, name: 'Invitation', expiresAt })
  for (const teamId of new Set(teamIds ?? [])) await addMember(ctx, teamId, user.id)
  return { user, ...issued }
}
