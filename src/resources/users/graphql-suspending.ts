import { builder, idSchema, needs, versionArgs } from '../../graphql/schema/builder.ts'
import { User } from './graphql.ts'
import type { UserRow } from './operations.ts'
import { reactivateUser, type StillAssigned, stillAssigned, suspendUser } from './suspending.ts'

export const Assigned = builder.objectRef<StillAssigned>('StillAssigned').implement({
  description: 'How many records of the company a user looks after.',
  fields: (t) => ({
    people: t.exposeInt('people', { description: 'People whose agent they are, in Trash too.' }),
    deals: t.exposeInt('deals', { description: 'Deals whose agent they are, of any status.' }),
    openTasks: t.exposeInt('openTasks', {
      description: 'Tasks that they are to do and have not completed.',
    }),
    upcomingAppointments: t.exposeInt('upcomingAppointments', {
      description: 'Appointments that are scheduled, not over, and to which they are invited.',
    }),
    collaborations: t.exposeInt('collaborations', { description: 'People whom they help with.' }),
  }),
})

builder.objectField(User, 'stillAssigned', (t) =>
  t.field({
    type: Assigned,
    nullable: true,
    description:
      'What is assigned to them, suspended or not. Counts the records of the whole company. Needs `users.manage`.',
    extensions: needs('users.manage'),
    resolve: (user, _, ctx) => stillAssigned(ctx, user.id),
  }),
)

const Suspended = builder.objectRef<UserRow>('SuspendUserResult').implement({
  description: 'A user who is suspended, and what is still theirs.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The user's id." }),
    user: t.field({ type: User, description: 'The user.', resolve: (user) => user }),
    stillAssigned: t.field({
      type: Assigned,
      description: 'What is still assigned to them: nothing is handed to others by itself.',
      resolve: (user, _, ctx) => stillAssigned(ctx, user.id),
    }),
  }),
})

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The user's id.", extensions: idSchema })
  return {
    suspendUser: t.field({
      type: Suspended,
      nullable: true,
      extensions: needs('users.manage'),
      description:
        'Suspends a user: their API keys stop working at once. Nothing is reassigned; the response counts the records still assigned to them. Suspending again is no error. Errors: NOT_FOUND, FORBIDDEN (an Owner, suspended by an Admin; a role with more rights than a narrowed key), CONFLICT (the last Owner).',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => suspendUser(ctx, args.id),
    }),
    reactivateUser: t.field({
      type: User,
      nullable: true,
      extensions: needs('users.manage'),
      description:
        'Reactivates a suspended user: their API keys that have not expired or been revoked work again. A user who is not suspended is not changed. Errors: NOT_FOUND, FORBIDDEN (an Owner, reactivated by an Admin; a role with more rights than a narrowed key).',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => reactivateUser(ctx, args.id),
    }),
  }
})
