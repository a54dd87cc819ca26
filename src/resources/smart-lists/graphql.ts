import { type GraphQLSchema, isInputObjectType } from 'graphql'
import type { Context } from '../../context.ts'
import { conflict } from '../../errors.ts'
import { findValueProblems } from '../../graphql/check-values.ts'
import { builder, notNull, optional, requiredScopes } from '../../graphql/schema/builder.ts'
import { orderByOptions, resolveList } from '../../graphql/schema/filter-inputs.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { type PageArgs, pageArgs } from '../../graphql/schema/paging.ts'
import { RecordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { formatInputPath } from '../../graphql/values.ts'
import { personRecord } from '../people/graphql.ts'
import { people } from '../people/operations.ts'
import { requiredUserField } from '../users/graphql.ts'
import { smartListFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

/**
 * Returns the `people` arguments of a smart list after checking them against the current schema and
 * custom fields, which may have changed since the list was saved. @throws CONFLICT
 */
async function requireValidPeopleArgs(
  ctx: Context,
  list: operations.SmartListRow,
  schema: GraphQLSchema,
) {
  const peopleArgs = operations.toPeopleArgs(list)
  const typeProblems = [
    ...findInputProblems(schema, 'PersonWhere', 'where', peopleArgs.where),
    ...(peopleArgs.orderBy ?? []).flatMap((item) =>
      findInputProblems(schema, 'PersonOrderInput', 'orderBy', item),
    ),
  ]
  const problems =
    typeProblems.length > 0
      ? typeProblems
      : await operations.findFilterProblems(ctx, peopleArgs.where ?? {})
  if (problems.length > 0)
    throw conflict(
      `The filter of the smart list is no longer valid: ${problems.join('; ')}. Update the filter`,
    )
  return peopleArgs
}

function findInputProblems(schema: GraphQLSchema, name: string, field: string, value: unknown) {
  const type = schema.getType(name)
  if (value == null || !isInputObjectType(type)) return []
  return findValueProblems(value, type, [field]).map(
    ({ path, message }) => `${formatInputPath(path)} ${message}`,
  )
}

const sharedOptions = { description: 'Whether all users can view the list.' }
const includeTrashOptions = { description: 'Whether the list includes people in Trash.' }

const SmartList = builder.objectRef<operations.SmartListRow>('SmartList').implement({
  description:
    'A saved filter for people. A private list is visible only to its owner, a shared list to all users.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: "The list's name." }),
    description: t.exposeString('description', optional("The list's purpose.")),
    ownerId: t.exposeID('ownerId', { description: "The owner's id." }),
    owner: t.field(requiredUserField('ownerId', "The list's owner.")),
    shared: t.exposeBoolean('shared', sharedOptions),
    where: t.field({
      type: 'JSON',
      description: 'The filter, in the form of `PersonWhere`.',
      resolve: (list) => JSON.parse(list.filter) as unknown,
    }),
    orderBy: t.field({
      type: 'JSON',
      ...optional('The sort order: a `PersonOrderInput` or a list of them; null if newest first.'),
      resolve: (list) => (list.orderBy === null ? null : (JSON.parse(list.orderBy) as unknown)),
    }),
    includeTrash: t.exposeBoolean('includeTrash', includeTrashOptions),
  }),
})

builder.objectFields(SmartList, (t) => ({
  count: t.int({
    ...optional(
      'The number of people in the list. Errors: CONFLICT (the filter is no longer valid).',
    ),
    extensions: requiredScopes('people.view'),
    resolve: async (list, _, ctx, info) =>
      people.count(ctx, await requireValidPeopleArgs(ctx, list, info.schema)),
  }),
  people: t.field({
    type: personRecord.connection,
    ...optional('The people in the list. Errors: CONFLICT (the filter is no longer valid).'),
    extensions: requiredScopes('people.view'),
    args: pageArgs(t),
    resolve: async (list, page: PageArgs, ctx, info) =>
      resolveList(
        ctx,
        info,
        page,
        `smartList ${list.id}`,
        await requireValidPeopleArgs(ctx, list, info.schema),
        people,
      ),
  }),
}))

registerRecord(SmartList, {
  filterSpec: smartListFilterSpec,
  load: operations.loadSmartList,
  one: { description: 'Returns a smart list by id.', get: operations.getSmartList },
  many: {
    name: 'smartLists',
    description: "Returns the caller's smart lists and shared smart lists.",
    list: operations.smartLists,
  },
})

const descriptionOptions = { type: 'LongText', description: "The list's purpose." } as const
const whereOptions = {
  type: personRecord.where,
  description: 'The filter. Relative periods are evaluated on each read.',
}
const orderOptions = {
  ...orderByOptions,
  type: [personRecord.order] as [typeof personRecord.order],
  description: 'The sort order; by default newest first.',
}

const mutations = new RecordMutations({
  type: SmartList,
  noun: 'smart list',
  scope: 'smartlists.manage',
})

mutations.create('createSmartList', {
  description: 'Creates a smart list owned by the caller.',
  input: (t) => ({
    name: t.field({ type: 'Label', required: true, description: "The list's name." }),
    description: t.field(descriptionOptions),
    shared: t.boolean({ ...sharedOptions, defaultValue: false }),
    where: t.field({ ...whereOptions, required: true }),
    orderBy: t.field(orderOptions),
    includeTrash: t.boolean({ ...includeTrashOptions, defaultValue: false }),
  }),
  resolve: operations.createSmartList,
})
mutations.update('updateSmartList', {
  input: (t) => ({
    name: t.field({ type: 'Label', description: "The list's name.", extensions: notNull }),
    description: t.field(descriptionOptions),
    shared: t.boolean({ ...sharedOptions, extensions: notNull }),
    where: t.field({ ...whereOptions, extensions: notNull }),
    orderBy: t.field(orderOptions),
    includeTrash: t.boolean({ ...includeTrashOptions, extensions: notNull }),
  }),
  resolve: operations.updateSmartList,
})
mutations.delete('deleteSmartList', { resolve: operations.deleteSmartList })
