/** The interfaces that records implement, and the queries that return records of any kind. */
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { findViewableType, getNodeType } from '../../crud/node-types.ts'
import { listActions, recordActions } from '../../crud/record-actions.ts'
import type { RecordColumns } from '../../store/schema.ts'
import { builder, defineEnum, idArg, limits, optional, requiredScopes } from './builder.ts'

export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'A record with a globally unique id, as in Relay.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'The globally unique id.' }) }),
  resolveType: (value) => getNodeType(value.id)?.type,
})

const RecordActionEnum = defineEnum(
  'RecordAction',
  'An action that a mutation performs on a record.',
  recordActions,
)

/** The options of the field that lists the actions which the caller may perform on a record. */
export const viewerCanField = {
  type: [RecordActionEnum] as [typeof RecordActionEnum],
  description: 'The actions available to the caller.',
  resolve: (record: { id: string }, _: unknown, ctx: Context) => listActions(ctx, record),
}

export const RecordInterface = builder
  .interfaceRef<Omit<RecordColumns, 'companyId'>>('Record')
  .implement({
    description: 'A record with a version, a creator and timestamps.',
    interfaces: [Node],
    fields: (t) => ({
      version: t.exposeInt('version', { description: "The record's version." }),
      createdById: t.exposeID('createdBy', { nullable: true, description: "The creator's id." }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The creation time.' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'The last update time.' }),
      viewerCan: t.field(viewerCanField),
    }),
  })

/** The interfaces that every record type implements. */
export const recordInterfaces = [Node, RecordInterface]

async function loadNode(ctx: Context, id: string) {
  const nodeType = getNodeType(id)
  if (!nodeType) return null
  const { scope } = nodeType.policy
  if (scope) requireScope(ctx.viewer, scope)
  return ((await nodeType.load(ctx, id)) ?? null) as { id: string } | null
}

/** The options of a field that returns the current state of a changed record. */
export const changedRecordField = {
  type: Node,
  ...optional("The record's current state; null if deleted or not visible."),
  resolve: async ({ recordId }: { recordId: string }, _: unknown, ctx: Context) =>
    ((await findViewableType(ctx, recordId)?.load(ctx, recordId)) ?? null) as { id: string } | null,
} as const

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    ...optional('Returns a record of any kind by id; null if not visible.'),
    extensions: requiredScopes(),
    args: { id: idArg(t, "The record's id.") },
    resolve: (_, { id }, ctx) => loadNode(ctx, id),
  }),
)

builder.queryField('nodes', (t) =>
  t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description: 'Returns records of any kind by id; null for each that is not visible.',
    extensions: requiredScopes(),
    args: {
      ids: t.arg.idList({
        required: true,
        description: 'The ids of up to 100 records.',
        extensions: limits({ type: 'array', maxItems: 100 }),
      }),
    },
    resolve: (_, { ids }, ctx) =>
      Promise.all(ids.map((id) => loadNode(ctx, id).catch((error: unknown) => error as never))),
  }),
)
