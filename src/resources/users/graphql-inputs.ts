import { type InputFieldBuilder, notNull } from '../../graphql/schema/builder.ts'
import { constraints, filledText, present } from '../../graphql/schema/input-constraints.ts'
import { RoleEnum } from './graphql.ts'

/** Requires a first or last name, and either `role` or `roleName`. */
export const newUserConstraints = constraints({
  allOf: [
    { anyOf: [filledText('firstName'), filledText('lastName')] },
    { oneOf: [present('role'), present('roleName')] },
  ],
})

/** What a new user is made of. */
export const newUserFields = (t: InputFieldBuilder) => ({
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
