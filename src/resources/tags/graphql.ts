import { builder, idSchema, needs } from '../../graphql/builder.ts'
import { findableBy, recordInterfaces } from '../../graphql/node.ts'
import { connect, connectionType, pageArgs } from '../../graphql/paging.ts'
import { countTags, getTag, listTags, loadTag, type TagRow, tagFilters } from './operations.ts'

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
    description: 'The tags of the company, newest first. New ones are made with `createTag`, or by putting them on a person.',
    extensions: needs(),
    args: { ...pageArgs(t), where: t.arg({ type: TagWhere, description: 'Which tags.' }) },
    resolve: (_, { where, ...page }, ctx) => {
      const filters = tagFilters(where?.name)
      return connect(ctx, page, { list: ['tags', filters], page: (window) => listTags(ctx, filters, window), total: () => countTags(ctx, filters) })
    },
  }),
}))
