import { type builder, notNull } from '../../graphql/builder.ts'
import { demands, filledText, present } from '../../graphql/demands.ts'
import { RoleEnum } from './graphql.ts'

type Fields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

/** Requires a first or last name, and either `role` or `roleName`. */
export const newUserDemands = demands({
  allOf: [
    { anyOf: [filledText('firstName'), filledText('lastName')] },
    { oneOf: [present('role'), present('roleName')] },
  ],
})

/** What a new user is made of. */
export const newUserFields = (t: Fields) => ({
  firstName: t.field({ type: 'PersonName', description: 'First name.' }),
  lastName: t.field({ type: 'PersonName', description: 'Last name.' }),
  email: t.field({
    type: 'Email',
    required: true,
    description: 'The address that identifies the user; unique in the company, ignoring case.',
  }),
  role: t.field({
    type: RoleEnum,
    description: 'What the user may see and do. Only an Owner may make another.',
    extensions: notNull,
  }),
  roleName: t.field({
    type: 'RoleName',
    description: 'The role as it is written on REST, in place of `role`.',
    extensions: notNull,
  }),
  avatarUrl: t.field({ type: 'WebUrl', description: 'Where a picture of the user is.' }),
})
