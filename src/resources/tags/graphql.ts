import { builder, idSchema, limits, notNull } from '../../graphql/schema/builder.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { RecordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { tagFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

export const Tag = builder.objectRef<operations.VisibleTag>('Tag').implement({
  description: 'A tag for people.',
  interfaces: recordInterfaces,
  fields: (t) => ({ name: t.exposeString('name', { description: "The tag's name." }) }),
})

registerRecord(Tag, {
  filterSpec: tagFilterSpec,
  load: operations.loadTag,
  one: { description: 'Returns a tag by id.', get: operations.getTag },
  many: { name: 'tags', description: 'Returns tags, newest first.', list: operations.tags },
})

const TagReplacementInput = builder.inputType('TagReplacementInput', {
  description: 'Whether to replace a deleted tag, or to remove it from all people.',
  isOneOf: true,
  fields: (t) => ({
    moveTo: t.id({ description: "The replacement tag's id.", extensions: idSchema }),
    detach: t.boolean({ description: 'Whether to remove the tag from all people.' }),
  }),
})

const nameField = {
  type: 'TagName',
  description: "The tag's name (unique, ignoring case).",
} as const

const mutations = new RecordMutations({ type: Tag, noun: 'tag', scope: 'tags.manage' })

mutations.create('createTag', {
  description: 'Creates a tag. Errors: CONFLICT (the name is in use).',
  input: (t) => ({ name: t.field({ ...nameField, required: true }) }),
  resolve: operations.createTag,
})
mutations.update('updateTag', {
  description: 'Renames a tag. Errors: CONFLICT (the name is in use).',
  input: (t) => ({ name: t.field({ ...nameField, extensions: notNull }) }),
  resolve: operations.updateTag,
})
mutations.action('mergeTags', {
  actions: [{ action: 'merge' }],
  description: 'Replaces other tags with this tag on all people and deletes the other tags.',
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
    'Permanently deletes a tag. No events are recorded for its people. Errors: CONFLICT (the tag is in use and `replacement` is omitted).',
  args: (t) => ({
    replacement: t.arg({
      type: TagReplacementInput,
      description: 'The replacement; required if the tag is in use.',
    }),
  }),
  resolve: operations.deleteTag,
})
