/** Invites new colleagues, who begin with an API key or by signing in at the OpenID provider. */
import { requireScope } from '../../access/scopes.ts'
import { type Context, timestamp } from '../../context.ts'
import { checkReferences, listReferences } from '../../crud/records.ts'
import { conflict, createDetail, type Detail, invalid } from '../../errors.ts'
import { getPublicUrl } from '../../settings.ts'
import { createApiKey, type IssuedKey } from '../api-keys/operations.ts'
import { addMember, unknownTeams } from '../teams/operations.ts'
import { createUser, newUserErrors, type UserInput, type UserRow } from '../users/operations.ts'

export type Invitation = IssuedKey & { user: UserRow }

type SignInInvitationInput = UserInput & { email: string; teamIds?: readonly string[] | null }

type InvitationInput = SignInInvitationInput & { keyExpiresAt?: string | null }

const defaultKeyLifetimeMs = 7 * 86_400_000

/**
 * Creates a user, an API key and the memberships of teams.
 * @throws VALIDATION_ERROR, FORBIDDEN, CONFLICT as in `createUser`, `createApiKey` and `updateTeam`
 */
export async function inviteUser(
  ctx: Context,
  { teamIds, keyExpiresAt, ...input }: InvitationInput,
): Promise<Invitation> {
  const expiryErrors =
    keyExpiresAt && keyExpiresAt <= timestamp(ctx)
      ? [createDetail('keyExpiresAt', 'OUT_OF_RANGE', 'must be in the future')]
      : []
  await checkInvitation(ctx, { teamIds, ...input }, expiryErrors)
  const user = await createUser(ctx, input)
  const expiresAt = keyExpiresAt ?? new Date(ctx.now() + defaultKeyLifetimeMs).toISOString()
  const issuedKey = await createApiKey(ctx, { userId: user.id, name: 'Invitation', expiresAt })
  await joinTeams(ctx, user, teamIds)
  return { user, ...issuedKey }
}

/**
 * Creates a user without a secret, and the memberships of teams.
 * @returns the user, with the URL at which they sign in
 * @throws CONFLICT without an OpenID provider, and the errors of `createUser` and `updateTeam`
 */
export async function inviteUserToSignIn(
  ctx: Context,
  { teamIds, ...input }: SignInInvitationInput,
): Promise<{ user: UserRow; signInUrl: string }> {
  await checkInvitation(ctx, { teamIds, ...input })
  const { settings, viewer } = ctx
  if (!settings.OIDC_ISSUER || !settings.OIDC_CLIENT_ID)
    throw conflict(
      'Sign-in is not configured: set OIDC_ISSUER and OIDC_CLIENT_ID, or invite with a key',
    )
  const user = await createUser(ctx, input)
  await joinTeams(ctx, user, teamIds)
  const query = new URLSearchParams({ company: viewer.companyId, loginHint: user.email })
  return { user, signInUrl: `${getPublicUrl(settings)}/sign-in?${query}` }
}

/** @throws VALIDATION_ERROR with all details, or FORBIDDEN */
async function checkInvitation(
  ctx: Context,
  { teamIds, ...input }: SignInInvitationInput,
  otherErrors: readonly Detail[] = [],
): Promise<void> {
  requireScope(ctx.viewer, 'users.manage')
  if (teamIds?.length) requireScope(ctx.viewer, 'teams.manage')
  const details = [...newUserErrors(input), ...otherErrors]
  if (details.length > 0) throw invalid(details)
  await checkReferences(unknownTeams(ctx, listReferences('teamIds', teamIds)))
}

async function joinTeams(
  ctx: Context,
  { id }: UserRow,
  teamIds: readonly string[] | null | undefined,
): Promise<void> {
  for (const teamId of new Set(teamIds ?? [])) await addMember(ctx, teamId, id)
}
