import { registerNodeType } from '../../crud/node-types.ts'
import {
  atLeastOneField,
  builder,
  defineEnum,
  hasValue,
  idSchema,
  limits,
  notNull,
} from '../../graphql/schema/builder.ts'
import { relationField, relationToMany } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { recordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { pipelineFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'
import { pipelineStagePolicy } from './policy.ts'

export const PipelineStageType = defineEnum(
  'PipelineStageType',
  'The type of a stage, which determines the status of its deals.',
  {
    open: 'Deals in the stage are open.',
    won: 'Deals in the stage are won.',
    lost: 'Deals in the stage are lost.',
  },
)

export const PipelineStage = builder
  .objectRef<operations.PipelineStageRow>('PipelineStage')
  .implement({
    description:
      'A stage of a pipeline, a column of its board. The lifecycle stages of people are `Stage`.',
    interfaces: recordInterfaces,
    fields: (t) => ({
      name: t.exposeString('name', { description: 'The name.' }),
      type: t.expose('type', { type: PipelineStageType, description: 'The type.' }),
      position: t.exposeInt('position', {
        description: 'The zero-based position in the pipeline.',
      }),
      pipelineId: t.exposeID('pipelineId', { description: 'The id of the pipeline.' }),
    }),
  })

export const Pipeline = builder.objectRef<operations.PipelineRow>('Pipeline').implement({
  description: 'A sequence of stages that deals move through. Visible to the whole company.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name.' }),
    position: t.exposeInt('position', { description: 'The zero-based position.' }),
    stages: t.field(
      relationToMany(
        PipelineStage,
        operations.loadStagesOfPipeline,
        'The stages, ordered by position.',
      ),
    ),
  }),
})

builder.objectField(PipelineStage, 'pipeline', (t) =>
  t.field({
    type: Pipeline,
    description: 'The pipeline.',
    ...relationField(operations.loadPipeline, 'pipelineId', (found) => found as never),
  }),
)

registerNodeType('pipelinestage', {
  type: 'PipelineStage',
  policy: pipelineStagePolicy,
  load: operations.loadPipelineStage,
})

registerRecord(Pipeline, {
  filterSpec: pipelineFilterSpec,
  load: operations.loadPipeline,
  one: {
    description: 'Returns a pipeline by its id. Errors: NOT_FOUND.',
    get: operations.getPipeline,
  },
  many: {
    name: 'pipelines',
    description: 'Returns the pipelines of the company, ordered by position by default.',
    list: operations.pipelines,
  },
})

const stageListLimits = limits({
  type: 'array',
  minItems: 1,
  maxItems: 50,
  contains: hasValue('type', 'open'),
})
const name = { type: 'Label', description: 'The name.' } as const
const typeOptions = { type: PipelineStageType, required: true, description: 'The type.' } as const

const CreateStageInput = builder.inputType('CreatePipelineStageInput', {
  description: 'Input for creating a stage with a pipeline.',
  fields: (t) => ({ name: t.field({ ...name, required: true }), type: t.field(typeOptions) }),
})

const UpdateStageInput = builder.inputType('UpdatePipelineStageInput', {
  description: 'Input for a new or existing stage when updating a pipeline.',
  fields: (t) => ({
    id: t.id({
      description: 'The id of an existing stage of the pipeline; omit it for a new stage.',
    }),
    name: t.field({ ...name, required: true }),
    type: t.field(typeOptions),
  }),
})

const CreatePipelineInput = builder.inputType('CreatePipelineInput', {
  description: 'Input for creating a pipeline.',
  fields: (t) => ({
    name: t.field({ ...name, required: true }),
    stages: t.field({
      type: [CreateStageInput],
      required: true,
      description: 'The stages in order: 1 to 50, at least one of type `open`.',
      extensions: stageListLimits,
    }),
  }),
})

const UpdatePipelineInput = builder.inputType('UpdatePipelineInput', {
  extensions: atLeastOneField,
  description: 'Input for updating a pipeline.',
  fields: (t) => ({
    name: t.field({ ...name, extensions: notNull }),
    position: t.field({
      type: 'Position',
      description: 'The zero-based position; past the end means last.',
      extensions: notNull,
    }),
    stages: t.field({
      type: [UpdateStageInput],
      description:
        'All stages in order: 1 to 50, at least one of type `open`. Existing stages that are missing from the list are deleted.',
      extensions: { ...stageListLimits, ...notNull },
    }),
    moveDealsTo: t.id({
      description:
        'The id of a remaining stage, in any pipeline, to which the deals of deleted stages move; they are placed last. Required if deleted stages have deals.',
    }),
  }),
})

const mutations = recordMutations({ type: Pipeline, noun: 'pipeline', scope: 'pipelines.manage' })

mutations.create('createPipeline', {
  description:
    'Creates a pipeline with its stages, after all existing pipelines. Errors: VALIDATION_ERROR.',
  input: CreatePipelineInput,
  resolve: operations.createPipeline,
})
mutations.update('updatePipeline', {
  description:
    'Updates a pipeline. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (a deleted stage has deals and there is no `moveDealsTo`, or more than 2,000 deals would move).',
  input: UpdatePipelineInput,
  resolve: operations.updatePipeline,
})
mutations.delete('deletePipeline', {
  actions: [{ action: 'delete', isPossible: operations.canDeletePipeline }],
  description:
    'Deletes a pipeline with its stages. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (the last pipeline, a pipeline with deals and no `moveTo`, or with more than 2,000 deals).',
  args: (t) => ({
    moveTo: t.arg.id({
      description:
        'The id of a stage of another pipeline. The deals move to its end, each with an event. Required if the pipeline has deals.',
      extensions: idSchema,
    }),
  }),
  resolve: (ctx, id, { moveTo }) => operations.deletePipeline(ctx, id, moveTo),
})
