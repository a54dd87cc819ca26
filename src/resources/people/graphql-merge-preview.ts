import { builder, idSchema, limits, needs } from '../../graphql/schema/builder.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { Email, Phone } from './graphql.ts'
import { type MergePreview, mergePeoplePreview, movingCounts } from './merge-preview.ts'

const Value = builder.objectRef<MergePreview['values'][number]>('PersonMergeValue').implement({
  description: 'What a field would be after a merge.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'The name of the field; `customFields.` and the key of a custom one.',
    }),
    value: t.expose('value', {
      type: 'JSON',
      nullable: true,
      description: 'Its value; null, or an empty list, where nobody has one.',
    }),
    personId: t.exposeID('personId', {
      nullable: true,
      description:
        'Whose value it is: the survivor or one of the others; null where nobody has one.',
    }),
  }),
})

const Moves = builder.objectRef<readonly string[]>('PersonMergeMoves').implement({
  description:
    'How many records would move to the survivor, of those that the caller sees; null where the API key may not read them.',
  fields: (t) => ({
    activities: t.int({
      nullable: true,
      description: 'Activities of the others.',
      resolve: (ids, _, ctx) => movingCounts.activities(ctx, ids),
    }),
    tasks: t.int({
      nullable: true,
      description: 'Tasks about the others.',
      resolve: (ids, _, ctx) => movingCounts.tasks(ctx, ids),
    }),
    deals: t.int({
      nullable: true,
      description: 'Deals that name one of the others.',
      resolve: (ids, _, ctx) => movingCounts.deals(ctx, ids),
    }),
    appointments: t.int({
      nullable: true,
      description: 'Appointments to which one of the others is invited.',
      resolve: (ids, _, ctx) => movingCounts.appointments(ctx, ids),
    }),
  }),
})

const Preview = builder.objectRef<MergePreview>('PersonMergePreview').implement({
  description: 'What a merge of people would do. Nothing has been changed.',
  fields: (t) => ({
    values: t.field({
      type: [Value],
      description: 'The fields, each with whose value is kept.',
      resolve: ({ values }) => values,
    }),
    emails: t.field({
      type: [Email],
      description: 'The email addresses of all.',
      resolve: ({ emails }) => emails,
    }),
    phones: t.field({
      type: [Phone],
      description: 'The phones of all.',
      resolve: ({ phones }) => phones,
    }),
    tags: t.stringList({ description: 'The tags of all.', resolve: ({ united }) => united.tags }),
    collaborators: t.field({
      type: [User],
      description: 'The collaborators of all.',
      resolve: async ({ united }, _, ctx) =>
        (await Promise.all(united.collaboratorIds.map((id) => loadUser(ctx, id)))).filter(
          (user) => user !== undefined,
        ),
    }),
    moves: t.field({
      type: Moves,
      description: 'What would move to the survivor.',
      resolve: ({ otherIds }) => otherIds,
    }),
  }),
})

builder.queryField('mergePeoplePreview', (t) =>
  t.field({
    type: Preview,
    nullable: true,
    extensions: needs('people.edit'),
    description:
      'Says what `mergePeople` with the same arguments would do, and changes nothing. Errors: those of mergePeople.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'The id of the person who would stay.',
        extensions: idSchema,
      }),
      otherIds: t.arg.idList({
        required: true,
        description: '1 to 10 ids of the people who would be merged into them.',
        extensions: limits({ type: 'array', minItems: 1, maxItems: 10 }),
      }),
    },
    resolve: (_, { id, otherIds }, ctx) => mergePeoplePreview(ctx, id, otherIds),
  }),
)
