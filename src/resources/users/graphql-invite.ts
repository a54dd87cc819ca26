import { builder, limits, needs } from '../../graphql/schema/builder.ts'
import { ApiKey } from '../api-keys/graphql.ts'
import { newUserConstraints, newUserFields, User } from './graphql.ts'
import { type Invitation, inviteUser } from './invite.ts'

const InviteUserResult = builder.objectRef<Invitation>('InviteUserResult').implement({
  description: 'The result of inviting a user.',
  fields: (t) => ({
    id: t.id({ description: 'The id of the user.', resolve: ({ user }) => user.id }),
    user: t.field({ type: User, description: 'The new user.', resolve: ({ user }) => user }),
    apiKey: t.field({
      type: ApiKey,
      description: 'The first API key of the user, named "Invitation".',
      resolve: ({ apiKey }) => apiKey,
    }),
    secret: t.exposeString('secret', {
      description:
        'The secret of the API key, returned only once. The user can create a key of their own with it (`createApiKey`) before it expires.',
    }),
  }),
})

const InviteUserInput = builder.inputType('InviteUserInput', {
  extensions: newUserConstraints,
  description:
    'The input for an invitation: a first or last name, and either `role` or `roleName`.',
  fields: (t) => ({
    ...newUserFields(t),
    teamIds: t.idList({
      description:
        'The ids of up to 100 teams of which the user is a member. Needs `teams.manage`.',
      extensions: limits({ type: 'array', maxItems: 100 }),
    }),
    keyExpiresAt: t.field({
      type: 'DateTime',
      description: 'When the API key expires, in the future; in 7 days by default.',
    }),
  }),
})

builder.mutationField('inviteUser', (t) =>
  t.field({
    type: InviteUserResult,
    nullable: true,
    extensions: needs('users.manage'),
    description:
      "Creates a user and a first API key for them. The key has all rights of the user, limited to the rights of the caller's key if that is narrowed. Errors: VALIDATION_ERROR, FORBIDDEN (an Owner, created by an Admin; a role with more rights than a narrowed key), CONFLICT (an email in use).",
    args: { input: t.arg({ type: InviteUserInput, required: true, description: 'The new user.' }) },
    resolve: (_, { input }, ctx) => inviteUser(ctx, input as Parameters<typeof inviteUser>[1]),
  }),
)
