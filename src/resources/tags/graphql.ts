import {
  atLeastOneField,
  builder,
  idSchema,
  limits,
  notNull,
} from '../../graphql/schema/builder.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { recordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { tagFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

export const Tag = builder.objectRef<operations.VisibleTag>('Tag').implement({
  description: 'A tag of people. Its name is unique in the company, ignoring case.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name.' }),
  }),
})

registerRecord(Tag, {
  filterSpec: tagFilterSpec,
  load: operations.loadTag,
  one: { description: 'Returns a tag by its id. Errors: NOT_FOUND.', get: operations.getTag },
  many: {
    name: 'tags',
    description: 'Returns the tags of the company, newest first by default.',
    list: operations.tags,
  },
})

const CreateTagInput = builder.inputType('CreateTagInput', {
  description: 'Input for creating a tag.',
  fields: (t) => ({
    name: t.field({
      type: 'TagName',
      required: true,
      description: 'The name, unique in the company, ignoring case.',
    }),
  }),
})

const UpdateTagInput = builder.inputType('UpdateTagInput', {
  extensions: atLeastOneField,
  description: 'Input for updating a tag.',
  fields: (t) => ({
    name: t.field({
      type: 'TagName',
      description: 'The name, unique in the company, ignoring case.',
      extensions: notNull,
    }),
  }),
})

const TagReplacementInput = builder.inputType('TagReplacementInput', {
  description: 'The replacement of a tag on its people.',
  isOneOf: true,
  fields: (t) => ({
    moveTo: t.id({
      description: 'The id of the tag that replaces it, as in `mergeTags`.',
      extensions: idSchema,
    }),
    detach: t.boolean({ description: 'Whether to remove the tag from all people.' }),
  }),
})

const mutations = recordMutations({ type: Tag, noun: 'tag', scope: 'tags.manage' })

mutations.create('createTag', {
  description:
    'Creates a tag. Adding a new tag to a person also creates it. Errors: VALIDATION_ERROR, CONFLICT (another tag has this name).',
  input: CreateTagInput,
  resolve: operations.createTag,
})
mutations.update('updateTag', {
  description:
    'Renames a tag on all people. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (another tag has this name).',
  input: UpdateTagInput,
  resolve: operations.updateTag,
})
mutations.action('mergeTags', {
  actions: [{ action: 'merge' }],
  description:
    'Replaces other tags with this tag on all people, and deletes the other tags. This cannot be undone. Smart lists that filter by the name of a deleted tag must be updated. Records `tag.merged` and `tag.deleted`; people get no event and keep their version. Errors: NOT_FOUND, VALIDATION_ERROR.',
  idDescription: 'The id of the tag that remains.',
  args: (t) => ({
    otherIds: t.arg.idList({
      required: true,
      description: 'The ids of 1 to 20 tags to replace.',
      extensions: limits({ type: 'array', minItems: 1, maxItems: 20 }),
    }),
  }),
  resolve: (ctx, id, { otherIds }) => operations.mergeTags(ctx, id, otherIds),
})
mutations.delete('deleteTag', {
  description:
    'Deletes a tag permanently. Records `tag.deleted` with the count of its people; people get no event and keep their version. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (the tag is in use: set `replacement`).',
  args: (t) => ({
    replacement: t.arg({
      type: TagReplacementInput,
      description: 'The replacement of the tag; required if it is in use.',
    }),
  }),
  resolve: operations.deleteTag,
})
