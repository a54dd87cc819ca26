import { registerNodeType } from '../../crud/node-types.ts'
import {
  builder,
  defineEnum,
  hasValue,
  type InputFieldBuilder,
  idSchema,
  limits,
  notNull,
  positionInput,
} from '../../graphql/schema/builder.ts'
import { relationToMany, requiredRelation } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { RecordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { pipelineFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'
import { pipelineStagePolicy } from './policy.ts'

export const PipelineStageType = defineEnum(
  'PipelineStageType',
  "The type of a stage, which determines its deals' status.",
  {
    open: 'Deals in the stage are open.',
    won: 'Deals in the stage are won.',
    lost: 'Deals in the stage are lost.',
  },
)

export const PipelineStage = builder
  .objectRef<operations.PipelineStageRow>('PipelineStage')
  .implement({
    description: 'A stage of a pipeline and a column of its board.',
    interfaces: recordInterfaces,
    fields: (t) => ({
      name: t.exposeString('name', { description: "The stage's name." }),
      type: t.expose('type', { type: PipelineStageType, description: "The stage's type." }),
      position: t.exposeInt('position', { description: 'The zero-based position.' }),
      pipelineId: t.exposeID('pipelineId', { description: "The pipeline's id." }),
    }),
  })

export const Pipeline = builder.objectRef<operations.PipelineRow>('Pipeline').implement({
  description: 'A sequence of stages for deals.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: "The pipeline's name." }),
    position: t.exposeInt('position', { description: 'The zero-based position.' }),
    stages: t.field(
      relationToMany(PipelineStage, operations.loadStagesOfPipeline, 'The stages, in order.'),
    ),
  }),
})

builder.objectField(PipelineStage, 'pipeline', (t) =>
  t.field(requiredRelation(Pipeline, operations.loadPipeline, 'pipelineId', 'The pipeline.')),
)

registerNodeType('pipelinestage', {
  type: 'PipelineStage',
  policy: pipelineStagePolicy,
  load: operations.loadPipelineStage,
})

registerRecord(Pipeline, {
  filterSpec: pipelineFilterSpec,
  load: operations.loadPipeline,
  one: { description: 'Returns a pipeline by id.', get: operations.getPipeline },
  many: {
    name: 'pipelines',
    description: 'Returns the pipelines, ordered by position.',
    list: operations.pipelines,
  },
})

const stageListLimits = limits({
  type: 'array',
  minItems: 1,
  maxItems: 50,
  contains: hasValue('type', 'open'),
})
const nameOptions = { type: 'Label', description: "The pipeline's name." } as const
const stageFields = (t: InputFieldBuilder) => ({
  name: t.field({ type: 'Label', required: true, description: "The stage's name." }),
  type: t.field({ type: PipelineStageType, required: true, description: "The stage's type." }),
})

const CreatePipelineStageInput = builder.inputType('CreatePipelineStageInput', {
  description: 'A stage of a new pipeline.',
  fields: stageFields,
})

const UpdatePipelineStageInput = builder.inputType('UpdatePipelineStageInput', {
  description: 'An existing or new stage of a pipeline.',
  fields: (t) => ({
    id: t.id({ description: "An existing stage's id; omit `id` for a new stage." }),
    ...stageFields(t),
  }),
})

const mutations = new RecordMutations({
  type: Pipeline,
  noun: 'pipeline',
  scope: 'pipelines.manage',
})

mutations.create('createPipeline', {
  description: 'Creates a pipeline with its stages.',
  input: (t) => ({
    name: t.field({ ...nameOptions, required: true }),
    stages: t.field({
      type: [CreatePipelineStageInput],
      required: true,
      description: 'The stages: 1 to 50, at least one of type `open`.',
      extensions: stageListLimits,
    }),
  }),
  resolve: operations.createPipeline,
})
mutations.update('updatePipeline', {
  description:
    'Updates a pipeline. Errors: CONFLICT (a deleted stage has deals and `moveDealsTo` is omitted, or more than 2,000 deals would move).',
  input: (t) => ({
    name: t.field({ ...nameOptions, extensions: notNull }),
    position: t.field(positionInput),
    stages: t.field({
      type: [UpdatePipelineStageInput],
      description:
        'All stages in order: 1 to 50, at least one of type `open`. Missing stages are deleted.',
      extensions: { ...stageListLimits, ...notNull },
    }),
    moveDealsTo: t.id({
      description: 'The id of the stage that receives the deals of deleted stages.',
    }),
  }),
  resolve: operations.updatePipeline,
})
mutations.delete('deletePipeline', {
  actions: [{ action: 'delete', isPossible: operations.canDeletePipeline }],
  description:
    'Deletes a pipeline and its stages. Errors: CONFLICT (the pipeline is the last one, has deals and `moveTo` is omitted, or has more than 2,000 deals).',
  args: (t) => ({
    moveTo: t.arg.id({
      description:
        "The id of another pipeline's stage, to which the deals move; required if the pipeline has deals.",
      extensions: idSchema,
    }),
  }),
  resolve: (ctx, id, { moveTo }) => operations.deletePipeline(ctx, id, moveTo),
})
