import { builder, idSchema, limits, needs, notNull, versioned } from '../../graphql/builder.ts'
import { createPerson, type PersonInput, updatePerson } from './changes.ts'
import { EmailType, Person, PhoneType } from './graphql.ts'
import type { PersonRow } from './operations.ts'
import { addPersonTags, removePersonTags } from './tagging.ts'
import { type DeletedPerson, deletePerson, restorePerson } from './trash.ts'

const EmailInput = builder.inputType('PersonEmailInput', {
  description: 'An email address of a person.',
  fields: (t) => ({
    value: t.field({ type: 'Email', required: true, description: 'The address.' }),
    type: t.field({ type: EmailType, description: 'What it is used for; home unless told otherwise.' }),
    isPrimary: t.boolean({ description: 'The first that is marked is the primary one; the first of all where none is.' }),
  }),
})

const PhoneInput = builder.inputType('PersonPhoneInput', {
  description: 'A phone of a person.',
  fields: (t) => ({
    value: t.field({ type: 'Phone', required: true, description: "The number; without a country prefix it is read as of the company's country." }),
    type: t.field({ type: PhoneType, description: 'What it is used for; mobile unless told otherwise.' }),
    isPrimary: t.boolean({ description: 'The first that is marked is the primary one; the first of all where none is.' }),
    isBad: t.boolean({ description: 'Whether it is known not to reach the person.' }),
  }),
})

const few = limits({ type: 'array', maxItems: 20 })
const tagNames = limits({ type: 'array', minItems: 1, maxItems: 20 })

const inputFields = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      firstName: t.field({ type: 'PersonName', description: 'First name.' }),
      lastName: t.field({ type: 'PersonName', description: 'Last name.' }),
      emails: t.field({ type: [EmailInput], description: 'All email addresses, up to 20.', extensions: few }),
      phones: t.field({ type: [PhoneInput], description: 'All phones, up to 20.', extensions: few }),
      assignedAgentId: t.id({ description: 'The user who looks after the person; on creation the caller unless told otherwise.' }),
      collaboratorIds: t.idList({ description: 'All users who see the person besides, up to 100.', extensions: limits({ type: 'array', maxItems: 100 }) }),
      stageId: t.id({ description: 'The lifecycle stage; on creation the first unless told otherwise. Not Trash.', extensions: notNull }),
      source: t.field({ type: 'ShortText', description: 'Where the person came from.' }),
      tags: t.field({
        type: ['TagName'],
        description: 'The names of all tags, up to 100; those that do not exist are created.',
        extensions: limits({ type: 'array', maxItems: 100 }),
      }),
      price: t.field({ type: 'Money', description: 'What they want to spend, or their property is worth.' }),
      timeframe: t.field({ type: 'ShortText', description: 'When they want to act.' }),
      background: t.field({ type: 'LongText', description: 'What else is known about them; up to 5000 characters.' }),
      relationship: t.boolean({ description: 'Whether there is a personal relationship.' }),
    }),
  })

const CreatePersonInput = inputFields('CreatePersonInput', 'A new person: at least a name, an email or a phone.')
const UpdatePersonInput = inputFields(
  'UpdatePersonInput',
  'What to change of a person: fields that are left out stay as they are, `null` clears, lists replace what was there.',
)

const TagsAdded = builder.objectRef<{ count: number; person: PersonRow }>('AddPersonTagsResult').implement({
  description: 'What adding tags did.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many tags the person did not have before.' }),
    person: t.field({ type: Person, description: 'The person with the tags.', resolve: ({ person }) => person }),
  }),
})

const Gone = builder.objectRef<DeletedPerson>('DeletePersonResult').implement({
  description: 'What the deletion did.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The person's id." }),
    deleted: t.exposeBoolean('deleted', { description: 'True.' }),
    permanent: t.exposeBoolean('permanent', { description: 'Whether the person is gone for good, or in Trash.' }),
  }),
})

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The person's id.", extensions: idSchema })
  const tags = t.arg({ type: ['TagName'], required: true, description: '1 to 20 names of tags.', extensions: tagNames })
  const common = { type: Person, nullable: true, extensions: needs('people.edit') } as const
  return {
    createPerson: t.field({
      ...common,
      description: 'Creates a person. Errors: VALIDATION_ERROR.',
      args: { input: t.arg({ type: CreatePersonInput, required: true, description: 'The new person.' }) },
      resolve: (_, { input }, ctx) => createPerson(ctx, input as PersonInput),
    }),
    updatePerson: t.field({
      ...common,
      description: 'Changes the given fields of a person; at least one. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT (a stage for one in Trash).',
      args: { id, ...versioned(t), input: t.arg({ type: UpdatePersonInput, required: true, description: 'What to change.' }) },
      resolve: (_, args, ctx) => updatePerson(ctx, args.id, args.input as PersonInput),
    }),
    restorePerson: t.field({
      ...common,
      description: 'Takes a person out of Trash, back to the stage they came from. Errors: NOT_FOUND, FORBIDDEN.',
      args: { id, ...versioned(t) },
      resolve: (_, args, ctx) => restorePerson(ctx, args.id),
    }),
    deletePerson: t.field({
      type: Gone,
      nullable: true,
      extensions: needs('people.edit', 'people.delete'),
      description:
        'Moves a person to Trash (needs `people.edit`), or removes them for good (needs `people.delete`): with activities, tags, emails and phones; tasks and deals stay. Errors: NOT_FOUND, FORBIDDEN.',
      args: { id, ...versioned(t), permanent: t.arg.boolean({ defaultValue: false, description: 'Whether to remove for good. It cannot be undone.' }) },
      resolve: (_, args, ctx) => deletePerson(ctx, args.id, args.permanent ?? false),
    }),
    addPersonTags: t.field({
      type: TagsAdded,
      nullable: true,
      extensions: needs('people.edit'),
      description:
        'Adds tags to a person; those that do not exist are created, those that the person has are ignored. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR.',
      args: { id, ...versioned(t), tags },
      resolve: (_, args, ctx) => addPersonTags(ctx, args.id, args.tags),
    }),
    removePersonTags: t.field({
      ...common,
      description: 'Takes tags off a person; those that the person does not have are ignored. Errors: NOT_FOUND, FORBIDDEN.',
      args: { id, ...versioned(t), tags },
      resolve: (_, args, ctx) => removePersonTags(ctx, args.id, args.tags),
    }),
  }
})
