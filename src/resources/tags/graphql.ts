import { builder, idSchema, needs } from '../../graphql/builder.ts'
import { recordInterfaces, registerNodeType } from '../../graphql/node.ts'
import { connectionType } from '../../graphql/paging.ts'
import { connectFound, foundArgs, orderOf, whereOf } from '../../graphql/where.ts'
import { tagKind } from './kind.ts'
import { getTag, loadTag, type TagShown, tags } from './operations.ts'

export const Tag = builder.objectRef<TagShown>('Tag').implement({
  description: 'A word by which people are grouped. Unique in the company, ignoring case.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The tag, as it was first spelled.' }),
  }),
})

registerNodeType('tag', { type: 'Tag', table: 'tags', load: loadTag })

const TagConnection = connectionType('Tag', Tag)

const TagWhere = whereOf('Tag', tagKind)
const TagOrder = orderOf('Tag', tagKind)

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
    description:
      'The tags of the company, newest first. New ones are made with `createTag`, or by putting them on a person.',
    extensions: needs(),
    args: {
      ...foundArgs(t, TagWhere, TagOrder),
    },
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      connectFound(ctx, info, page, 'tags', { where, orderBy }, tags),
  }),
}))
