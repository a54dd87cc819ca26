import { builder, idSchema, needs } from '../../graphql/schema/builder.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
import { stageKind } from './kind.ts'
import { getStage, loadStage, type StageRow, stages } from './operations.ts'

export const Stage = builder.objectRef<StageRow>('Stage').implement({
  description: 'A lifecycle stage of people. (The stages of deals are `PipelineStage`.)',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    position: t.exposeInt('position', { description: 'Its zero-based place among the stages.' }),
    isTrash: t.exposeBoolean('isTrash', {
      description:
        'Whether this is Trash, the stage of deleted people. Every company has one, which cannot be changed.',
    }),
  }),
})

registerNodeType('stage', { type: 'Stage', table: 'stages', load: loadStage })

const StageConnection = connectionType('Stage', Stage)

const StageWhere = whereInput('Stage', stageKind)
const StageOrder = orderInput('Stage', stageKind)

builder.queryFields((t) => ({
  stage: t.field({
    type: Stage,
    nullable: true,
    description: 'A lifecycle stage by its id. Errors: NOT_FOUND.',
    extensions: needs(),
    args: {
      id: t.arg.id({ required: true, description: "The stage's id.", extensions: idSchema }),
    },
    resolve: (_, { id }, ctx) => getStage(ctx, id),
  }),
  stages: t.field({
    type: StageConnection,
    description:
      'The lifecycle stages of people, in the order of their positions unless told otherwise; Trash is the last.',
    extensions: needs(),
    args: listArgs(t, StageWhere, StageOrder),
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'stages', { where, orderBy }, stages),
  }),
}))
