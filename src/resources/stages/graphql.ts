import { atLeastOneField, builder, idSchema, notNull } from '../../graphql/schema/builder.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { recordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { stageFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

export const Stage = builder.objectRef<operations.StageRow>('Stage').implement({
  description: 'A lifecycle stage of people. For stages of deals, see `PipelineStage`.',
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
  load: operations.loadStage,
  one: {
    description: 'Returns a lifecycle stage by its id. Errors: NOT_FOUND.',
    get: operations.getStage,
  },
  many: {
    name: 'stages',
    description:
      'Returns the lifecycle stages of people, ordered by position by default. Trash is last.',
    list: operations.stages,
  },
})

const CreateStageInput = builder.inputType('CreateStageInput', {
  description: 'Input for creating a lifecycle stage.',
  fields: (t) => ({ name: t.field({ type: 'Label', required: true, description: 'The name.' }) }),
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

const mutations = recordMutations({ type: Stage, noun: 'stage', scope: 'stages.manage' })
const editorsDescription = 'Allowed for Owner and Admin.'

mutations.create('createStage', {
  description: `Creates a lifecycle stage as the last one before Trash. ${editorsDescription} Errors: VALIDATION_ERROR.`,
  input: CreateStageInput,
  resolve: operations.createStage,
})
mutations.update('updateStage', {
  actions: [{ action: 'update', isPossible: operations.canChangeStage }],
  description: `Updates a lifecycle stage. ${editorsDescription} Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (the stage is Trash).`,
  input: UpdateStageInput,
  resolve: operations.updateStage,
})
mutations.delete('deleteStage', {
  actions: [{ action: 'delete', isPossible: operations.canDeleteStage }],
  description: `Deletes a lifecycle stage. ${editorsDescription} Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (Trash, the last stage, a stage with people and no \`moveTo\`, or with more than 10,000 people).`,
  args: (t) => ({
    moveTo: t.arg.id({
      description:
        'The id of the stage to which the people move; not Trash. Required if people are in the stage, or were in it before they were moved to Trash.',
      extensions: idSchema,
    }),
  }),
  resolve: (ctx, id, { moveTo }) => operations.deleteStage(ctx, id, moveTo),
})
