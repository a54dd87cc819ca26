/** The mutations of users, which need records that depend on users: keys, teams and deals. */
import {
  atLeastOneField,
  atMostOne,
  builder,
  constraints,
  hasText,
  type InputFieldBuilder,
  idArg,
  isPresent,
  limits,
  needs,
  notNull,
} from '../../graphql/schema/builder.ts'
import { recordMutations } from '../../graphql/schema/record-fields.ts'
import { ApiKey } from '../api-keys/graphql.ts'
import { RoleEnum, roleNameDescription, User } from '../users/graphql.ts'
import { createUser, updateUser } from '../users/operations.ts'
import { inviteUser } from './invite.ts'
import * as operations from './operations.ts'
import { canReactivateUser, canSuspendUser, canUpdateUser } from './permissions.ts'

const mutations = recordMutations({ type: User, noun: 'user', scope: 'users.manage' })

const emailDescription = 'The email address, unique in the company, ignoring case.'

/** Constraints: a first or last name, and either `role` or `roleName`. */
const newUserConstraints = constraints({
  allOf: [
    { anyOf: [hasText('firstName'), hasText('lastName')] },
    { oneOf: [isPresent('role'), isPresent('roleName')] },
  ],
})

/** Returns the input fields of creation and invitation. */
const newUserFields = (t: InputFieldBuilder) => ({
  ...profileFields(t),
  email: t.field({ type: 'Email', required: true, description: emailDescription }),
})

/** Returns the input fields of creation and update, except `email`. */
const profileFields = (t: InputFieldBuilder) => ({
  firstName: t.field({ type: 'PersonName', description: 'The first name.' }),
  lastName: t.field({
    type: 'PersonName',
    description: 'The last name. At least one of first and last name is required.',
  }),
  role: t.field({
    type: RoleEnum,
    description:
      'The role, which determines the permissions of the user. Only an Owner may assign the role Owner.',
    extensions: notNull,
  }),
  roleName: t.field({
    type: 'RoleName',
    description: `${roleNameDescription} Cannot be combined with \`role\`.`,
    extensions: notNull,
  }),
  avatarUrl: t.field({ type: 'WebUrl', description: 'The URL of a picture of the user.' }),
})

const CreateUserInput = builder.inputType('CreateUserInput', {
  extensions: newUserConstraints,
  description: 'Input for creating a user, with a first or last name, and `role` or `roleName`.',
  fields: newUserFields,
})

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  extensions: { ...atLeastOneField, ...constraints(atMostOne(['role', 'roleName'])) },
  description: 'Input for updating a user.',
  fields: (t) => ({
    ...profileFields(t),
    email: t.field({ type: 'Email', description: emailDescription, extensions: notNull }),
    suspended: t.boolean({
      description:
        'Whether the user is suspended: their API keys stop working at once. Not allowed for the last Owner.',
      extensions: notNull,
    }),
  }),
})

mutations.create('createUser', {
  description:
    'Creates a user. Errors: VALIDATION_ERROR, FORBIDDEN (an Owner, created by an Admin; a role with wider access than the key), CONFLICT (an email in use).',
  input: CreateUserInput,
  resolve: createUser,
})
mutations.update('updateUser', {
  actions: [{ action: 'update', isPossible: canUpdateUser }],
  description:
    'Updates, suspends or reactivates a user; at least one field is required. Errors: NOT_FOUND, VALIDATION_ERROR, FORBIDDEN (an Owner, updated by an Admin; any field but name and picture if the role has wider access than the key), CONFLICT (an email in use, or the last Owner).',
  input: UpdateUserInput,
  resolve: updateUser,
})

const InviteUserInput = builder.inputType('InviteUserInput', {
  extensions: newUserConstraints,
  description:
    'Input for inviting a user, with a first or last name, and either `role` or `roleName`.',
  fields: (t) => ({
    ...newUserFields(t),
    teamIds: t.idList({
      description: 'The ids of up to 100 teams that the user joins. Requires `teams.manage`.',
      extensions: limits({ type: 'array', maxItems: 100 }),
    }),
    keyExpiresAt: t.field({
      type: 'DateTime',
      description: 'The time at which the API key expires, in the future (default: in 7 days).',
    }),
  }),
})

mutations.create('inviteUser', {
  description:
    "Creates a user and a first API key for them. The key has all permissions of the user, limited to those of the caller's key if that is narrowed. Errors: VALIDATION_ERROR, FORBIDDEN (an Owner, created by an Admin; a role with wider access than the key), CONFLICT (an email in use).",
  input: InviteUserInput,
  resolve: inviteUser,
  payload: (t) => ({
    user: t.expose('user', { type: User, description: 'The new user.' }),
    apiKey: t.expose('apiKey', {
      type: ApiKey,
      description: 'The first API key of the user, named "Invitation".',
    }),
    secret: t.exposeString('secret', {
      description:
        'The secret of the API key, returned only once. With it, the user can create another key (`createApiKey`) before it expires.',
    }),
  }),
})

const StillAssignedType = builder.objectRef<operations.StillAssigned>('StillAssigned').implement({
  description: 'Numbers of records assigned to a user, in the whole company.',
  fields: (t) => ({
    people: t.exposeInt('people', {
      description: 'The number of people assigned to the user, including people in Trash.',
    }),
    deals: t.exposeInt('deals', {
      description: 'The number of deals assigned to the user, of any status.',
    }),
    openTasks: t.exposeInt('openTasks', {
      description: 'The number of open tasks assigned to the user.',
    }),
    upcomingAppointments: t.exposeInt('upcomingAppointments', {
      description: 'The number of scheduled appointments with the user that have not ended.',
    }),
    collaborations: t.exposeInt('collaborations', {
      description: 'The number of people on whom the user collaborates.',
    }),
  }),
})

builder.objectField(User, 'stillAssigned', (t) =>
  t.field({
    type: StillAssignedType,
    nullable: true,
    description: 'The numbers of records assigned to the user. Requires `users.manage`.',
    extensions: needs('users.manage'),
    resolve: (user, _, ctx) => operations.countStillAssigned(ctx, user.id),
  }),
)

const ReassignedRecords = builder.objectRef<operations.Reassigned>('ReassignedRecords').implement({
  description: 'Numbers of records that one call reassigned.',
  fields: (t) => ({
    people: t.exposeInt('people', { description: 'The number of people.' }),
    deals: t.exposeInt('deals', { description: 'The number of deals.' }),
    openTasks: t.exposeInt('openTasks', { description: 'The number of open tasks.' }),
  }),
})

mutations.action('suspendUser', {
  actions: [{ action: 'suspend', isPossible: canSuspendUser }],
  description:
    'Suspends a user: their API keys stop working at once. Records stay assigned to them. A suspended user is left unchanged. Errors: NOT_FOUND, FORBIDDEN (an Owner, suspended by an Admin; a role with wider access than the key), CONFLICT (the last Owner).',
  resolve: (ctx, id) => updateUser(ctx, id, { suspended: true }),
  payload: (t) => ({
    user: t.field({ type: User, description: 'The suspended user.', resolve: (user) => user }),
    stillAssigned: t.field({
      type: StillAssignedType,
      description: 'The numbers of records assigned to the user. Suspending reassigns nothing.',
      resolve: ({ id }, _, ctx) => operations.countStillAssigned(ctx, id),
    }),
  }),
})
mutations.action('reactivateUser', {
  actions: [{ action: 'reactivate', isPossible: canReactivateUser }],
  description:
    'Reactivates a suspended user: API keys that have not expired or been revoked work again. An active user is left unchanged. Errors: NOT_FOUND, FORBIDDEN (an Owner, reactivated by an Admin; a role with wider access than the key).',
  resolve: (ctx, id) => updateUser(ctx, id, { suspended: false }),
})
mutations.action('reassignRecords', {
  actions: [{ action: 'reassign' }],
  description:
    'Reassigns people (including those in Trash), deals and open tasks from one user to another, up to 500 records per call; repeat until `moved` is all 0. Reassigns only records that the caller can edit: people require `people.edit`, deals `deals.manage`, tasks `tasks.manage`. Appointments and collaborations are not reassigned. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (the new assignee is suspended).',
  idDescription: 'The id of the current assignee, active or suspended.',
  args: (t) => ({ toUserId: idArg(t, 'The id of the new assignee.') }),
  resolve: (ctx, id, { toUserId }) => operations.reassignRecords(ctx, id, toUserId),
  payload: (t) => ({
    user: t.expose('user', { type: User, description: 'The previous assignee.' }),
    moved: t.field({
      type: ReassignedRecords,
      description: 'The numbers of reassigned records; all 0 if no more can be reassigned.',
      resolve: (result) => result,
    }),
    stillAssigned: t.field({
      type: StillAssignedType,
      description:
        'The numbers of remaining records: those for the next call, and those that the caller cannot edit.',
      resolve: ({ user }, _, ctx) => operations.countStillAssigned(ctx, user.id),
    }),
  }),
})
