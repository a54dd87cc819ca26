import { builder, idSchema, needs } from '../../graphql/schema/builder.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
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

const TagWhere = whereInput('Tag', tagKind)
const TagOrder = orderInput('Tag', tagKind)

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
      ...listArgs(t, TagWhere, TagOrder),
    },
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'tags', { where, orderBy }, tags),
  }),
}))
