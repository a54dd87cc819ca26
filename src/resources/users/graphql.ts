import type { Role } from '../../access/scopes.ts'
import {
  atMostOne,
  builder,
  constraints,
  filledText,
  type InputFieldBuilder,
  idArg,
  needs,
  notNull,
  present,
  someField,
  versionArgs,
} from '../../graphql/schema/builder.ts'
import { readsColumns } from '../../graphql/schema/columns.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
import { userFilterSpec } from './filter-spec.ts'
import {
  createUser,
  fullNameOf,
  getUser,
  loadUser,
  me,
  type UserInput,
  type UserRow,
  updateUser,
  users,
  usersInOnePage,
} from './operations.ts'
import { userPolicy } from './policy.ts'

const roles = {
  OWNER: {
    value: 'Owner',
    description: 'Can view and do everything. A company has at least one active Owner.',
  },
  ADMIN: {
    value: 'Admin',
    description: 'Can view and do everything, except create or update an Owner.',
  },
  TEAM_LEADER: {
    value: 'Team Leader',
    description: 'Can view records assigned to them or to members of teams that they lead.',
  },
  AGENT: {
    value: 'Agent',
    description: 'Can view records assigned to them and people on whom they collaborate.',
  },
} as const

export const RoleEnum = builder.enumType('Role', {
  description: 'The role of a user. `roleName` is the same role as REST writes it.',
  values: roles satisfies Record<string, { value: Role }>,
})

const roleNameDescription = 'The role as REST writes it: Owner, Admin, Team Leader or Agent.'

export const User = builder.objectRef<UserRow>('User').implement({
  description: 'A user of the CRM. Visible to all users of the company.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    firstName: t.exposeString('firstName', { description: 'The first name; may be empty.' }),
    lastName: t.exposeString('lastName', { description: 'The last name; may be empty.' }),
    fullName: t.string({
      description: 'The first and last name.',
      extensions: readsColumns('firstName', 'lastName'),
      resolve: fullNameOf,
    }),
    email: t.exposeString('email', {
      description: 'The email address, unique in the company ignoring case.',
    }),
    role: t.expose('role', {
      type: RoleEnum,
      description: 'The role, which determines the rights of the user.',
    }),
    roleName: t.exposeString('role', { description: roleNameDescription }),
    avatarUrl: t.exposeString('avatarUrl', {
      nullable: true,
      description: 'The URL of a picture of the user.',
    }),
    suspended: t.boolean({
      description: 'Whether the user is suspended: their API keys do not work.',
      extensions: readsColumns('suspendedAt'),
      resolve: (user) => user.suspendedAt !== null,
    }),
    companyName: t.string({
      description: 'The name of the company.',
      extensions: readsColumns(),
      resolve: (_user, _args, ctx) => ctx.viewer.companyName,
    }),
  }),
})

registerNodeType('user', { type: 'User', policy: userPolicy, load: loadUser })

const UserConnection = connectionType('User', User)

const UserWhere = whereInput('User', userFilterSpec, {
  role: RoleEnum,
  roles: RoleEnum,
  roleName: 'RoleName',
})
const UserOrder = orderInput('User', userFilterSpec)

builder.queryFields((t) => ({
  me: t.field({
    type: User,
    description: 'Returns the user of the API key.',
    extensions: needs(),
    resolve: (_, _args, ctx) => me(ctx),
  }),
  user: t.field({
    type: User,
    nullable: true,
    description: 'Returns a user by id. Errors: NOT_FOUND.',
    extensions: needs('users.view'),
    args: { id: idArg(t, 'The id of the user.') },
    resolve: (_, { id }, ctx) => getUser(ctx, id),
  }),
  users: t.field({
    type: UserConnection,
    description:
      'Returns the users of the company, including suspended users; newest first by default.',
    extensions: needs('users.view'),
    args: {
      ...listArgs(t, UserWhere, UserOrder),
      all: t.arg.boolean({
        description:
          'Whether to return all users in one page, at the cost of 1000 records. Ignored with `first`, `after`, `last` or `before`.',
      }),
    },
    resolve: (_, { all, where, orderBy, ...page }, ctx, info) => {
      const isPaged = Object.values(page).some((value) => value != null)
      const list = all && !isPaged ? usersInOnePage : users
      return resolveList(ctx, info, page, 'users', { where, orderBy }, list)
    },
  }),
}))

const emailDescription = 'The email address, unique in the company ignoring case.'

/** Requires a first or last name, and either `role` or `roleName`. */
export const newUserConstraints = constraints({
  allOf: [
    { anyOf: [filledText('firstName'), filledText('lastName')] },
    { oneOf: [present('role'), present('roleName')] },
  ],
})

/** The fields of creation and invitation. */
export const newUserFields = (t: InputFieldBuilder) => ({
  ...profileFields(t),
  email: t.field({ type: 'Email', required: true, description: emailDescription }),
})

/** The fields of creation and update, except `email`. */
const profileFields = (t: InputFieldBuilder) => ({
  firstName: t.field({ type: 'PersonName', description: 'The first name.' }),
  lastName: t.field({
    type: 'PersonName',
    description: 'The last name. At least one of first and last name is required.',
  }),
  role: t.field({
    type: RoleEnum,
    description:
      'The role, which determines the rights of the user. Only an Owner may assign the role Owner.',
    extensions: notNull,
  }),
  roleName: t.field({
    type: 'RoleName',
    description: `${roleNameDescription} Excludes \`role\`.`,
    extensions: notNull,
  }),
  avatarUrl: t.field({ type: 'WebUrl', description: 'The URL of a picture of the user.' }),
})

const CreateUserInput = builder.inputType('CreateUserInput', {
  extensions: newUserConstraints,
  description: 'The input for a new user: a first or last name, and either `role` or `roleName`.',
  fields: newUserFields,
})

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  extensions: { ...someField, ...constraints(atMostOne(['role', 'roleName'])) },
  description: 'The changes to a user; omitted fields stay unchanged, `null` clears a field.',
  fields: (t) => ({
    ...profileFields(t),
    email: t.field({ type: 'Email', description: emailDescription, extensions: notNull }),
    suspended: t.boolean({
      description:
        'Whether the user is suspended: their API keys stop working at once. Invalid for the last Owner.',
      extensions: notNull,
    }),
  }),
})

builder.mutationFields((t) => {
  const common = { type: User, nullable: true, extensions: needs('users.manage') } as const
  return {
    createUser: t.field({
      ...common,
      description:
        'Creates a user. Errors: VALIDATION_ERROR, FORBIDDEN (an Owner, created by an Admin; a role with more rights than a narrowed key), CONFLICT (an email in use).',
      args: {
        input: t.arg({ type: CreateUserInput, required: true, description: 'The new user.' }),
      },
      resolve: (_, { input }, ctx) => createUser(ctx, input as UserInput & { email: string }),
    }),
    updateUser: t.field({
      ...common,
      description:
        'Updates, suspends or reactivates a user; at least one field is required. Errors: NOT_FOUND, VALIDATION_ERROR, FORBIDDEN (an Owner, updated by an Admin; any field but name and picture if the role has more rights than a narrowed key), CONFLICT (an email in use, or the last Owner).',
      args: {
        ...versionArgs(t),
        id: idArg(t, 'The id of the user.'),
        input: t.arg({ type: UpdateUserInput, required: true, description: 'The changes.' }),
      },
      resolve: (_, args, ctx) => updateUser(ctx, args.id, args.input as UserInput),
    }),
  }
})
