import { builder, idSchema, needs, notNull, versionArgs } from '../../graphql/schema/builder.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { someField } from '../../graphql/schema/input-constraints.ts'
import { Deleted, recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
import { stageFilterSpec } from './filter-spec.ts'
import {
  createStage,
  deleteStage,
  getStage,
  loadStage,
  type StageRow,
  stages,
  updateStage,
} from './operations.ts'
import { stagePolicy } from './policy.ts'

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

registerNodeType('stage', { type: 'Stage', policy: stagePolicy, load: loadStage })

const StageConnection = connectionType('Stage', Stage)

const StageWhere = whereInput('Stage', stageFilterSpec)
const StageOrder = orderInput('Stage', stageFilterSpec)

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

const CreateStageInput = builder.inputType('CreateStageInput', {
  description: 'A new lifecycle stage.',
  fields: (t) => ({
    name: t.field({ type: 'Label', required: true, description: 'What it is called.' }),
  }),
})

const UpdateStageInput = builder.inputType('UpdateStageInput', {
  extensions: someField,
  description: 'What to change of a lifecycle stage: fields that are left out stay as they are.',
  fields: (t) => ({
    name: t.field({ type: 'Label', description: 'What it is called.', extensions: notNull }),
    position: t.field({
      type: 'Position',
      description: 'Its zero-based place among the stages; past the end means last, before Trash.',
      extensions: notNull,
    }),
  }),
})

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The stage's id.", extensions: idSchema })
  const common = { type: Stage, nullable: true, extensions: needs('stages.manage') } as const
  return {
    createStage: t.field({
      ...common,
      description:
        'Creates a lifecycle stage, behind the others and before Trash. Only Owner and Admin. Errors: VALIDATION_ERROR.',
      args: {
        input: t.arg({ type: CreateStageInput, required: true, description: 'The new stage.' }),
      },
      resolve: (_, { input }, ctx) => createStage(ctx, input),
    }),
    updateStage: t.field({
      ...common,
      description:
        'Changes the given fields of a lifecycle stage; at least one. Only Owner and Admin. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (Trash).',
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({ type: UpdateStageInput, required: true, description: 'What to change.' }),
      },
      resolve: (_, args, ctx) =>
        updateStage(ctx, args.id, args.input as Parameters<typeof updateStage>[2]),
    }),
    deleteStage: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('stages.manage'),
      description:
        'Deletes a lifecycle stage. Only Owner and Admin. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (Trash, the last stage, people are in it and there is no `moveTo`, or more than 10,000 of them).',
      args: {
        ...versionArgs(t),
        id,
        moveTo: t.arg.id({
          description:
            'The id of another stage, not Trash, for the people. Needed when there are people in it, or in Trash who came from it.',
          extensions: idSchema,
        }),
      },
      resolve: (_, args, ctx) => deleteStage(ctx, args.id, args.moveTo),
    }),
  }
})
