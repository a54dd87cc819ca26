import { builder, idSchema, limits, needs, versionArgs } from '../../graphql/schema/builder.ts'
import { relationField } from '../../graphql/schema/columns.ts'
import {
  connectionType,
  pageArgs,
  resolveChildConnection,
  resolveConnection,
} from '../../graphql/schema/paging.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { Person } from './graphql.ts'
import {
  countMerges,
  listMerges,
  mergedPeople,
  mergesOfPerson,
  type PersonMergeRow,
} from './merges.ts'
import { mergePeople } from './merging.ts'
import { type Unmerged, unmergePeople } from './unmerging.ts'

const MergedPerson = builder.objectRef<{ id: string; fullName: string }>('MergedPerson').implement({
  description: 'A person who was merged into another.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The id that they had, and have again when the merge is undone.',
    }),
    fullName: t.exposeString('fullName', { description: 'What they were called.' }),
  }),
})

const PersonMerge = builder.objectRef<PersonMergeRow>('PersonMerge').implement({
  description: 'A merge of people that can be undone.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'What `unmergePeople` takes.' }),
    survivorId: t.exposeID('survivorId', {
      description: 'The id of the person whom the others were merged into.',
    }),
    people: t.field({
      type: [MergedPerson],
      description: 'Who was merged into them, in the order in which they were given.',
      resolve: mergedPeople,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
    mergedBy: t.field({
      type: User,
      nullable: true,
      description: 'The user who did it.',
      ...relationField(loadUser, 'createdBy'),
    }),
  }),
})

const PersonMergeConnection = connectionType('PersonMerge', PersonMerge)

const undoable =
  'The merges into a person that can be undone, newest first: each only after the later ones.'

builder.objectField(Person, 'merges', (t) =>
  t.field({
    type: PersonMergeConnection,
    description: undoable,
    args: pageArgs(t),
    resolve: (person, args, ctx, info) =>
      resolveChildConnection(ctx, info, 'Person.merges', person, args, mergesOfPerson),
  }),
)

builder.queryField('personMerges', (t) =>
  t.field({
    type: PersonMergeConnection,
    description: `${undoable} Errors: NOT_FOUND, FORBIDDEN.`,
    extensions: needs('people.view'),
    args: {
      ...pageArgs(t),
      id: t.arg.id({ required: true, description: "The person's id.", extensions: idSchema }),
    },
    resolve: (_, { id, ...page }, ctx) =>
      resolveConnection(ctx, page, {
        list: ['personMerges', id],
        page: (window) => listMerges(ctx, id, window),
        total: () => countMerges(ctx, id),
      }),
  }),
)

const UnmergeResult = builder.objectRef<Unmerged>('UnmergePeopleResult').implement({
  description: 'What undoing a merge did.',
  fields: (t) => ({
    person: t.field({
      type: Person,
      description: 'The person whom the others had been merged into.',
      resolve: ({ person }) => person,
    }),
    people: t.field({
      type: [Person],
      extensions: { atMost: { parents: 10, named: '' } },
      description: 'Those of the others whom the caller sees.',
      resolve: ({ people }) => people,
    }),
  }),
})

builder.mutationFields((t) => ({
  mergePeople: t.field({
    type: Person,
    nullable: true,
    extensions: needs('people.edit'),
    description: `Merges other people into one, who stays; the caller must be allowed to change all of them, and none may be in Trash.
Of each field, custom ones too, the survivor's own value wins; gaps are filled from the others in the given order. Emails, phones, tags, collaborators and external ids are united; the survivor's primary email and phone stay, as does their stage. Activities, tasks, deals and appointments move to the survivor; a deal or an appointment that names several of them names the survivor once. The others are gone: their ids are NOT_FOUND, until the merge is undone (\`Person.merges\`, \`unmergePeople\`). Their stage history is kept for that, it does not move.
Events: \`person.merged\` for the survivor, with the others' ids, \`person.deleted\` for each of them, and \`activity.updated\`, \`task.updated\`, \`deal.updated\` or \`appointment.updated\` for each record that moves, which is at a new version.
Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR (an unknown or hidden person among the others, one in Trash, one named twice or the survivor), CONFLICT (a survivor in Trash; more than 10000 records of one kind would move).`,
    args: {
      id: t.arg.id({
        required: true,
        description: 'The id of the person who stays.',
        extensions: idSchema,
      }),
      ...versionArgs(t),
      otherIds: t.arg.idList({
        required: true,
        description: '1 to 10 ids of the people who are merged into them.',
        extensions: limits({ type: 'array', minItems: 1, maxItems: 10 }),
      }),
    },
    resolve: (_, args, ctx) => mergePeople(ctx, args.id, args.otherIds),
  }),
  unmergePeople: t.field({
    type: UnmergeResult,
    nullable: true,
    extensions: needs('people.edit'),
    description: `Undoes a merge; of several into one person, the last one first. The caller must be allowed to change the survivor.
The others come back with their own ids, fields, emails, phones, tags, collaborators, external ids and stage, at a new version. An external id that another person has by now is left out. A tag or custom field that was deleted since is left out; instead of a stage that was, they come back into the first. The activities, tasks, deals and appointments that had moved go back to them: those that are still there and still the survivor's. What was added to the survivor since the merge stays with the survivor.
The survivor loses what the merge had given: each value, email, phone, tag and collaborator that is still there as it was given. A value that was changed since, or an email or phone whose type was, stays.
Events: \`person.unmerged\` for the survivor, \`person.restored\` for each of the others, and those of the records that go back, as with \`mergePeople\`.
Errors: NOT_FOUND (no such merge, or its survivor is gone), FORBIDDEN, CONFLICT (it is undone already; a later merge has to be undone first; the survivor would be left without a name, an email and a phone).`,
    args: {
      mergeId: t.arg.id({
        required: true,
        description: 'The id of the merge, from `Person.merges`.',
        extensions: idSchema,
      }),
    },
    resolve: (_, { mergeId }, ctx) => unmergePeople(ctx, mergeId),
  }),
}))
