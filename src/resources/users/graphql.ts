import { type Company, getRights, type Role } from '../../access/scopes.ts'
import { builder, optional, requiredScopes } from '../../graphql/schema/builder.ts'
import { readsColumns, relationToOne, requiredRelation } from '../../graphql/schema/columns.ts'
import { listArgs, resolveList } from '../../graphql/schema/filter-inputs.ts'
import { RecordInterface, recordInterfaces } from '../../graphql/schema/node.ts'
import { pageSizeLimits } from '../../graphql/schema/paging.ts'
import { registerRecord } from '../../graphql/schema/record-fields.ts'
import { userFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

export const RoleEnum = builder.enumType('Role', {
  description: 'The role of a user.',
  values: {
    OWNER: { value: 'Owner', description: 'Can view and do everything.' },
    ADMIN: { value: 'Admin', description: 'Can do everything except manage Owners.' },
    TEAM_LEADER: {
      value: 'Team Leader',
      description:
        'Can view records assigned to them or to members of teams that they lead, and people on whom they collaborate.',
    },
    AGENT: {
      value: 'Agent',
      description: 'Can view records assigned to them and people on whom they collaborate.',
    },
  } as const satisfies Record<string, { value: Role; description: string }>,
})

export const roleNameDescription = "The role's name in REST."

const CompanyType = builder.objectRef<Company>('Company').implement({
  description: 'A company with its own users and records.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The company's id." }),
    name: t.exposeString('name', { description: "The company's name." }),
    region: t.exposeString('region', {
      description: "The company's country, such as US; the default for phone numbers.",
    }),
    currency: t.exposeString('currency', { description: "The currency's ISO 4217 code." }),
    timeZone: t.expose('timeZone', { type: 'TimeZone', description: "The company's time zone." }),
  }),
})

export const User = builder.objectRef<operations.UserRow>('User').implement({
  description: 'A user of the CRM.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    firstName: t.exposeString('firstName', { description: 'The first name; may be empty.' }),
    lastName: t.exposeString('lastName', { description: 'The last name; may be empty.' }),
    fullName: t.string({
      description: 'The first and last name.',
      extensions: readsColumns('firstName', 'lastName'),
      resolve: operations.formatFullName,
    }),
    email: t.exposeString('email', { description: 'The email address, unique per company.' }),
    role: t.expose('role', { type: RoleEnum, description: "The user's role." }),
    roleName: t.expose('role', { type: 'RoleName', description: roleNameDescription }),
    avatarUrl: t.exposeString('avatarUrl', optional("The URL of the user's picture.")),
    suspended: t.boolean({
      description: 'Whether the user is suspended.',
      extensions: readsColumns('suspendedAt'),
      resolve: (user) => user.suspendedAt !== null,
    }),
    company: t.field({
      type: CompanyType,
      description: "The user's company.",
      extensions: readsColumns(),
      resolve: (_user, _args, ctx) => ctx.viewer.company,
    }),
    scopes: t.field({
      type: ['Scope'],
      description: "The scopes of the user's role; for the caller, those of the credential.",
      extensions: readsColumns('id', 'role'),
      resolve: ({ id, role }, _args, { viewer }) => [
        ...(id === viewer.userId ? viewer.rights : getRights(role, null)).scopes,
      ],
    }),
  }),
})

/** Returns the GraphQL field options for the user to whom a column refers. */
export const userField = <C extends string>(column: C, description: string) =>
  relationToOne(User, operations.loadUser, column, description)

/** Returns the field options for the user in a non-null column; users are never deleted. */
export const requiredUserField = <C extends string>(column: C, description: string) =>
  requiredRelation(User, operations.loadUser, column, description)

builder.interfaceField(RecordInterface, 'createdBy', (t) =>
  t.field(userField('createdBy', 'The user who created the record.')),
)

const { connection, where, order } = registerRecord(User, {
  filterSpec: userFilterSpec,
  filterTypes: { role: RoleEnum, roleName: 'RoleName' },
  load: operations.loadUser,
  one: { description: 'Returns a user by id.', get: operations.getUser },
})

builder.queryFields((t) => ({
  me: t.field({
    type: User,
    description: 'Returns the authenticated user.',
    extensions: requiredScopes(),
    resolve: (_, _args, ctx) => operations.requireUser(ctx, ctx.viewer.userId),
  }),
  users: t.field({
    type: connection,
    description: 'Returns users, newest first, including suspended users.',
    extensions: requiredScopes('users.view'),
    args: {
      ...listArgs(t, where, order),
      first: t.arg.int({
        description: 'The maximum number of results, 1–100; by default 10.',
        extensions: pageSizeLimits,
      }),
      all: t.arg.boolean({
        defaultValue: false,
        description: 'Whether to return all users on one page; ignored with page arguments.',
      }),
    },
    resolve: (_, { all, where, orderBy, ...paging }, ctx, info) => {
      const isPaged = Object.values(paging).some((value) => value != null)
      const list = all && !isPaged ? operations.usersInOnePage : operations.users
      return resolveList(ctx, info, paging, 'users', { where, orderBy }, list)
    },
  }),
}))
