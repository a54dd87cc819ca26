import { type GraphQLSchema, isInputObjectType } from 'graphql'
import type { Context } from '../../context.ts'
import { conflict } from '../../errors.ts'
import { checkValue, formatInputPath } from '../../graphql/check-values.ts'
import { builder, idSchema, needs, notNull, versionArgs } from '../../graphql/schema/builder.ts'
import { relationField } from '../../graphql/schema/columns.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { someField } from '../../graphql/schema/input-constraints.ts'
import { Deleted, recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType, type PageArgs, pageArgs } from '../../graphql/schema/paging.ts'
import { PersonConnection, PersonOrder, PersonWhere } from '../people/graphql.ts'
import { type PeopleArgs, people } from '../people/operations.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { smartListFilterSpec } from './filter-spec.ts'
import {
  askedBy,
  createSmartList,
  deleteSmartList,
  getSmartList,
  loadSmartList,
  type SmartListInput,
  type SmartListRow,
  smartLists,
  unreadable,
  updateSmartList,
} from './operations.ts'
import { smartListPolicy } from './policy.ts'

/**
 * What a list asks for, held against the schema and the custom fields of today: it was when the
 * list was saved, but they may have changed since. @throws CONFLICT naming what no longer fits
 */
async function runnable(
  ctx: Context,
  list: SmartListRow,
  schema: GraphQLSchema,
): Promise<PeopleArgs> {
  const asked = askedBy(list)
  const types = [
    ...misfits(schema, 'PersonWhere', 'where', asked.where),
    ...misfits(schema, 'PersonOrderInput', 'orderBy', asked.orderBy),
  ]
  const problems = types.length > 0 ? types : await unreadable(ctx, asked.where ?? {})
  if (problems.length > 0)
    throw conflict(
      `The smart list no longer fits what people can be filtered by: ${problems.join('; ')}. Change its filter`,
    )
  return asked
}

function misfits(schema: GraphQLSchema, name: string, place: string, value: unknown): string[] {
  const found: string[] = []
  const type = schema.getType(name)
  if (value != null && isInputObjectType(type))
    checkValue(
      value,
      type,
      [place],
      (at, _, message) => found.push(`${formatInputPath(at)} ${message}`),
      { strictLists: true },
    )
  return found
}

export const SmartList = builder.objectRef<SmartListRow>('SmartList').implement({
  description:
    'A filter of people that is kept under a name. A private one is seen by its owner alone, a shared one by the whole company; whoever runs it finds those people whom they see themselves.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for.' }),
    ownerId: t.exposeID('ownerId', { description: 'The id of the user who keeps it.' }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'The user who keeps it.',
      ...relationField(loadUser, 'ownerId'),
    }),
    shared: t.exposeBoolean('shared', {
      description: 'Whether the whole company sees it, or its owner alone.',
    }),
    where: t.field({
      type: 'JSON',
      description: 'The filter, as a `PersonWhere`.',
      resolve: (list) => JSON.parse(list.filter) as unknown,
    }),
    orderBy: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The order, as a `PersonOrderInput`; null: newest first.',
      resolve: (list) => (list.orderBy === null ? null : (JSON.parse(list.orderBy) as unknown)),
    }),
    includeTrash: t.exposeBoolean('includeTrash', {
      description: 'Whether people in Trash are listed too.',
    }),
    count: t.int({
      nullable: true,
      description:
        'How many people it has for the caller. Needs `people.view`. Errors: CONFLICT (the filter no longer fits), BAD_REQUEST (too many to look through).',
      extensions: needs('people.view'),
      resolve: async (list, _, ctx, info) =>
        people.count(ctx, await runnable(ctx, list, info.schema)),
    }),
    people: t.field({
      type: PersonConnection,
      nullable: true,
      description:
        'The people that the filter finds now, of those whom the caller sees. Needs `people.view`. Errors: CONFLICT (the filter no longer fits), BAD_REQUEST (too many to look through).',
      extensions: needs('people.view'),
      args: pageArgs(t),
      resolve: async (list, page: PageArgs, ctx, info) =>
        resolveList(
          ctx,
          info,
          page,
          `smartList ${list.id}`,
          await runnable(ctx, list, info.schema),
          people,
        ),
    }),
  }),
})

registerNodeType('smartlist', { type: 'SmartList', policy: smartListPolicy, load: loadSmartList })

const SmartListConnection = connectionType('SmartList', SmartList)
const SmartListWhere = whereInput('SmartList', smartListFilterSpec)
const SmartListOrder = orderInput('SmartList', smartListFilterSpec)

builder.queryFields((t) => ({
  smartList: t.field({
    type: SmartList,
    nullable: true,
    description:
      'A smart list by its id. Errors: NOT_FOUND, FORBIDDEN (a private one of somebody else).',
    extensions: needs(),
    args: { id: t.arg.id({ required: true, description: "The list's id.", extensions: idSchema }) },
    resolve: (_, { id }, ctx) => getSmartList(ctx, id),
  }),
  smartLists: t.field({
    type: SmartListConnection,
    description:
      "The caller's own smart lists and those that are shared, newest first unless told otherwise.",
    extensions: needs(),
    args: listArgs(t, SmartListWhere, SmartListOrder),
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'smartLists', { where, orderBy }, smartLists),
  }),
}))

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
