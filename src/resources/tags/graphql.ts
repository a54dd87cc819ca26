import {
  builder,
  idSchema,
  limits,
  needs,
  notNull,
  versionArgs,
} from '../../graphql/schema/builder.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { someField } from '../../graphql/schema/input-constraints.ts'
import { Deleted, recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
import { personPolicy } from '../people/policy.ts'
import { tagFilterSpec } from './filter-spec.ts'
import {
  createTag,
  deleteTag,
  getTag,
  loadTag,
  mergeTags,
  type TagShown,
  tags,
  updateTag,
} from './operations.ts'
import { tagPolicy } from './policy.ts'

export const Tag = builder.objectRef<TagShown>('Tag').implement({
  description: 'A word by which people are grouped. Unique in the company, ignoring case.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The tag, as it was first spelled.' }),
  }),
})

registerNodeType('tag', {
  type: 'Tag',
  policy: tagPolicy,
  countFields: { people: personPolicy },
  load: loadTag,
})

const TagConnection = connectionType('Tag', Tag)

const TagWhere = whereInput('Tag', tagFilterSpec)
const TagOrder = orderInput('Tag', tagFilterSpec)

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

const CreateTagInput = builder.inputType('CreateTagInput', {
  description: 'A new tag.',
  fields: (t) => ({
    name: t.field({
      type: 'TagName',
      required: true,
      description: 'What it is called; no other tag has this name, in any case.',
    }),
  }),
})

const UpdateTagInput = builder.inputType('UpdateTagInput', {
  extensions: someField,
  description: 'What to change of a tag.',
  fields: (t) => ({
    name: t.field({
      type: 'TagName',
      description: 'The new name, on everybody who has the tag.',
      extensions: notNull,
    }),
  }),
})

const several = limits({ type: 'array', minItems: 1, maxItems: 20 })

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The tag's id.", extensions: idSchema })
  const common = { type: Tag, nullable: true, extensions: needs('tags.manage') } as const
  return {
    createTag: t.field({
      ...common,
      description:
        'Creates a tag that nobody has yet. Errors: VALIDATION_ERROR, CONFLICT (another tag has this name, in any case).',
      args: { input: t.arg({ type: CreateTagInput, required: true, description: 'The new tag.' }) },
      resolve: (_, { input }, ctx) => createTag(ctx, input),
    }),
    updateTag: t.field({
      ...common,
      description:
        'Renames a tag. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (another tag has this name, in any case).',
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({ type: UpdateTagInput, required: true, description: 'What to change.' }),
      },
      resolve: (_, args, ctx) => updateTag(ctx, args.id, args.input as { name?: string }),
    }),
    mergeTags: t.field({
      ...common,
      description:
        'Puts this tag in the place of others on everybody who has them, and deletes those. Nobody gets it twice: who had several keeps the first place. It cannot be undone. Filters name tags by their names, so smart lists that ask for one that goes are to be changed. The tags get events (`tag.merged`, `tag.deleted`), the people do not, and their versions stay. Errors: NOT_FOUND, VALIDATION_ERROR.',
      args: {
        id: t.arg.id({
          required: true,
          description: 'The id of the tag that stays.',
          extensions: idSchema,
        }),
        ...versionArgs(t),
        otherIds: t.arg.idList({
          required: true,
          description: 'The ids of 1 to 20 other tags, which go.',
          extensions: several,
        }),
      },
      resolve: (_, args, ctx) => mergeTags(ctx, args.id, args.otherIds),
    }),
    deleteTag: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('tags.manage'),
      description:
        'Deletes a tag for good. One that is in use needs `moveTo` or `detach`. The tag gets an event that says how many people had it; the people get none, and their versions stay. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (it is in use, and neither is given).',
      args: {
        id,
        ...versionArgs(t),
        moveTo: t.arg.id({
          description:
            'The id of another tag, for the people who have this one; as `mergeTags` does it.',
          extensions: idSchema,
        }),
        detach: t.arg.boolean({
          description: 'Whether to take it off everybody instead. Not together with `moveTo`.',
        }),
      },
      resolve: (_, { id: tag, moveTo, detach }, ctx) => deleteTag(ctx, tag, { moveTo, detach }),
    }),
  }
})
