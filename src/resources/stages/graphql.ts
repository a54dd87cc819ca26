import { builder, idSchema, needs } from '../../graphql/builder.ts'
import { findableBy, recordInterfaces } from '../../graphql/node.ts'
import { connect, connectionType, pageArgs } from '../../graphql/paging.ts'
import { placeInOrder } from '../pipelines/positions.ts'
import { countStages, getStage, listStages, loadStage, type StageRow } from './operations.ts'

export const Stage = builder.objectRef<StageRow>('Stage').implement({
  description: 'A lifecycle stage of people. (The stages of deals are `PipelineStage`.)',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    position: t.exposeInt('position', { description: 'Its zero-based place among the stages.' }),
    isTrash: t.boolean({
      description: 'Whether this is Trash, the stage of deleted people. Every company has one, which cannot be changed.',
      resolve: (stage) => stage.isTrash === 1,
    }),
  }),
})

findableBy('stage', { type: 'Stage', load: loadStage })

const StageConnection = connectionType('Stage', Stage)

builder.queryFields((t) => ({
  stage: t.field({
    type: Stage,
    nullable: true,
    description: 'A lifecycle stage by its id. Errors: NOT_FOUND.',
    extensions: needs(),
    args: { id: t.arg.id({ required: true, description: "The stage's id.", extensions: idSchema }) },
    resolve: (_, { id }, ctx) => getStage(ctx, id),
  }),
  stages: t.field({
    type: StageConnection,
    description: 'The lifecycle stages of people, in the order of their positions; Trash is the last.',
    extensions: needs(),
    args: pageArgs(t),
    resolve: (_, page, ctx) =>
      connect(ctx, page, { list: ['stages'], page: (window) => listStages(ctx, window), total: () => countStages(ctx), position: (row) => placeInOrder(row) }),
  }),
}))
