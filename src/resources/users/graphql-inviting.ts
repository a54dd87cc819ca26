import { builder, limits, needs } from '../../graphql/schema/builder.ts'
import { ApiKey } from '../api-keys/graphql.ts'
import { User } from './graphql.ts'
import { newUserConstraints, newUserFields } from './graphql-inputs.ts'
import { type Invitation, inviteUser } from './inviting.ts'

const Invited = builder.objectRef<Invitation>('InviteUserResult').implement({
  description: 'A new user, with a first API key for them.',
  fields: (t) => ({
    id: t.id({ description: "The user's id.", resolve: ({ user }) => user.id }),
    user: t.field({ type: User, description: 'The user.', resolve: ({ user }) => user }),
    apiKey: t.field({
      type: ApiKey,
      description: 'Their first API key, called "Invitation".',
      resolve: ({ apiKey }) => apiKey,
    }),
    secret: t.exposeString('secret', {
      description:
        'The secret of that key, shown this once. Hand it to them: with it they make a key of their own (`createApiKey`), and let this one expire.',
    }),
  }),
})

const InviteUserInput = builder.inputType('InviteUserInput', {
  extensions: newUserConstraints,
  description: 'A new user: with a first or a last name, and either `role` or `roleName`.',
  fields: (t) => ({
    ...newUserFields(t),
    teamIds: t.idList({
      description:
        'The teams that they are a member of from the start; up to 100. Needs `teams.manage`.',
      extensions: limits({ type: 'array', maxItems: 100 }),
    }),
    keyExpiresAt: t.field({
      type: 'DateTime',
      description: 'Until when the key works, in the future; 7 days unless told otherwise.',
    }),
  }),
})

builder.mutationField('inviteUser', (t) =>
  t.field({
    type: Invited,
    nullable: true,
    extensions: needs('users.manage'),
    description:
      "Creates a user and a first API key for them. The key has all rights of its user; if the caller's key is narrowed, no more than that key. Errors: VALIDATION_ERROR, FORBIDDEN (an Owner, created by an Admin; a role with more rights than a narrowed key), CONFLICT (the email is in use).",
    args: { input: t.arg({ type: InviteUserInput, required: true, description: 'The new user.' }) },
    resolve: (_, { input }, ctx) => inviteUser(ctx, input as Parameters<typeof inviteUser>[1]),
  }),
)
