import { builder, idSchema, notNull, positionInput } from '../../graphql/schema/builder.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { RecordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { stageFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

export const Stage = builder.objectRef<operations.StageRow>('Stage').implement({
  description: 'A lifecycle stage of people.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: "The stage's name." }),
    position: t.exposeInt('position', { description: 'The zero-based position.' }),
    isTrash: t.exposeBoolean('isTrash', {
      description: 'Whether this is Trash, the stage of deleted people, which cannot be changed.',
    }),
  }),
})

registerRecord(Stage, {
  filterSpec: stageFilterSpec,
  load: operations.loadStage,
  one: { description: 'Returns a lifecycle stage by id.', get: operations.getStage },
  many: {
    name: 'stages',
    description: 'Returns the lifecycle stages, ordered by position; Trash is last.',
    list: operations.stages,
  },
})

const mutations = new RecordMutations({
  type: Stage,
  noun: 'lifecycle stage',
  scope: 'stages.manage',
})

mutations.create('createStage', {
  description: 'Creates a lifecycle stage before Trash.',
  input: (t) => ({
    name: t.field({ type: 'Label', required: true, description: "The stage's name." }),
  }),
  resolve: operations.createStage,
})
mutations.update('updateStage', {
  actions: [{ action: 'update', isPossible: (_, { isTrash }) => !isTrash }],
  description: 'Updates a lifecycle stage. Errors: CONFLICT (the stage is Trash).',
  input: (t) => ({
    name: t.field({ type: 'Label', description: "The stage's name.", extensions: notNull }),
    position: t.field(positionInput),
  }),
  resolve: operations.updateStage,
})
mutations.delete('deleteStage', {
  actions: [{ action: 'delete', isPossible: operations.canDeleteStage }],
  description:
    'Deletes a lifecycle stage. Errors: CONFLICT (the stage is Trash, is the last one or has more than 10,000 people; or `moveTo` is omitted and people are in the stage or would be restored to it).',
  args: (t) => ({
    moveTo: t.arg.id({
      description:
        "The id of the people's new stage; required if people are in the stage or would be restored to it.",
      extensions: idSchema,
    }),
  }),
  resolve: (ctx, id, { moveTo }) => operations.deleteStage(ctx, id, moveTo),
})
