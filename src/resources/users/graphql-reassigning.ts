import { builder, idSchema, needs, versionArgs } from '../../graphql/schema/builder.ts'
import { User } from './graphql.ts'
import { Assigned } from './graphql-suspending.ts'
import { type Reassigned, reassignRecords } from './reassigning.ts'
import { stillAssigned } from './suspending.ts'

const Moved = builder.objectRef<Reassigned>('ReassignedRecords').implement({
  description: 'How many records one call gave to another user.',
  fields: (t) => ({
    people: t.exposeInt('people', { description: 'People.' }),
    deals: t.exposeInt('deals', { description: 'Deals.' }),
    openTasks: t.exposeInt('openTasks', { description: 'Tasks that are not completed.' }),
  }),
})

const Result = builder.objectRef<Reassigned>('ReassignRecordsResult').implement({
  description: 'What was reassigned, and what is left.',
  fields: (t) => ({
    id: t.id({ description: 'The id of the user who had them.', resolve: ({ user }) => user.id }),
    user: t.field({
      type: User,
      description: 'The user who had them.',
      resolve: ({ user }) => user,
    }),
    moved: t.field({
      type: Moved,
      description:
        'How many records were moved by this call; nothing but zeros: there is no more to move.',
      resolve: (result) => result,
    }),
    stillAssigned: t.field({
      type: Assigned,
      description:
        'What is left: more to move by the next call, and what this API key may not change.',
      resolve: ({ user }, _, ctx) => stillAssigned(ctx, user.id),
    }),
  }),
})

builder.mutationField('reassignRecords', (t) =>
  t.field({
    type: Result,
    nullable: true,
    extensions: needs('users.manage'),
    description:
      "Gives a user's people (in Trash too), deals and open tasks to another user, up to 500 records by one call: repeat it until nothing is moved. Each record is changed, with its event. Moves people with `people.edit`, deals with `deals.manage` and tasks with `tasks.manage`, as far as the API key may change them; appointments and collaborations stay. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (the other user is suspended).",
    args: {
      id: t.arg.id({
        required: true,
        description: 'The id of the user who has them, suspended or not.',
        extensions: idSchema,
      }),
      ...versionArgs(t),
      toUserId: t.arg.id({
        required: true,
        description: 'The id of the user who is to have them.',
        extensions: idSchema,
      }),
    },
    resolve: (_, { id, toUserId }, ctx) => reassignRecords(ctx, id, toUserId),
  }),
)
