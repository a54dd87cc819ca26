/** Invites new users, who get access with an API key or by signing in with the OpenID provider. */
import { requireScope } from '../../access/scopes.ts'
import { type Context, timestamp } from '../../context.ts'
import { checkReferences, listReferences } from '../../crud/records.ts'
import { conflict, createDetail, type Detail, invalid } from '../../errors.ts'
import { getPublicUrl } from '../../settings.ts'
import { createApiKey } from '../api-keys/operations.ts'
import { addMember, findUnknownTeams } from '../teams/operations.ts'
import { createUser, findNewUserErrors, type UserInput, type UserRow } from '../users/operations.ts'

type SignInInvitationInput = UserInput & { email: string; teamIds?: readonly string[] | null }

type InvitationInput = SignInInvitationInput & { keyExpiresAt?: string | null }

const defaultKeyLifetimeMs = 7 * 86_400_000

/**
 * Creates a user with an API key and team memberships. @throws VALIDATION_ERROR, FORBIDDEN,
 * CONFLICT as in `createUser`, `createApiKey` and `updateTeam`
 */
export async function inviteUser(
  ctx: Context,
  { teamIds, keyExpiresAt, ...input }: InvitationInput,
) {
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
 * Creates a user with team memberships but without an API key. @returns the user and the URL at
 * which the user signs in @throws CONFLICT without an OpenID provider, and the errors of
 * `createUser` and `updateTeam`
 */
export async function inviteUserToSignIn(
  ctx: Context,
  { teamIds, ...input }: SignInInvitationInput,
): Promise<{ user: UserRow; signInUrl: string }> {
  await checkInvitation(ctx, { teamIds, ...input })
  const { settings, viewer } = ctx
  if (!settings.OIDC_ISSUER || !settings.OIDC_CLIENT_ID)
    throw conflict(
      'Sign-in is not configured: set `OIDC_ISSUER` and `OIDC_CLIENT_ID`, or invite the user with an API key',
    )
  const user = await createUser(ctx, input)
  await joinTeams(ctx, user, teamIds)
  const signInParams = new URLSearchParams({ company: viewer.companyId, loginHint: user.email })
  return { user, signInUrl: `${getPublicUrl(settings)}/sign-in?${signInParams}` }
}

/** Checks the scopes, the new user's input and the team ids. @throws FORBIDDEN, VALIDATION_ERROR */
async function checkInvitation(
  ctx: Context,
  { teamIds, ...input }: SignInInvitationInput,
  otherErrors: readonly Detail[] = [],
): Promise<void> {
  requireScope(ctx.viewer, 'users.manage')
  if (teamIds?.length) requireScope(ctx.viewer, 'teams.manage')
  const details = [...findNewUserErrors(input), ...otherErrors]
  if (details.length > 0) throw invalid(details)
  await checkReferences(findUnknownTeams(ctx, listReferences('teamIds', teamIds)))
}

async function joinTeams(
  ctx: Context,
  { id }: UserRow,
  teamIds: readonly string[] | null | undefined,
): Promise<void> {
  for (const teamId of new Set(teamIds ?? [])) await addMember(ctx, teamId, id)
}
