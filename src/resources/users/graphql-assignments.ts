import { builder, idArg, needs, versionArgs } from '../../graphql/schema/builder.ts'
import { User } from './graphql.ts'
import { type UserRow, updateUser } from './operations.ts'
import { type Reassigned, reassignRecords, type StillAssigned, stillAssigned } from './reassign.ts'

const StillAssignedType = builder.objectRef<StillAssigned>('StillAssigned').implement({
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
    description: 'The numbers of records assigned to the user. Needs `users.manage`.',
    extensions: needs('users.manage'),
    resolve: (user, _, ctx) => stillAssigned(ctx, user.id),
  }),
)

const SuspendUserResult = builder.objectRef<UserRow>('SuspendUserResult').implement({
  description: 'The result of suspending a user.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the user.' }),
    user: t.field({ type: User, description: 'The suspended user.', resolve: (user) => user }),
    stillAssigned: t.field({
      type: StillAssignedType,
      description: 'The numbers of records assigned to the user. Suspending reassigns nothing.',
      resolve: (user, _, ctx) => stillAssigned(ctx, user.id),
    }),
  }),
})

const ReassignedRecords = builder.objectRef<Reassigned>('ReassignedRecords').implement({
  description: 'Numbers of records that one call reassigned.',
  fields: (t) => ({
    people: t.exposeInt('people', { description: 'The number of people.' }),
    deals: t.exposeInt('deals', { description: 'The number of deals.' }),
    openTasks: t.exposeInt('openTasks', { description: 'The number of open tasks.' }),
  }),
})

const ReassignRecordsResult = builder.objectRef<Reassigned>('ReassignRecordsResult').implement({
  description: 'The result of reassigning the records of a user.',
  fields: (t) => ({
    id: t.id({ description: 'The id of the previous assignee.', resolve: ({ user }) => user.id }),
    user: t.field({
      type: User,
      description: 'The previous assignee.',
      resolve: ({ user }) => user,
    }),
    moved: t.field({
      type: ReassignedRecords,
      description: 'The numbers of reassigned records; all 0 if no more can be reassigned.',
      resolve: (result) => result,
    }),
    stillAssigned: t.field({
      type: StillAssignedType,
      description:
        'The numbers of remaining records: those for the next call, and those that the caller cannot edit.',
      resolve: ({ user }, _, ctx) => stillAssigned(ctx, user.id),
    }),
  }),
})

builder.mutationFields((t) => {
  const id = idArg(t, 'The id of the user.')
  const common = { nullable: true, extensions: needs('users.manage') } as const
  return {
    suspendUser: t.field({
      ...common,
      type: SuspendUserResult,
      description:
        'Suspends a user: their API keys stop working at once. Records stay assigned to them. A suspended user stays unchanged. Errors: NOT_FOUND, FORBIDDEN (an Owner, suspended by an Admin; a role with more rights than a narrowed key), CONFLICT (the last Owner).',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => updateUser(ctx, args.id, { suspended: true }),
    }),
    reactivateUser: t.field({
      ...common,
      type: User,
      description:
        'Reactivates a suspended user: API keys that have not expired or been revoked work again. An active user stays unchanged. Errors: NOT_FOUND, FORBIDDEN (an Owner, reactivated by an Admin; a role with more rights than a narrowed key).',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => updateUser(ctx, args.id, { suspended: false }),
    }),
    reassignRecords: t.field({
      ...common,
      type: ReassignRecordsResult,
      description:
        'Reassigns people (including those in Trash), deals and open tasks from one user to another, up to 500 records per call; repeat until `moved` is all 0. Reassigns only records that the caller can edit: people require `people.edit`, deals `deals.manage`, tasks `tasks.manage`. Appointments and collaborations stay. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (the new assignee is suspended).',
      args: {
        id: idArg(t, 'The id of the current assignee, active or suspended.'),
        ...versionArgs(t),
        toUserId: idArg(t, 'The id of the new assignee.'),
      },
      resolve: (_, { id, toUserId }, ctx) => reassignRecords(ctx, id, toUserId),
    }),
  }
})
