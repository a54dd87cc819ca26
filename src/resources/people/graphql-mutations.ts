import {
  type ArgBuilder,
  atLeastOneField,
  builder,
  constraints,
  hasItems,
  idSchema,
  limits,
} from '../../graphql/schema/builder.ts'
import {
  bulkMutation,
  bulkPayload,
  bulkRows,
  bulkRules,
  expectedVersionField,
} from '../../graphql/schema/bulk.ts'
import { addMutation } from '../../graphql/schema/payloads.ts'
import { recordMutations } from '../../graphql/schema/record-fields.ts'
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

const duplicateRules =
  'A duplicate is a person outside Trash whom the caller can view, with the same external id, or else with one of the same emails or phones; of several, the one with the most matches, then the oldest. The look-up also requires `people.view`. An update adds to lists, keeps the primary email and phone, and sets the other fields like `updatePerson`.'

const mutations = recordMutations({ type: Person, noun: 'person', scope: 'people.edit' })

mutations.create('createPerson', {
  description: `Creates a person; if a duplicate exists, \`onDuplicate\` determines whether it is returned, updated or reported. ${duplicateRules} Errors: VALIDATION_ERROR; CONFLICT with a detail for each duplicate value (onDuplicate: error), or for an external id of another person; FORBIDDEN if the caller cannot edit the duplicate (onDuplicate: update).`,
  input: CreatePersonInput,
  resolve: createPerson,
})
mutations.update('updatePerson', {
  description:
    'Updates a person; at least one field is required. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT (the stage of a person in Trash; an external id of another person).',
  input: UpdatePersonInput,
  resolve: operations.updatePerson,
})
mutations.action('restorePerson', {
  actions: [{ action: 'restore', isPossible: (_, { trashedAt }) => !!trashedAt }],
  description:
    'Restores a person from Trash to their previous stage. A person outside Trash is left unchanged. Errors: NOT_FOUND, FORBIDDEN.',
  resolve: restorePerson,
})
mutations.action('deletePerson', {
  actions: [
    { action: 'delete', scopes: ['people.edit'], isPossible: (_, { trashedAt }) => !trashedAt },
    { action: 'deletePermanently', scopes: ['people.delete'] },
  ],
  scopes: ['people.edit', 'people.delete'],
  description:
    'Moves a person to Trash (requires `people.edit`), or deletes them permanently with their activities (requires `people.delete`). Tasks, deals and appointments are kept. Errors: NOT_FOUND, FORBIDDEN.',
  args: (t) => ({
    permanent: t.arg.boolean({
      defaultValue: false,
      description: 'Whether to delete the person permanently. This cannot be undone.',
    }),
  }),
  resolve: (ctx, id, { permanent }) => deletePerson(ctx, id, permanent ?? false),
  payload: (t) => ({
    deletedId: t.exposeID('id', { description: 'The id of the deleted person.' }),
    isPermanent: t.exposeBoolean('isPermanent', {
      description: 'Whether the person was deleted permanently rather than moved to Trash.',
    }),
    person: t.expose('person', {
      type: Person,
      nullable: true,
      description: 'The person in Trash; null if deleted permanently.',
    }),
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
  description:
    'Adds tags to a person. New tags are created; tags that the person already has are ignored. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR.',
  args: tagsArg,
  resolve: (ctx, id, { tags }) => addPersonTags(ctx, id, tags),
  payload: (t) => ({
    count: t.exposeInt('count', { description: 'The number of added tags.' }),
    person: t.expose('person', { type: Person, description: 'The updated person.' }),
  }),
})
mutations.action('removePersonTags', {
  actions: [{ action: 'update' }],
  description:
    'Removes tags from a person. Tags that the person does not have are ignored. Errors: NOT_FOUND, FORBIDDEN.',
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
    'Adds collaborators to a person. They can view the person and, if their role has `people.edit`, edit the person. Existing collaborators are ignored. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR (an unknown user).',
  args: userIdsArg,
  resolve: (ctx, id, { userIds }) => addPersonCollaborators(ctx, id, userIds),
})
mutations.action('removePersonCollaborators', {
  actions: [{ action: 'update' }],
  description:
    'Removes collaborators from a person. Users who are not collaborators are ignored. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR (an unknown user).',
  args: userIdsArg,
  resolve: (ctx, id, { userIds }) => removePersonCollaborators(ctx, id, userIds),
})

const UpdatePeopleInput = builder.inputType('UpdatePeopleInput', {
  extensions: atLeastOneField,
  description: 'Input for updating a person in a bulk update.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the person.', extensions: idSchema }),
    expectedVersion: expectedVersionField(t, 'person'),
    ...personFields(t),
  }),
})

const bulkTagsLimits = limits({ type: 'array', maxItems: 20 })

const TagPeopleInput = builder.inputType('TagPeopleInput', {
  extensions: constraints({ anyOf: [hasItems('add'), hasItems('remove')] }),
  description: 'Input for tagging people, with at least one tag to add or remove.',
  fields: (t) => ({
    ids: t.idList({
      required: true,
      description: 'The ids of 1 to 100 people.',
      extensions: bulkRows,
    }),
    add: t.field({
      type: ['TagName'],
      description: 'The names of up to 20 tags to add. New tags are created.',
      extensions: bulkTagsLimits,
    }),
    remove: t.field({
      type: ['TagName'],
      description: 'The names of up to 20 tags to remove; tags are added first.',
      extensions: bulkTagsLimits,
    }),
  }),
})

const bulk = { payload: bulkPayload(Person), scope: 'people.edit' } as const

bulkMutation('createPeople', {
  ...bulk,
  input: CreatePersonInput,
  description: `Creates up to 100 people, each like \`createPerson\`, including \`onDuplicate\`: a later row finds people created by earlier ones. ${bulkRules} Errors: VALIDATION_ERROR.`,
  inputDescription: 'The people, 1 to 100.',
  resolve: createPeople,
})
bulkMutation('updatePeople', {
  ...bulk,
  input: UpdatePeopleInput,
  description: `Updates up to 100 people, each like \`updatePerson\`. ${bulkRules} Errors: VALIDATION_ERROR.`,
  inputDescription: 'The updates, 1 to 100.',
  resolve: operations.updatePeople,
})
addMutation('tagPeople', {
  payload: bulk.payload,
  scopes: [bulk.scope],
  extensions: { rows: ['input', 'ids'] },
  description: `Adds tags to up to 100 people and removes tags from them, each like \`addPersonTags\` and \`removePersonTags\`. ${bulkRules} Errors: VALIDATION_ERROR.`,
  args: (t) => ({
    input: t.arg({
      type: TagPeopleInput,
      required: true,
      description: 'The ids of the people, and the tags to add and remove.',
    }),
  }),
  resolve: (ctx, { input }) => tagPeople(ctx, input),
})
