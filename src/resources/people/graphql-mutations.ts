import {
  type ArgBuilder,
  atLeastOneField,
  builder,
  constraints,
  hasItems,
  idSchema,
  limits,
  optional,
} from '../../graphql/schema/builder.ts'
import {
  bulkMutation,
  bulkPayload,
  bulkRowLimits,
  expectedVersionField,
} from '../../graphql/schema/bulk.ts'
import { addMutation } from '../../graphql/schema/payloads.ts'
import { RecordMutations } from '../../graphql/schema/record-fields.ts'
import { createPeople, createPerson } from './duplicates.ts'
import { Person } from './graphql.ts'
import { CreatePersonInput, personFields, UpdatePersonInput } from './graphql-inputs.ts'
import * as operations from './operations.ts'
import {
  addPersonCollaborators,
  addPersonTags,
  removePersonCollaborators,
  removePersonTags,
  tagPeople,
} from './tags-and-collaborators.ts'
import { deletePerson, restorePerson } from './trash.ts'

const mutations = new RecordMutations({ type: Person, noun: 'person', scope: 'people.edit' })

mutations.create('createPerson', {
  description:
    'Creates a person. If a duplicate exists (a visible person outside Trash with the same external id, email or phone), `onDuplicate` determines the action. Errors: CONFLICT (a duplicate exists and `onDuplicate` is `error`, or another person has the external id).',
  input: CreatePersonInput,
  resolve: createPerson,
})
mutations.update('updatePerson', {
  description:
    'Updates a person. Errors: CONFLICT (the person is in Trash and `stageId` would change, or another person has the external id).',
  input: UpdatePersonInput,
  resolve: operations.updatePerson,
})
mutations.action('restorePerson', {
  actions: [{ action: 'restore', isPossible: (_, { trashedAt }) => !!trashedAt }],
  description: 'Restores a person from Trash to their previous stage.',
  resolve: restorePerson,
})
mutations.action('deletePerson', {
  actions: [
    { action: 'delete', scopes: ['people.edit'], isPossible: (_, { trashedAt }) => !trashedAt },
    { action: 'deletePermanently', scopes: ['people.delete'] },
  ],
  scopes: ['people.edit', 'people.delete'],
  description:
    'Moves a person to Trash. With `permanent`, which requires `people.delete`, deletes the person and records that require a person, such as activities.',
  args: (t) => ({
    permanent: t.arg.boolean({
      defaultValue: false,
      description: 'Whether to delete the person permanently.',
    }),
  }),
  resolve: (ctx, id, { permanent }) => deletePerson(ctx, id, permanent ?? false),
  payload: (t) => ({
    deletedId: t.exposeID('id', { description: "The deleted person's id." }),
    isPermanent: t.exposeBoolean('isPermanent', {
      description: 'Whether the person was deleted permanently.',
    }),
    person: t.expose('person', { type: Person, ...optional('The person, if moved to Trash.') }),
  }),
})

const tagsArg = (t: { arg: ArgBuilder }) => ({
  tags: t.arg({
    type: ['TagName'],
    required: true,
    description: 'The names of 1 to 20 tags.',
    extensions: limits({ type: 'array', minItems: 1, maxItems: 20 }),
  }),
})

mutations.action('addPersonTags', {
  actions: [{ action: 'update' }],
  description: 'Adds tags to a person, creating missing tags.',
  args: tagsArg,
  resolve: (ctx, id, { tags }) => addPersonTags(ctx, id, tags),
  payload: (t) => ({
    count: t.exposeInt('count', { description: 'The number of added tags.' }),
    person: t.expose('person', { type: Person, description: 'The updated person.' }),
  }),
})
mutations.action('removePersonTags', {
  actions: [{ action: 'update' }],
  description: 'Removes tags from a person.',
  args: tagsArg,
  resolve: (ctx, id, { tags }) => removePersonTags(ctx, id, tags),
})

const userIdsArg = (t: { arg: ArgBuilder }) => ({
  userIds: t.arg.idList({
    required: true,
    description: 'The ids of 1 to 100 users.',
    extensions: limits({ type: 'array', minItems: 1, maxItems: 100 }),
  }),
})

mutations.action('addPersonCollaborators', {
  actions: [{ action: 'update' }],
  description:
    'Adds collaborators to a person. They can view and, with `people.edit`, edit the person.',
  args: userIdsArg,
  resolve: (ctx, id, { userIds }) => addPersonCollaborators(ctx, id, userIds),
})
mutations.action('removePersonCollaborators', {
  actions: [{ action: 'update' }],
  description: 'Removes collaborators from a person.',
  args: userIdsArg,
  resolve: (ctx, id, { userIds }) => removePersonCollaborators(ctx, id, userIds),
})

const UpdatePeopleInput = builder.inputType('UpdatePeopleInput', {
  extensions: atLeastOneField,
  description: 'Changes to a person in a bulk update.',
  fields: (t) => ({
    id: t.id({ required: true, description: "The person's id.", extensions: idSchema }),
    expectedVersion: expectedVersionField(t, 'person'),
    ...personFields(t),
  }),
})

const bulkTagsLimits = limits({ type: 'array', maxItems: 20 })

const TagPeopleInput = builder.inputType('TagPeopleInput', {
  extensions: constraints({ anyOf: [hasItems('add'), hasItems('remove')] }),
  description: 'Input for tagging people.',
  fields: (t) => ({
    ids: t.idList({
      required: true,
      description: 'The ids of 1 to 100 people.',
      extensions: bulkRowLimits,
    }),
    add: t.field({
      type: ['TagName'],
      description: 'The names of up to 20 tags to add.',
      extensions: bulkTagsLimits,
    }),
    remove: t.field({
      type: ['TagName'],
      description: 'The names of up to 20 tags to remove.',
      extensions: bulkTagsLimits,
    }),
  }),
})

const bulkOptions = { payload: bulkPayload(Person), scope: 'people.edit' } as const

bulkMutation('createPeople', {
  ...bulkOptions,
  input: CreatePersonInput,
  description:
    'Creates up to 100 people by the rules of `createPerson`. Rows succeed or fail independently.',
  inputDescription: 'The people to create, 1 to 100.',
  resolve: createPeople,
})
bulkMutation('updatePeople', {
  ...bulkOptions,
  input: UpdatePeopleInput,
  description:
    'Updates up to 100 people by the rules of `updatePerson`. Rows succeed or fail independently.',
  inputDescription: 'The updates, 1 to 100.',
  resolve: operations.updatePeople,
})
addMutation('tagPeople', {
  payload: bulkOptions.payload,
  scopes: [bulkOptions.scope],
  extensions: { rows: ['input', 'ids'] },
  description: 'Adds and removes tags of up to 100 people. Rows succeed or fail independently.',
  args: (t) => ({
    input: t.arg({
      type: TagPeopleInput,
      required: true,
      description: 'The people, and the tags to add or remove.',
    }),
  }),
  resolve: (ctx, { input }) => tagPeople(ctx, input),
})
