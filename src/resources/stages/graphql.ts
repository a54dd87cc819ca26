import {
  atLeastOneField,
  builder,
  idArg,
  idSchema,
  needs,
  notNull,
  versionArgs,
} from '../../graphql/schema/builder.ts'
import { Deleted, recordInterfaces } from '../../graphql/schema/node.ts'
import { registerRecord } from '../../graphql/schema/record-fields.ts'
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

export const Stage = builder.objectRef<StageRow>('Stage').implement({
  description: 'A lifecycle stage of people. The stages of deals are `PipelineStage`.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name.' }),
    position: t.exposeInt('position', { description: 'The zero-based position.' }),
    isTrash: t.exposeBoolean('isTrash', {
      description:
        'Whether this is Trash, the stage of deleted people. Each company has one, which cannot be changed.',
    }),
  }),
})

registerRecord(Stage, {
  filterSpec: stageFilterSpec,
  load: loadStage,
  one: {
    description: 'Returns a lifecycle stage by its id. Errors: NOT_FOUND.',
    get: getStage,
  },
  many: {
    name: 'stages',
    description: 'Returns the lifecycle stages of people, by default by position. Trash is last.',
    list: stages,
  },
})

const CreateStageInput = builder.inputType('CreateStageInput', {
  description: 'Input for creating a lifecycle stage.',
  fields: (t) => ({
    name: t.field({ type: 'Label', required: true, description: 'The name.' }),
  }),
})

const UpdateStageInput = builder.inputType('UpdateStageInput', {
  extensions: atLeastOneField,
  description: 'Input for updating a lifecycle stage.',
  fields: (t) => ({
    name: t.field({ type: 'Label', description: 'The name.', extensions: notNull }),
    position: t.field({
      type: 'Position',
      description: 'The zero-based position; past the end means last, before Trash.',
      extensions: notNull,
    }),
  }),
})

builder.mutationFields((t) => {
  const id = idArg(t, 'The id of the stage.')
  const common = { type: Stage, nullable: true, extensions: needs('stages.manage') } as const
  const editors = 'Allowed for Owner and Admin.'
  return {
    createStage: t.field({
      ...common,
      description: `Creates a lifecycle stage after the others, before Trash. ${editors} Errors: VALIDATION_ERROR.`,
      args: {
        input: t.arg({ type: CreateStageInput, required: true, description: 'The stage.' }),
      },
      resolve: (_, { input }, ctx) => createStage(ctx, input),
    }),
    updateStage: t.field({
      ...common,
      description: `Updates a lifecycle stage. ${editors} Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (Trash).`,
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({ type: UpdateStageInput, required: true, description: 'The changes.' }),
      },
      resolve: (_, args, ctx) =>
        updateStage(ctx, args.id, args.input as Parameters<typeof updateStage>[2]),
    }),
    deleteStage: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('stages.manage'),
      description: `Deletes a lifecycle stage. ${editors} Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (Trash, the last stage, a stage with people and no \`moveTo\`, or with more than 10,000 people).`,
      args: {
        ...versionArgs(t),
        id,
        moveTo: t.arg.id({
          description:
            'The id of the stage, not Trash, to which the people move. Required if people are in the stage, or in Trash and were in it before.',
          extensions: idSchema,
        }),
      },
      resolve: (_, args, ctx) => deleteStage(ctx, args.id, args.moveTo),
    }),
  }
})
