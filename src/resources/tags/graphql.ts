import { builder, idSchema, needs, notNull, versioned } from '../../graphql/builder.ts'
import { Deleted, findableBy, recordInterfaces } from '../../graphql/node.ts'
import { connect, connectionType, pageArgs } from '../../graphql/paging.ts'
import { countTags, deleteTag, getTag, listTags, loadTag, type TagRow, tagFilters, updateTag } from './operations.ts'

export const Tag = builder.objectRef<TagRow>('Tag').implement({
  description: 'A word by which people are grouped. Unique in the company, ignoring case.',
  interfaces: recordInterfaces,
  fields: (t) => ({ name: t.exposeString('name', { description: 'The tag, as it was first spelled.' }) }),
})

findableBy('tag', { type: 'Tag', load: loadTag })

const TagConnection = connectionType('Tag', Tag)

const TagWhere = builder.inputType('TagWhere', {
  description: 'Which tags: all that is given must hold.',
  fields: (t) => ({ name: t.string({ description: 'The whole name; case does not matter.' }) }),
})

builder.queryFields((t) => ({
  tag: t.field({
    type: Tag,
    nullable: true,
    description: 'A tag by its id. Errors: NOT_FOUND.',
    extensions: needs(),
    args: { id: t.arg.id({ required: true, description: "The tag's id.", extensions: idSchema }) },
    resolve: (_, { id }, ctx) => getTag(ctx, id),
  }),
  tags: t.field({
    type: TagConnection,
    description: 'The tags of the company, newest first. New ones are made by putting them on a person.',
    extensions: needs(),
    args: { ...pageArgs(t), where: t.arg({ type: TagWhere, description: 'Which tags.' }) },
    resolve: (_, { where, ...page }, ctx) => {
      const filters = tagFilters(where?.name)
      return connect(ctx, page, { list: ['tags', filters], page: (window) => listTags(ctx, filters, window), total: () => countTags(ctx, filters) })
    },
  }),
}))

const UpdateTagInput = builder.inputType('UpdateTagInput', {
  description: 'What to change of a tag.',
  fields: (t) => ({ name: t.field({ type: 'TagName', description: 'The new name, on everybody who has the tag.', extensions: notNull }) }),
})

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The tag's id.", extensions: idSchema })
  return {
    updateTag: t.field({
      type: Tag,
      nullable: true,
      extensions: needs('tags.manage'),
      description: 'Renames a tag. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (another tag has this name, in any case).',
      args: { id, ...versioned(t), input: t.arg({ type: UpdateTagInput, required: true, description: 'What to change.' }) },
      resolve: (_, args, ctx) => updateTag(ctx, args.id, args.input as { name?: string }),
    }),
    deleteTag: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('tags.manage'),
      description: 'Deletes a tag for good and takes it off everybody who has it. Errors: NOT_FOUND.',
      args: { id, ...versioned(t) },
      resolve: (_, args, ctx) => deleteTag(ctx, args.id),
    }),
  }
})
