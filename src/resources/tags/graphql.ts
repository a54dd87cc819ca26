import {
  builder,
  idArg,
  idSchema,
  limits,
  needs,
  notNull,
  someField,
  versionArgs,
} from '../../graphql/schema/builder.ts'
import { Deleted, recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
import { recordQueries } from '../../graphql/schema/record-fields.ts'
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
  description: 'A tag of people. Its name is unique in the company, ignoring case.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name.' }),
  }),
})

registerNodeType('tag', {
  type: 'Tag',
  policy: tagPolicy,
  countFields: { people: personPolicy },
  load: loadTag,
})

recordQueries('Tag', {
  type: Tag,
  connection: connectionType('Tag', Tag),
  filterSpec: tagFilterSpec,
  one: { name: 'tag', description: 'Returns a tag by its id. Errors: NOT_FOUND.', get: getTag },
  many: {
    name: 'tags',
    description: 'Returns the tags of the company, newest first by default.',
    list: tags,
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
  extensions: someField,
  description: 'Input for updating a tag.',
  fields: (t) => ({
    name: t.field({
      type: 'TagName',
      description: 'The name, unique in the company, ignoring case.',
      extensions: notNull,
    }),
  }),
})

const otherTags = limits({ type: 'array', minItems: 1, maxItems: 20 })

builder.mutationFields((t) => {
  const id = idArg(t, 'The id of the tag.')
  const common = { type: Tag, nullable: true, extensions: needs('tags.manage') } as const
  return {
    createTag: t.field({
      ...common,
      description:
        'Creates a tag. Tagging a person with a new name creates the tag too. Errors: VALIDATION_ERROR, CONFLICT (another tag has this name).',
      args: { input: t.arg({ type: CreateTagInput, required: true, description: 'The tag.' }) },
      resolve: (_, { input }, ctx) => createTag(ctx, input),
    }),
    updateTag: t.field({
      ...common,
      description:
        'Renames a tag on all people. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (another tag has this name).',
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({ type: UpdateTagInput, required: true, description: 'The changes.' }),
      },
      resolve: (_, args, ctx) => updateTag(ctx, args.id, args.input as { name?: string }),
    }),
    mergeTags: t.field({
      ...common,
      description:
        'Replaces other tags by this tag on all people and deletes them; this cannot be undone. Smart lists that filter by the name of a deleted tag must be updated. Records `tag.merged` and `tag.deleted`; people get no event and keep their version. Errors: NOT_FOUND, VALIDATION_ERROR.',
      args: {
        id: t.arg.id({
          required: true,
          description: 'The id of the tag that remains.',
          extensions: idSchema,
        }),
        ...versionArgs(t),
        otherIds: t.arg.idList({
          required: true,
          description: 'The ids of 1 to 20 tags to replace.',
          extensions: otherTags,
        }),
      },
      resolve: (_, args, ctx) => mergeTags(ctx, args.id, args.otherIds),
    }),
    deleteTag: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('tags.manage'),
      description:
        'Deletes a tag permanently. Records `tag.deleted` with the count of its people; people get no event and keep their version. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (the tag is in use: set `moveTo` or `detach`).',
      args: {
        id,
        ...versionArgs(t),
        moveTo: t.arg.id({
          description: 'The id of the tag that replaces it, as by `mergeTags`.',
          extensions: idSchema,
        }),
        detach: t.arg.boolean({
          description:
            'Whether to remove the tag from all people. Cannot be combined with `moveTo`.',
        }),
      },
      resolve: (_, { id: tag, moveTo, detach }, ctx) => deleteTag(ctx, tag, { moveTo, detach }),
    }),
  }
})
