import { builder, idSchema, limits, notNull } from '../../graphql/schema/builder.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { recordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { tagFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

export const Tag = builder.objectRef<operations.VisibleTag>('Tag').implement({
  description: 'A tag of people.',
  interfaces: recordInterfaces,
  fields: (t) => ({ name: t.exposeString('name', { description: 'The name.' }) }),
})

registerRecord(Tag, {
  filterSpec: tagFilterSpec,
  load: operations.loadTag,
  one: { description: 'Returns a tag by its id.', get: operations.getTag },
  many: { name: 'tags', description: 'Returns the tags.', list: operations.tags },
})

const TagReplacementInput = builder.inputType('TagReplacementInput', {
  description: 'The replacement of a tag on its people.',
  isOneOf: true,
  fields: (t) => ({
    moveTo: t.id({ description: 'The id of the tag that replaces it.', extensions: idSchema }),
    detach: t.boolean({ description: 'Whether to remove the tag from all people.' }),
  }),
})

const name = { type: 'TagName', description: 'The name, unique ignoring case.' } as const

const mutations = recordMutations({ type: Tag, noun: 'tag', scope: 'tags.manage' })

mutations.create('createTag', {
  description: 'Creates a tag. Errors: CONFLICT (a name in use).',
  input: (t) => ({ name: t.field({ ...name, required: true }) }),
  resolve: operations.createTag,
})
mutations.update('updateTag', {
  description: 'Renames a tag. Errors: CONFLICT (a name in use).',
  input: (t) => ({ name: t.field({ ...name, extensions: notNull }) }),
  resolve: operations.updateTag,
})
mutations.action('mergeTags', {
  actions: [{ action: 'merge' }],
  description: 'Replaces other tags with this tag on all people and deletes them.',
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
    'Deletes a tag permanently. Records no events of people. Errors: CONFLICT (a tag in use without `replacement`).',
  args: (t) => ({
    replacement: t.arg({
      type: TagReplacementInput,
      description: 'The replacement; required if in use.',
    }),
  }),
  resolve: operations.deleteTag,
})
