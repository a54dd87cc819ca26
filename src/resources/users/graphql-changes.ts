import { builder, idSchema, needs, notNull, versionArgs } from '../../graphql/schema/builder.ts'
import { atMostOne, constraints, someField } from '../../graphql/schema/input-constraints.ts'
import { createUser, type UserInput, updateUser } from './changes.ts'
import { RoleEnum, User } from './graphql.ts'
import { newUserConstraints, newUserFields } from './graphql-inputs.ts'

const CreateUserInput = builder.inputType('CreateUserInput', {
  extensions: newUserConstraints,
  description: 'A new user: with a first or a last name, and either `role` or `roleName`.',
  fields: newUserFields,
})

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  extensions: { ...someField, ...constraints(atMostOne(['role', 'roleName'])) },
  description:
    'What to change of a user: fields that are left out stay as they are, `null` clears.',
  fields: (t) => ({
    firstName: t.field({ type: 'PersonName', description: 'First name.' }),
    lastName: t.field({
      type: 'PersonName',
      description: 'Last name. A user keeps at least one of the two.',
    }),
    email: t.field({
      type: 'Email',
      description: 'The address that identifies the user; unique in the company, ignoring case.',
      extensions: notNull,
    }),
    role: t.field({
      type: RoleEnum,
      description:
        'What the user may see and do. Only an Owner may make another; a company keeps at least one.',
      extensions: notNull,
    }),
    roleName: t.field({
      type: 'RoleName',
      description: 'The role as it is written on REST, in place of `role`.',
      extensions: notNull,
    }),
    avatarUrl: t.field({ type: 'WebUrl', description: 'Where a picture of the user is.' }),
    suspended: t.boolean({
      description:
        'Whether the user is suspended: their API keys stop working at once, and work again when this is undone. Not the last Owner.',
      extensions: notNull,
    }),
  }),
})

builder.mutationFields((t) => ({
  createUser: t.field({
    type: User,
    nullable: true,
    extensions: needs('users.manage'),
    description:
      'Creates a user. Errors: VALIDATION_ERROR, FORBIDDEN (an Owner, created by an Admin; a role with more rights than a narrowed key), CONFLICT (the email is in use).',
    args: { input: t.arg({ type: CreateUserInput, required: true, description: 'The new user.' }) },
    resolve: (_, { input }, ctx) => createUser(ctx, input as UserInput & { email: string }),
  }),
  updateUser: t.field({
    type: User,
    nullable: true,
    extensions: needs('users.manage'),
    description:
      'Updates a user, or suspends or reactivates them; at least one field is required. Errors: NOT_FOUND, VALIDATION_ERROR, FORBIDDEN (an Owner, changed by an Admin; any field but name and picture if the role has more rights than a narrowed key), CONFLICT (the email is in use, or the company would be left without an Owner).',
    args: {
      ...versionArgs(t),
      id: t.arg.id({ required: true, description: "The user's id.", extensions: idSchema }),
      input: t.arg({ type: UpdateUserInput, required: true, description: 'What to change.' }),
    },
    resolve: (_, args, ctx) => updateUser(ctx, args.id, args.input as UserInput),
  }),
}))
