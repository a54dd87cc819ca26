/** Defines the user mutations outside `users/`, because they need modules that import `users/`. */
import {
  atMostOne,
  builder,
  constraints,
  hasText,
  type InputFieldBuilder,
  idArg,
  isPresent,
  limits,
  notNull,
  optional,
  requiredScopes,
} from '../../graphql/schema/builder.ts'
import { RecordMutations } from '../../graphql/schema/record-fields.ts'
import { ApiKey } from '../api-keys/graphql.ts'
import { RoleEnum, roleNameDescription, User } from '../users/graphql.ts'
import { createUser, updateUser } from '../users/operations.ts'
import { inviteUser, inviteUserToSignIn } from './invite.ts'
import * as operations from './operations.ts'

const mutations = new RecordMutations({ type: User, noun: 'user', scope: 'users.manage' })

const emailDescription = 'The email address, unique per company.'

/** Requires a first or last name, and either `role` or `roleName`. */
const newUserConstraints = constraints({
  allOf: [
    { anyOf: [hasText('firstName'), hasText('lastName')] },
    { oneOf: [isPresent('role'), isPresent('roleName')] },
  ],
})

/** Returns the input fields for creating and inviting a user. */
const newUserFields = (t: InputFieldBuilder) => ({
  ...profileFields(t),
  email: t.field({ type: 'Email', required: true, description: emailDescription }),
})

/** Returns the input fields for creating and updating a user, except `email`. */
const profileFields = (t: InputFieldBuilder) => ({
  firstName: t.field({ type: 'PersonName', description: 'The first name.' }),
  lastName: t.field({
    type: 'PersonName',
    description: 'The last name; required if `firstName` is empty.',
  }),
  role: t.field({
    type: RoleEnum,
    description: 'The role. Only Owners can assign `Owner`.',
    extensions: notNull,
  }),
  roleName: t.field({
    type: 'RoleName',
    description: `${roleNameDescription} Cannot be combined with \`role\`.`,
    extensions: notNull,
  }),
  avatarUrl: t.field({ type: 'WebUrl', description: "The URL of the user's picture." }),
})

mutations.create('createUser', {
  description: 'Creates a user. Errors: CONFLICT (the email is in use).',
  input: newUserFields,
  inputType: {
    description: 'Input for creating a user. Requires a name, and `role` or `roleName`.',
    extensions: newUserConstraints,
  },
  resolve: createUser,
})
mutations.update('updateUser', {
  actions: [{ action: 'update', isPossible: operations.canUpdateUser }],
  description:
    'Updates, suspends or reactivates a user. Errors: CONFLICT (the email is in use, or the user is the last active Owner).',
  input: (t) => ({
    ...profileFields(t),
    email: t.field({ type: 'Email', description: emailDescription, extensions: notNull }),
    suspended: t.boolean({
      description: 'Whether the user is suspended; not allowed for the last active Owner.',
      extensions: notNull,
    }),
  }),
  inputType: { extensions: constraints(atMostOne(['role', 'roleName'])) },
  resolve: updateUser,
})

/** Returns the input fields for both kinds of invitation. */
const invitationFields = (t: InputFieldBuilder) => ({
  ...newUserFields(t),
  teamIds: t.idList({
    description: 'The ids of up to 100 teams to join.',
    extensions: limits({ type: 'array', maxItems: 100 }),
  }),
})

mutations.create('inviteUser', {
  description: 'Creates a user and their first API key. Errors: CONFLICT (the email is in use).',
  input: (t) => ({
    ...invitationFields(t),
    keyExpiresAt: t.field({
      type: 'DateTime',
      description: "The API key's expiry time; by default in 7 days.",
    }),
  }),
  inputType: {
    description: 'Input for inviting a user. Requires a name, and `role` or `roleName`.',
    extensions: newUserConstraints,
  },
  resolve: inviteUser,
  payload: (t) => ({
    user: t.expose('user', { type: User, description: 'The new user.' }),
    apiKey: t.expose('apiKey', { type: ApiKey, description: "The user's first API key." }),
    secret: t.exposeString('secret', { description: "The API key's secret, returned only once." }),
  }),
})

mutations.create('inviteUserToSignIn', {
  description:
    'Creates a user who signs in with the OpenID provider. Errors: CONFLICT (the email is in use, or no OpenID provider is configured).',
  input: invitationFields,
  inputType: {
    description: 'Input for inviting a user to sign in. Requires a name, and `role` or `roleName`.',
    extensions: newUserConstraints,
  },
  resolve: inviteUserToSignIn,
  payload: (t) => ({
    user: t.expose('user', { type: User, description: 'The new user.' }),
    signInUrl: t.exposeString('signInUrl', { description: 'The URL at which the user signs in.' }),
  }),
})

const StillAssignedType = builder.objectRef<operations.AssignedCounts>('StillAssigned').implement({
  description: 'The counts of records assigned to a user.',
  fields: (t) => ({
    people: t.exposeInt('people', {
      description: 'The number of people, including those in Trash.',
    }),
    deals: t.exposeInt('deals', { description: 'The number of deals.' }),
    openTasks: t.exposeInt('openTasks', { description: 'The number of open tasks.' }),
    upcomingAppointments: t.exposeInt('upcomingAppointments', {
      description: 'The number of upcoming appointments.',
    }),
    collaborations: t.exposeInt('collaborations', {
      description: 'The number of people with the user as a collaborator.',
    }),
  }),
})

builder.objectField(User, 'stillAssigned', (t) =>
  t.field({
    type: StillAssignedType,
    ...optional('The counts of records assigned to the user.'),
    extensions: requiredScopes('users.manage'),
    resolve: (user, _, ctx) => operations.countAssignedRecords(ctx, user.id),
  }),
)

const ReassignedType = builder.objectRef<operations.Reassignment>('ReassignedRecords').implement({
  description: 'The counts of records that `reassignRecords` reassigned.',
  fields: (t) => ({
    people: t.exposeInt('people', { description: 'The number of people.' }),
    deals: t.exposeInt('deals', { description: 'The number of deals.' }),
    openTasks: t.exposeInt('openTasks', { description: 'The number of open tasks.' }),
  }),
})

mutations.action('suspendUser', {
  actions: [{ action: 'suspend', isPossible: operations.canSuspendUser }],
  description:
    'Suspends a user, whose credentials stop working. Errors: CONFLICT (the user is the last active Owner).',
  resolve: (ctx, id) => updateUser(ctx, id, { suspended: true }),
  payload: (t) => ({
    user: t.field({ type: User, description: 'The suspended user.', resolve: (user) => user }),
    stillAssigned: t.field({
      type: StillAssignedType,
      description: 'The counts of records assigned to the user.',
      resolve: ({ id }, _, ctx) => operations.countAssignedRecords(ctx, id),
    }),
  }),
})
mutations.action('reactivateUser', {
  actions: [{ action: 'reactivate', isPossible: operations.canReactivateUser }],
  description: 'Reactivates a suspended user and their credentials.',
  resolve: (ctx, id) => updateUser(ctx, id, { suspended: false }),
})
mutations.action('reassignRecords', {
  actions: [{ action: 'reassign' }],
  description:
    'Reassigns up to 500 records (people, deals and open tasks that the caller can edit) from one user to another. Repeat until all counts in `moved` are 0. Errors: CONFLICT (the new assignee is suspended).',
  idDescription: "The current assignee's id.",
  args: (t) => ({ toUserId: idArg(t, "The new assignee's id.") }),
  resolve: (ctx, id, { toUserId }) => operations.reassignRecords(ctx, id, toUserId),
  payload: (t) => ({
    user: t.expose('user', { type: User, description: 'The previous assignee.' }),
    moved: t.field({
      type: ReassignedType,
      description: 'The counts of reassigned records.',
      resolve: (result) => result,
    }),
    stillAssigned: t.field({
      type: StillAssignedType,
      description:
        'The counts of records still assigned to `user`, including those the caller cannot edit.',
      resolve: ({ user }, _, ctx) => operations.countAssignedRecords(ctx, user.id),
    }),
  }),
})
