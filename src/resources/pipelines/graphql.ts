import { builder, idSchema, needs } from '../../graphql/schema/builder.ts'
import { relationField } from '../../graphql/schema/columns.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
import { pipelineKind } from './kind.ts'
import {
  getPipeline,
  loadPipeline,
  loadPipelineStage,
  loadStagesOfPipeline,
  type PipelineRow,
  type PipelineStageRow,
  pipelines,
} from './operations.ts'

export const PipelineStageType = builder.enumType('PipelineStageType', {
  description: 'What it means for a deal to be in the stage: it is open, won or lost.',
  values: {
    open: { description: 'Deals in it are neither won nor lost yet.' },
    won: { description: 'Deals in it are sold.' },
    lost: { description: 'Nothing came of the deals in it.' },
  },
})

export const PipelineStage = builder.objectRef<PipelineStageRow>('PipelineStage').implement({
  description:
    'A stage of a pipeline: a column of its board. (The lifecycle stages of people are `Stage`.)',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    type: t.expose('type', {
      type: PipelineStageType,
      description: 'Whether deals in it are open, won or lost.',
    }),
    position: t.exposeInt('position', { description: 'Its zero-based place in the pipeline.' }),
    pipelineId: t.exposeID('pipelineId', { description: 'The id of its pipeline.' }),
  }),
})

export const Pipeline = builder.objectRef<PipelineRow>('Pipeline').implement({
  description: 'A way that deals go, from stage to stage. Seen by the whole company.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    position: t.exposeInt('position', { description: 'Its zero-based place among the pipelines.' }),
    stages: t.field({
      type: [PipelineStage],
      description: 'Its stages, in their order.',
      ...relationField(loadStagesOfPipeline, 'id', (found) => found ?? []),
    }),
  }),
})

registerNodeType('pipeline', { type: 'Pipeline', table: 'pipelines', load: loadPipeline })
registerNodeType('pipelinestage', {
  type: 'PipelineStage',
  table: 'pipelineStages',
  load: loadPipelineStage,
})

const PipelineConnection = connectionType('Pipeline', Pipeline)

const PipelineWhere = whereInput('Pipeline', pipelineKind)
const PipelineOrder = orderInput('Pipeline', pipelineKind)

builder.queryFields((t) => ({
  pipeline: t.field({
    type: Pipeline,
    nullable: true,
    description: 'A pipeline by its id. Errors: NOT_FOUND.',
    extensions: needs(),
    args: {
      id: t.arg.id({ required: true, description: "The pipeline's id.", extensions: idSchema }),
    },
    resolve: (_, { id }, ctx) => getPipeline(ctx, id),
  }),
  pipelines: t.field({
    type: PipelineConnection,
    description: "The company's pipelines, in the order of their positions unless told otherwise.",
    extensions: needs(),
    args: listArgs(t, PipelineWhere, PipelineOrder),
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'pipelines', { where, orderBy }, pipelines),
  }),
}))
