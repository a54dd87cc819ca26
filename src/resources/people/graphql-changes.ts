import { builder, idSchema, limits, needs, versionArgs } from '../../graphql/schema/builder.ts'
import { type PersonInput, updatePerson } from './changes.ts'
import { createPerson, type NewPerson } from './duplicates.ts'
import { Person } from './graphql.ts'
import { CreatePersonInput, UpdatePersonInput } from './graphql-inputs.ts'
import type { PersonRow } from './operations.ts'
import { addPersonTags, removePersonTags } from './tagging.ts'
import { type DeletedPerson, deletePerson, restorePerson } from './trash.ts'

const tagNames = limits({ type: 'array', minItems: 1, maxItems: 20 })

const TagsAdded = builder
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

const Gone = builder.objectRef<DeletedPerson>('DeletePersonResult').implement({
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
    extensions: tagNames,
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
      type: Gone,
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
      type: TagsAdded,
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
