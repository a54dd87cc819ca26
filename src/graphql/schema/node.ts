import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { nodeTypeOf, registerNodeType } from '../../crud/node-types.ts'
import type { RecordColumns } from '../../store/schema.ts'
import { builder, idSchema, limits, needs } from './builder.ts'

export { registerNodeType }

export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'A record with an id, unique over all kinds of records (Relay).',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: "The record's id: its kind, and a time-sortable unique part.",
    }),
  }),
  resolveType: (value) => nodeTypeOf(value.id)?.type,
})

const RecordInterface = builder.interfaceRef<Omit<RecordColumns, 'companyId'>>('Record').implement({
  description: 'What every record carries.',
  interfaces: [Node],
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Starts at 1, raised by each change.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it was last changed.',
    }),
  }),
})

/** The interfaces of every record's type. */
export const recordInterfaces = [Node, RecordInterface]

/** What the deletion of a record answers. */
export const Deleted = builder.objectRef<{ id: string }>('Deleted').implement({
  description: 'A record that is gone for good.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'The id that it had.' }) }),
})

async function find(ctx: Context, id: string) {
  const nodeType = nodeTypeOf(id)
  if (!nodeType) return null
  const { scope } = nodeType.policy
  if (scope) requireScope(ctx.viewer, scope)
  return ((await nodeType.load(ctx, id)) ?? null) as { id: string } | null
}

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    nullable: true,
    description:
      "A record of any kind by its id; null where there is none that the caller may see. Needs the kind's own scope.",
    extensions: needs(),
    args: {
      id: t.arg.id({ required: true, description: 'The id of the record.', extensions: idSchema }),
    },
    resolve: (_, { id }, ctx) => find(ctx, id),
  }),
)

builder.queryField('nodes', (t) =>
  t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description:
      'Records of any kinds by their ids, in the order asked for; null for each that the caller may not see.',
    extensions: needs(),
    args: {
      ids: t.arg.idList({
        required: true,
        description: 'Up to 100 ids.',
        extensions: limits({ type: 'array', maxItems: 100 }),
      }),
    },
    resolve: (_, { ids }, ctx) =>
      Promise.all(ids.map((id) => find(ctx, id).catch((error: unknown) => error as never))),
  }),
)
