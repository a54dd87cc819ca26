import type { Role } from '../../access/scopes.ts'
import { builder, idSchema, needs } from '../../graphql/schema/builder.ts'
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
import { everyUser, fullNameOf, getUser, loadUser, me, type UserRow, users } from './operations.ts'
import { userPolicy } from './policy.ts'

const wireRoles = {
  OWNER: {
    value: 'Owner',
    description: 'Sees and may do everything; a company keeps at least one.',
  },
  ADMIN: {
    value: 'Admin',
    description: 'Sees and may do everything, but make or change an Owner.',
  },
  TEAM_LEADER: {
    value: 'Team Leader',
    description: 'Sees what is assigned to them or to members of the teams that they lead.',
  },
  AGENT: {
    value: 'Agent',
    description: 'Sees what is their own, and the people they collaborate on.',
  },
} as const

export const RoleEnum = builder.enumType('Role', {
  description:
    'What a user is in the company. On REST, and as `roleName`: Owner, Admin, Team Leader, Agent.',
  values: wireRoles satisfies Record<string, { value: Role }>,
})

export const User = builder.objectRef<UserRow>('User').implement({
  description: 'Somebody who works with the CRM. Seen by the whole company.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    firstName: t.exposeString('firstName', { description: 'First name; may be empty.' }),
    lastName: t.exposeString('lastName', { description: 'Last name; may be empty.' }),
    fullName: t.string({
      description: 'First and last name.',
      extensions: readsColumns('firstName', 'lastName'),
      resolve: fullNameOf,
    }),
    email: t.exposeString('email', {
      description: 'The address that identifies the user in the company.',
    }),
    role: t.expose('role', { type: RoleEnum, description: 'What the user may see and do.' }),
    roleName: t.exposeString('role', {
      description: 'The role as it is written on REST: Owner, Admin, Team Leader, Agent.',
    }),
    avatarUrl: t.exposeString('avatarUrl', {
      nullable: true,
      description: 'Where a picture of the user is.',
    }),
    suspended: t.boolean({
      description: 'Suspended users cannot sign in, and their API keys do not work.',
      extensions: readsColumns('suspendedAt'),
      resolve: (user) => user.suspendedAt !== null,
    }),
    companyName: t.string({
      description: 'The name of the company that they work for.',
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
    description: 'The user behind the API key.',
    extensions: needs(),
    resolve: (_, _args, ctx) => me(ctx),
  }),
  user: t.field({
    type: User,
    nullable: true,
    description: 'A user by their id. Errors: NOT_FOUND.',
    extensions: needs('users.view'),
    args: { id: t.arg.id({ required: true, description: "The user's id.", extensions: idSchema }) },
    resolve: (_, { id }, ctx) => getUser(ctx, id),
  }),
  users: t.field({
    type: UserConnection,
    description:
      'The users of the company, newest first unless told otherwise, suspended ones too.',
    extensions: needs('users.view'),
    args: {
      ...listArgs(t, UserWhere, UserOrder),
      all: t.arg.boolean({
        description:
          'Everybody in one page. Ignored beside `first`, `after`, `last` or `before`; counts as 1000 records.',
      }),
    },
    resolve: (_, { all, where, orderBy, ...page }, ctx, info) => {
      const everybody = all === true && Object.values(page).every((value) => value == null)
      return resolveList(
        ctx,
        info,
        page,
        'users',
        { where, orderBy },
        everybody ? everyUser : users,
      )
    },
  }),
}))
