import { type Role, rightsOf } from '../../access/scopes.ts'
import { builder, needs } from '../../graphql/schema/builder.ts'
import { readsColumns, relationField, relationToOne } from '../../graphql/schema/columns.ts'
import { listArgs, resolveList } from '../../graphql/schema/filter-inputs.ts'
import { RecordInterface, recordInterfaces } from '../../graphql/schema/node.ts'
import { pageLimits } from '../../graphql/schema/paging.ts'
import { registerRecord } from '../../graphql/schema/record-fields.ts'
import { userFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

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
  description: 'The role of a user. `roleName` is the same role as written in REST.',
  values: roles satisfies Record<string, { value: Role }>,
})

export const roleNameDescription =
  'The role as written in REST: Owner, Admin, Team Leader or Agent.'

export const User = builder.objectRef<operations.UserRow>('User').implement({
  description: 'A user of the CRM. Visible to all users of the company.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    firstName: t.exposeString('firstName', { description: 'The first name; may be empty.' }),
    lastName: t.exposeString('lastName', { description: 'The last name; may be empty.' }),
    fullName: t.string({
      description: 'The first and last name.',
      extensions: readsColumns('firstName', 'lastName'),
      resolve: operations.formatFullName,
    }),
    email: t.exposeString('email', {
      description: 'The email address, unique in the company, ignoring case.',
    }),
    role: t.expose('role', {
      type: RoleEnum,
      description: 'The role, which determines the permissions of the user.',
    }),
    roleName: t.expose('role', {
      type: 'RoleName',
      description: roleNameDescription,
    }),
    avatarUrl: t.exposeString('avatarUrl', {
      nullable: true,
      description: 'The URL of a picture of the user.',
    }),
    suspended: t.boolean({
      description: 'Whether the user is suspended: their API keys do not work.',
      extensions: readsColumns('suspendedAt'),
      resolve: (user) => user.suspendedAt !== null,
    }),
    scopes: t.field({
      type: ['Scope'],
      description: "The scopes of the role; for the caller, those of the caller's API key.",
      extensions: readsColumns('id', 'role'),
      resolve: ({ id, role }, _args, { viewer }) => [
        ...(id === viewer.userId ? viewer.rights : rightsOf(role as Role, null)).scopes,
      ],
    }),
  }),
})

/** Returns the options of a GraphQL field with the user to whom a column refers. */
export const userField = <C extends string>(column: C, description: string) =>
  relationToOne(User, operations.loadUser, column, description)

/** Like `userField`, for a column that is never null; users are never deleted. */
export const requiredUserField = <C extends string>(column: C, description: string) => ({
  type: User,
  description,
  ...relationField(operations.loadUser, column, (user) => user as operations.UserRow),
})

builder.interfaceField(RecordInterface, 'createdBy', (t) =>
  t.field(userField('createdBy', 'The creator; null if the server created the record.')),
)

const { connection, where, order } = registerRecord(User, {
  filterSpec: userFilterSpec,
  filterTypes: { role: RoleEnum, roleName: 'RoleName' },
  load: operations.loadUser,
  one: { description: 'Returns a user by id. Errors: NOT_FOUND.', get: operations.getUser },
})

builder.queryFields((t) => ({
  me: t.field({
    type: User,
    description: 'Returns the user of the API key.',
    extensions: needs(),
    resolve: (_, _args, ctx) => operations.getCurrentUser(ctx),
  }),
  users: t.field({
    type: connection,
    description:
      'Returns the users of the company, including suspended users; newest first by default.',
    extensions: needs('users.view'),
    args: {
      ...listArgs(t, where, order),
      first: t.arg.int({
        description:
          'Maximum results from the start, 1–100; by default 10, or all users with `all`.',
        extensions: pageLimits,
      }),
      all: t.arg.boolean({
        defaultValue: false,
        description:
          'Whether to return all users in one page, at the cost of 1000 records. Ignored with `first`, `after`, `last` or `before`.',
      }),
    },
    resolve: (_, { all, where, orderBy, ...page }, ctx, info) => {
      const isPaged = Object.values(page).some((value) => value != null)
      const list = all && !isPaged ? operations.usersInOnePage : operations.users
      return resolveList(ctx, info, page, 'users', { where, orderBy }, list)
    },
  }),
}))
