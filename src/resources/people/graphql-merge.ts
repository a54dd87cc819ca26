import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { loadAll } from '../../crud/loader.ts'
import {
  type ArgBuilder,
  builder,
  idArg,
  limits,
  optional,
  requiredScopes,
} from '../../graphql/schema/builder.ts'
import {
  createConnectionType,
  pageArgs,
  resolveChildConnection,
  resolveConnection,
} from '../../graphql/schema/paging.ts'
import { addMutation } from '../../graphql/schema/payloads.ts'
import { RecordMutations } from '../../graphql/schema/record-fields.ts'
import { User, userField } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { Person, personField } from './graphql.ts'
import { Email, Phone } from './graphql-inputs.ts'
import { type MergePreview, mergePeople, mergePeoplePreview } from './merge.ts'
import type { PersonMergeRow } from './table.ts'
import {
  countMerges,
  listMergedPeople,
  listMerges,
  mergesOfPerson,
  unmergePeople,
} from './unmerge.ts'

const MergedPerson = builder.objectRef<{ id: string; fullName: string }>('MergedPerson').implement({
  description: 'A person who was merged into another person.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id before the merge.' }),
    fullName: t.exposeString('fullName', { description: 'The full name before the merge.' }),
  }),
})

const PersonMerge = builder.objectRef<PersonMergeRow>('PersonMerge').implement({
  description: 'A merge of people, which can be undone.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The merge's id, for `unmergePeople`." }),
    survivorId: t.exposeID('survivorId', { description: "The survivor's id." }),
    survivor: t.field(personField('survivorId', 'The person into whom other people were merged.')),
    people: t.field({
      type: [MergedPerson],
      description: 'The merged people.',
      resolve: listMergedPeople,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time of the merge.' }),
    createdById: t.exposeID('createdBy', optional('The id of the user who merged the people.')),
    createdBy: t.field(userField('createdBy', 'The user who merged the people.')),
  }),
})

const PersonMergeConnection = createConnectionType('PersonMerge', PersonMerge)

const undoableMerges = 'merges into a person that have not been undone, newest first.'

builder.objectField(Person, 'merges', (t) =>
  t.field({
    type: PersonMergeConnection,
    description: `The ${undoableMerges}`,
    args: pageArgs(t),
    resolve: (person, args, ctx, info) =>
      resolveChildConnection(ctx, info, 'Person.merges', person, args, mergesOfPerson),
  }),
)

const MergeValue = builder.objectRef<MergePreview['values'][number]>('PersonMergeValue').implement({
  description: 'The value of a field after a merge.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: "The field's name; for a custom field, `customFields.` and its key.",
    }),
    value: t.expose('value', { type: 'JSON', ...optional("The field's value.") }),
    personId: t.exposeID('personId', optional('The id of the person who provides the value.')),
    person: t.field(personField('personId', 'The person who provides the value.')),
  }),
})

const MergeMoves = builder.objectRef<readonly string[]>('PersonMergeMoves').implement({
  description: 'The counts of records that move to the survivor.',
})

/** Adds the number of records of one kind to the merge preview. */
export const addMergeCount = (
  name: string,
  scope: RequiredScope,
  count: (ctx: Context, personIds: readonly string[]) => Promise<number>,
) =>
  builder.objectField(MergeMoves, name, (t) =>
    t.int({
      ...optional(`The number of ${name}; null if the caller lacks the scope to view them.`),
      resolve: (ids, _, ctx) => (ctx.viewer.rights.has(scope) ? count(ctx, ids) : null),
    }),
  )

/** Creates a function that sums the record counts of several people. */
export const sumCounts =
  ({ counts }: { counts(ctx: Context, id: string): Promise<number | undefined> }) =>
  async (ctx: Context, personIds: readonly string[]): Promise<number> => {
    const recordCounts = await Promise.all(personIds.map((id) => counts(ctx, id)))
    return recordCounts.reduce<number>((sum, number) => sum + (number ?? 0), 0)
  }

const PersonMergePreview = builder.objectRef<MergePreview>('PersonMergePreview').implement({
  description: 'A preview of a merge of people.',
  fields: (t) => ({
    values: t.expose('values', { type: [MergeValue], description: 'The resulting field values.' }),
    emails: t.expose('emails', { type: [Email], description: 'The resulting email addresses.' }),
    phones: t.expose('phones', { type: [Phone], description: 'The resulting phone numbers.' }),
    tags: t.exposeStringList('tags', { description: 'The resulting tag names.' }),
    collaborators: t.field({
      type: [User],
      description: 'The resulting collaborators.',
      resolve: ({ collaboratorIds }, _, ctx) => loadAll(ctx, collaboratorIds, loadUser),
    }),
    moves: t.expose('otherIds', {
      type: MergeMoves,
      description: 'The counts of records that move to the survivor.',
    }),
  }),
})

const otherIdsArg = (t: { arg: ArgBuilder }) => ({
  otherIds: t.arg.idList({
    required: true,
    description: 'The ids of 1 to 10 people to merge.',
    extensions: limits({ type: 'array', minItems: 1, maxItems: 10 }),
  }),
})

builder.queryFields((t) => ({
  personMerges: t.field({
    type: PersonMergeConnection,
    description: `Returns the ${undoableMerges}`,
    extensions: requiredScopes('people.view'),
    args: { ...pageArgs(t), id: idArg(t, "The person's id.") },
    resolve: (_, { id, ...paging }, ctx) =>
      resolveConnection(ctx, paging, {
        list: ['personMerges', id],
        page: (request) => listMerges(ctx, id, request),
        total: () => countMerges(ctx, id),
      }),
  }),
  mergePeoplePreview: t.field({
    type: PersonMergePreview,
    nullable: true,
    extensions: requiredScopes('people.edit'),
    description: 'Returns a preview of `mergePeople`.',
    args: { id: idArg(t, "The survivor's id."), ...otherIdsArg(t) },
    resolve: (_, { id, otherIds }, ctx) => mergePeoplePreview(ctx, id, otherIds),
  }),
}))

new RecordMutations({ type: Person, noun: 'person', scope: 'people.edit' }).action('mergePeople', {
  actions: [{ action: 'merge', isPossible: (_, { trashedAt }) => !trashedAt }],
  description:
    'Merges people into a survivor, whose values take precedence; empty fields are filled from the others, lists are combined, and related records move to the survivor. The other people are deleted; `unmergePeople` restores them. Errors: CONFLICT (the survivor is in Trash, or more than 10,000 records of one kind would move).',
  idDescription: "The survivor's id.",
  args: otherIdsArg,
  resolve: (ctx, id, { otherIds }) => mergePeople(ctx, id, otherIds),
})

addMutation('unmergePeople', {
  scopes: ['people.edit'],
  description:
    'Undoes a merge: restores the merged people with their records, and removes the values that the merge added to the survivor, unless they have changed since. Errors: CONFLICT (the merge is already undone, a later merge exists, or the survivor would have no name, email or phone).',
  args: (t) => ({ mergeId: idArg(t, "The merge's id.") }),
  resolve: (ctx, { mergeId }) => unmergePeople(ctx, mergeId),
  payload: (t) => ({
    person: t.expose('person', { type: Person, description: "The merge's survivor." }),
    people: t.expose('people', {
      type: [Person],
      extensions: { listLimit: { maxLength: 10, argument: '' } },
      description: 'The restored people.',
    }),
  }),
})
