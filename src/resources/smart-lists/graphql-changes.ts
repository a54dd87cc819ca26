import { builder, idSchema, needs, notNull, versionArgs } from '../../graphql/schema/builder.ts'
import { someField } from '../../graphql/schema/input-constraints.ts'
import { Deleted } from '../../graphql/schema/node.ts'
import { PersonOrder, PersonWhere } from '../people/graphql-lists.ts'
import { SmartList } from './graphql.ts'
import {
  createSmartList,
  deleteSmartList,
  type SmartListInput,
  updateSmartList,
} from './operations.ts'

const about = {
  description: 'What it is for; up to 5000 characters.',
  shared: 'Whether the whole company sees it; its owner alone unless told otherwise.',
  where:
    'Which people, in the same words as `people(where:)`. Relative times count from when it is run.',
  orderBy: 'In which order; newest first unless told otherwise.',
  includeTrash: 'Whether people in Trash are listed too; they are not unless told otherwise.',
}

const CreateSmartListInput = builder.inputType('CreateSmartListInput', {
  description: 'A new smart list.',
  fields: (t) => ({
    name: t.field({ type: 'Label', required: true, description: 'What it is called.' }),
    description: t.field({ type: 'LongText', description: about.description }),
    shared: t.boolean({ description: about.shared }),
    where: t.field({ type: PersonWhere, required: true, description: about.where }),
    orderBy: t.field({ type: PersonOrder, description: about.orderBy }),
    includeTrash: t.boolean({ description: about.includeTrash }),
  }),
})

const UpdateSmartListInput = builder.inputType('UpdateSmartListInput', {
  extensions: someField,
  description:
    'What to change of a smart list: fields that are left out stay as they are, `null` clears.',
  fields: (t) => ({
    name: t.field({ type: 'Label', description: 'What it is called.', extensions: notNull }),
    description: t.field({ type: 'LongText', description: about.description }),
    shared: t.boolean({ description: about.shared, extensions: notNull }),
    where: t.field({ type: PersonWhere, description: about.where, extensions: notNull }),
    orderBy: t.field({ type: PersonOrder, description: about.orderBy }),
    includeTrash: t.boolean({ description: about.includeTrash, extensions: notNull }),
  }),
})

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The list's id.", extensions: idSchema })
  const common = {
    type: SmartList,
    nullable: true,
    extensions: needs('smartlists.manage'),
  } as const
  const who = 'Only for its owner; a shared one for Owner and Admin too.'
  return {
    createSmartList: t.field({
      ...common,
      description:
        'Keeps a filter of people under a name, for oneself or for the company. Errors: VALIDATION_ERROR, FORBIDDEN (the filter needs a scope that the key lacks).',
      args: {
        input: t.arg({ type: CreateSmartListInput, required: true, description: 'The new list.' }),
      },
      resolve: (_, { input }, ctx) =>
        createSmartList(ctx, input as Parameters<typeof createSmartList>[1]),
    }),
    updateSmartList: t.field({
      ...common,
      description: `Changes the given fields of a smart list; at least one. ${who} Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR.`,
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({
          type: UpdateSmartListInput,
          required: true,
          description: 'What to change.',
        }),
      },
      resolve: (_, args, ctx) => updateSmartList(ctx, args.id, args.input as SmartListInput),
    }),
    deleteSmartList: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('smartlists.manage'),
      description: `Deletes a smart list; the people on it stay. ${who} Errors: NOT_FOUND, FORBIDDEN.`,
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => deleteSmartList(ctx, args.id),
    }),
  }
})
