import type { UpdateRow } from '../../crud/bulk.ts'
import { builder, idSchema, limits, needs, versionArgs } from '../../graphql/schema/builder.ts'
import { bulkResult, bulkRows, bulkRules, expectedVersionField } from '../../graphql/schema/bulk.ts'
import { constraints, filledList, someField } from '../../graphql/schema/input-constraints.ts'
import { createPeople, tagPeople, updatePeople } from './bulk.ts'
import { addPersonCollaborators, removePersonCollaborators } from './collaborators.ts'
import { createPerson, type NewPerson } from './duplicates.ts'
import { Person } from './graphql.ts'
import { CreatePersonInput, personFields, UpdatePersonInput } from './graphql-inputs.ts'
import type { PersonInput } from './input.ts'
import { type PersonRow, updatePerson } from './operations.ts'
import { addPersonTags, removePersonTags } from './tagging.ts'
import { type DeletedPerson, deletePerson, restorePerson } from './trash.ts'

const tagNamesLimit = limits({ type: 'array', minItems: 1, maxItems: 20 })

const AddTagsResult = builder
  .objectRef<{ count: number; person: PersonRow }>('AddPersonTagsResult')
  .implement({
    description: 'What adding tags did.',
    fields: (t) => ({
      count: t.exposeInt('count', { description: 'How many tags the person did not have before.' }),
      person: t.field({
        type: Person,
        description: 'The person with the tags.',
        resolve: ({ person }) => person,
      }),
    }),
  })

const DeletePersonResult = builder.objectRef<DeletedPerson>('DeletePersonResult').implement({
  description: 'What the deletion did.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The person's id." }),
    deleted: t.exposeBoolean('deleted', { description: 'True.' }),
    permanent: t.exposeBoolean('permanent', {
      description: 'Whether the person is gone for good, or in Trash.',
    }),
  }),
})

const duplicates =
  'A duplicate is a person outside Trash whom the caller can view, with the given external id, or else with one of the given emails or phones; of several, the one with the most matches, then the oldest. The look-up also requires `people.view`. An update adds to lists, keeps the primary email and phone, and sets the other fields like updatePerson.'

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The person's id.", extensions: idSchema })
  const tags = t.arg({
    type: ['TagName'],
    required: true,
    description: '1 to 20 names of tags.',
    extensions: tagNamesLimit,
  })
  const common = { type: Person, nullable: true, extensions: needs('people.edit') } as const
  return {
    createPerson: t.field({
      ...common,
      description: `Creates a person; if a duplicate exists, \`onDuplicate\` determines whether it is returned, updated or reported. ${duplicates} Errors: VALIDATION_ERROR; CONFLICT with a detail for each duplicate value (onDuplicate: error), or for an external id of another person; FORBIDDEN if the caller may not change the duplicate (onDuplicate: update).`,
      args: {
        input: t.arg({ type: CreatePersonInput, required: true, description: 'The new person.' }),
      },
      resolve: (_, { input }, ctx) => createPerson(ctx, input as NewPerson),
    }),
    updatePerson: t.field({
      ...common,
      description:
        'Updates a person; at least one field is required. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT (a stage for a person in Trash; an external id of another person).',
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({ type: UpdatePersonInput, required: true, description: 'What to change.' }),
      },
      resolve: (_, args, ctx) => updatePerson(ctx, args.id, args.input as PersonInput),
    }),
    restorePerson: t.field({
      ...common,
      description:
        'Takes a person out of Trash, back to the stage they came from. Errors: NOT_FOUND, FORBIDDEN.',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => restorePerson(ctx, args.id),
    }),
    deletePerson: t.field({
      type: DeletePersonResult,
      nullable: true,
      extensions: needs('people.edit', 'people.delete'),
      description:
        'Moves a person to Trash (needs `people.edit`), or removes them for good (needs `people.delete`): with activities, tags, emails and phones; tasks and deals stay. Errors: NOT_FOUND, FORBIDDEN.',
      args: {
        id,
        ...versionArgs(t),
        permanent: t.arg.boolean({
          defaultValue: false,
          description: 'Whether to remove for good. It cannot be undone.',
        }),
      },
      resolve: (_, args, ctx) => deletePerson(ctx, args.id, args.permanent ?? false),
    }),
    addPersonTags: t.field({
      type: AddTagsResult,
      nullable: true,
      extensions: needs('people.edit'),
      description:
        'Adds tags to a person; those that do not exist are created, those that the person has are ignored. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR.',
      args: { id, ...versionArgs(t), tags },
      resolve: (_, args, ctx) => addPersonTags(ctx, args.id, args.tags),
    }),
    removePersonTags: t.field({
      ...common,
      description:
        'Takes tags off a person; those that the person does not have are ignored. Errors: NOT_FOUND, FORBIDDEN.',
      args: { id, ...versionArgs(t), tags },
      resolve: (_, args, ctx) => removePersonTags(ctx, args.id, args.tags),
    }),
  }
})

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The person's id.", extensions: idSchema })
  const userIds = t.arg.idList({
    required: true,
    description: '1 to 100 ids of users.',
    extensions: limits({ type: 'array', minItems: 1, maxItems: 100 }),
  })
  const common = {
    type: Person,
    nullable: true,
    extensions: needs('people.edit'),
    args: { id, ...versionArgs(t), userIds },
  } as const
  return {
    addPersonCollaborators: t.field({
      ...common,
      description:
        'Makes users collaborators of a person, so that they see the person and, as far as their role goes, change them; those who are already are left alone. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR for an unknown user.',
      resolve: (_, args, ctx) => addPersonCollaborators(ctx, args.id, args.userIds),
    }),
    removePersonCollaborators: t.field({
      ...common,
      description:
        'Takes collaborators off a person; users who are none are ignored. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR for an unknown user.',
      resolve: (_, args, ctx) => removePersonCollaborators(ctx, args.id, args.userIds),
    }),
  }
})

const BulkResult = bulkResult(Person, {
  row: 'BulkPersonResult',
  result: 'BulkPeopleResult',
  record: 'person',
  description: 'The person after the row; null if the row failed.',
})

const UpdatePeopleInput = builder.inputType('UpdatePeopleInput', {
  extensions: someField,
  description:
    'What to change of one of many people: fields that are left out stay as they are, `null` clears, lists replace what was there.',
  fields: (t) => ({
    id: t.id({ required: true, description: "The person's id.", extensions: idSchema }),
    expectedVersion: expectedVersionField(t, 'person'),
    ...personFields(t),
  }),
})

const bulkTagNamesLimit = limits({ type: 'array', maxItems: 20 })

const TagPeopleInput = builder.inputType('TagPeopleInput', {
  extensions: constraints({ anyOf: [filledList('add'), filledList('remove')] }),
  description: 'Which people get and lose which tags; at least one tag.',
  fields: (t) => ({
    ids: t.idList({
      required: true,
      description: 'The ids of 1 to 100 people.',
      extensions: bulkRows,
    }),
    add: t.field({
      type: ['TagName'],
      description: 'Up to 20 names of tags to add; those that do not exist are created.',
      extensions: bulkTagNamesLimit,
    }),
    remove: t.field({
      type: ['TagName'],
      description: 'Up to 20 names of tags to take off; after adding.',
      extensions: bulkTagNamesLimit,
    }),
  }),
})

builder.mutationFields((t) => {
  const common = { type: BulkResult, nullable: true } as const
  return {
    createPeople: t.field({
      ...common,
      extensions: { ...needs('people.edit'), rows: ['input'] },
      description: `Creates up to 100 people, each like createPerson, including \`onDuplicate\`: a later row finds people created by earlier ones. ${bulkRules} Errors: VALIDATION_ERROR.`,
      args: {
        input: t.arg({
          type: [CreatePersonInput],
          required: true,
          description: '1 to 100 new people.',
          extensions: bulkRows,
        }),
      },
      resolve: (_, { input }, ctx) => createPeople(ctx, input as NewPerson[]),
    }),
    updatePeople: t.field({
      ...common,
      extensions: { ...needs('people.edit'), rows: ['input'] },
      description: `Updates up to 100 people, each like updatePerson. ${bulkRules} Errors: VALIDATION_ERROR.`,
      args: {
        input: t.arg({
          type: [UpdatePeopleInput],
          required: true,
          description: '1 to 100 changes.',
          extensions: bulkRows,
        }),
      },
      resolve: (_, { input }, ctx) => updatePeople(ctx, input as (UpdateRow & PersonInput)[]),
    }),
    tagPeople: t.field({
      ...common,
      extensions: { ...needs('people.edit'), rows: ['input', 'ids'] },
      description: `Adds tags to up to 100 people and removes tags from them, each like addPersonTags and removePersonTags. ${bulkRules} Errors: VALIDATION_ERROR.`,
      args: {
        input: t.arg({
          type: TagPeopleInput,
          required: true,
          description: 'Who gets and loses what.',
        }),
      },
      resolve: (_, { input }, ctx) => tagPeople(ctx, input),
    }),
  }
})
