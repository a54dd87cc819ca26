import {
  builder,
  idSchema,
  limits,
  needs,
  notNull,
  versionArgs,
} from '../../graphql/schema/builder.ts'
import { relationField } from '../../graphql/schema/columns.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { constant, someField } from '../../graphql/schema/input-constraints.ts'
import { Deleted, recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
import { pipelineFilterSpec } from './filter-spec.ts'
import {
  createPipeline,
  deletePipeline,
  getPipeline,
  loadPipeline,
  loadPipelineStage,
  loadStagesOfPipeline,
  type PipelineInput,
  type PipelineRow,
  type PipelineStageRow,
  pipelines,
  updatePipeline,
} from './operations.ts'
import { pipelinePolicy, pipelineStagePolicy } from './policy.ts'

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

registerNodeType('pipeline', { type: 'Pipeline', policy: pipelinePolicy, load: loadPipeline })
registerNodeType('pipelinestage', {
  type: 'PipelineStage',
  policy: pipelineStagePolicy,
  load: loadPipelineStage,
})

const PipelineConnection = connectionType('Pipeline', Pipeline)

const PipelineWhere = whereInput('Pipeline', pipelineFilterSpec)
const PipelineOrder = orderInput('Pipeline', pipelineFilterSpec)

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

const few = limits({
  type: 'array',
  minItems: 1,
  maxItems: 50,
  contains: constant('type', 'open'),
})
const name = { type: 'Label', description: 'What it is called.' } as const
const type = {
  type: PipelineStageType,
  required: true,
  description: 'Whether deals in it are open, won or lost.',
} as const

const NewStage = builder.inputType('CreatePipelineStageInput', {
  description: 'A stage of a new pipeline.',
  fields: (t) => ({ name: t.field({ ...name, required: true }), type: t.field(type) }),
})

const StageInput = builder.inputType('UpdatePipelineStageInput', {
  description: 'A stage in the list of a pipeline.',
  fields: (t) => ({
    id: t.id({
      description:
        'The stage of the pipeline that this is, under its old or a new name; left out, it is a new one.',
    }),
    name: t.field({ ...name, required: true }),
    type: t.field(type),
  }),
})

const CreatePipelineInput = builder.inputType('CreatePipelineInput', {
  description: 'A new pipeline.',
  fields: (t) => ({
    name: t.field({ ...name, required: true }),
    stages: t.field({
      type: [NewStage],
      required: true,
      description: 'Its stages in their order, 1 to 50, at least one of type open.',
      extensions: few,
    }),
  }),
})

const UpdatePipelineInput = builder.inputType('UpdatePipelineInput', {
  extensions: someField,
  description: 'What to change of a pipeline: fields that are left out stay as they are.',
  fields: (t) => ({
    name: t.field({ ...name, extensions: notNull }),
    position: t.field({
      type: 'Position',
      description: 'Its zero-based place among the pipelines; past the end means last.',
      extensions: notNull,
    }),
    stages: t.field({
      type: [StageInput],
      description:
        'All its stages in their order, 1 to 50, at least one of type open. A stage that is left out is deleted.',
      extensions: { ...few, ...notNull },
    }),
    moveDealsTo: t.id({
      description:
        'The id of a stage that stays, of any pipeline: the deals of deleted stages go to its end. Needed when there are such deals.',
    }),
  }),
})

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The pipeline's id.", extensions: idSchema })
  const common = { type: Pipeline, nullable: true, extensions: needs('pipelines.manage') } as const
  return {
    createPipeline: t.field({
      ...common,
      description:
        'Creates a pipeline with its stages, behind the others. Errors: VALIDATION_ERROR.',
      args: {
        input: t.arg({
          type: CreatePipelineInput,
          required: true,
          description: 'The new pipeline.',
        }),
      },
      resolve: (_, { input }, ctx) => createPipeline(ctx, input),
    }),
    updatePipeline: t.field({
      ...common,
      description:
        'Changes the given fields of a pipeline; at least one. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (deals in a stage that is left out, and no `moveDealsTo`, or more than 2,000 of them).',
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({ type: UpdatePipelineInput, required: true, description: 'What to change.' }),
      },
      resolve: (_, args, ctx) => updatePipeline(ctx, args.id, args.input as PipelineInput),
    }),
    deletePipeline: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('pipelines.manage'),
      description:
        'Deletes a pipeline with its stages. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (it is the last one, it has deals and there is no `moveTo`, or more than 2,000 of them).',
      args: {
        ...versionArgs(t),
        id,
        moveTo: t.arg.id({
          description:
            'The id of a stage of another pipeline: the deals go to its end, each as a move. Needed when there are deals.',
          extensions: idSchema,
        }),
      },
      resolve: (_, args, ctx) => deletePipeline(ctx, args.id, args.moveTo),
    }),
  }
})
