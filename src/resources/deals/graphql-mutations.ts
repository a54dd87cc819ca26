import {
  atLeastOneField,
  builder,
  type InputFieldBuilder,
  idSchema,
  limits,
  notNull,
  restName,
} from '../../graphql/schema/builder.ts'
import { bulkMutation, bulkPayload, expectedVersionField } from '../../graphql/schema/bulk.ts'
import { RecordMutations } from '../../graphql/schema/record-fields.ts'
import { customFieldsInput } from '../custom-fields/graphql-values.ts'
import { externalIdFields } from '../external-ids/graphql.ts'
import { moveDeal } from './board.ts'
import { Deal } from './graphql.ts'
import * as operations from './operations.ts'

const idListLimits = limits({ type: 'array', maxItems: 100 })

type Descriptions = Record<
  'pipelineId' | 'stageId' | 'assigneeId' | 'peopleIds' | 'teamIds',
  string
>

const dealFields = (t: InputFieldBuilder, required: boolean, descriptions: Descriptions) => ({
  title: t.field({
    type: 'DealTitle',
    required,
    description: "The deal's title.",
    extensions: notNull,
  }),
  pipelineId: t.id({ required, description: descriptions.pipelineId, extensions: notNull }),
  stageId: t.id({ description: descriptions.stageId, extensions: notNull }),
  peopleIds: t.idList({ description: descriptions.peopleIds, extensions: idListLimits }),
  teamIds: t.idList({ description: descriptions.teamIds, extensions: idListLimits }),
  assigneeId: t.id({
    description: descriptions.assigneeId,
    extensions: restName('assignedAgentId'),
  }),
  price: t.field({ type: 'Money', description: 'The price.' }),
  commission: t.field({ type: 'Money', description: 'The commission amount.' }),
  closeDate: t.field({ type: 'DateTime', description: 'The expected or actual close date.' }),
  customFields: t.field(customFieldsInput),
  ...externalIdFields(t),
})

const CreateDealInput = builder.inputType('CreateDealInput', {
  description: 'A new deal.',
  fields: (t) =>
    dealFields(t, true, {
      pipelineId: "The pipeline's id.",
      stageId: "The stage's id; by default the pipeline's first stage.",
      assigneeId: "The assignee's id; by default the caller's.",
      peopleIds: 'The ids of up to 100 people.',
      teamIds: 'The ids of up to 100 teams.',
    }),
})

const dealUpdateFields = (t: InputFieldBuilder) =>
  dealFields(t, false, {
    pipelineId: "The pipeline's id.",
    stageId: "The stage's id; by default the current stage, or the first if `pipelineId` changes.",
    assigneeId: "The assignee's id.",
    peopleIds: "The ids of the deal's people, up to 100. Hidden people are kept.",
    teamIds: "The ids of the deal's teams, up to 100.",
  })

const UpdateDealInput = builder.inputType('UpdateDealInput', {
  extensions: atLeastOneField,
  description: 'Changes to a deal.',
  fields: dealUpdateFields,
})

const DealPlaceInput = builder.inputType('DealPlaceInput', {
  description: 'A position among the other deals of a stage.',
  isOneOf: true,
  fields: (t) => ({
    position: t.field({
      type: 'Position',
      description:
        'The zero-based position among the other deals; a position past the end means last.',
    }),
    before: t.id({ description: 'The id of the deal before which to place the moved deal.' }),
    after: t.id({ description: 'The id of the deal after which to place the moved deal.' }),
  }),
})

const MoveDealInput = builder.inputType('MoveDealInput', {
  description: 'Input for moving a deal.',
  fields: (t) => ({
    stageId: t.id({ required: true, description: "The target stage's id, in any pipeline." }),
    place: t.field({ type: DealPlaceInput, description: 'The position; by default the end.' }),
  }),
})

const mutations = new RecordMutations({ type: Deal, noun: 'deal', scope: 'deals.manage' })

mutations.create('createDeal', {
  description: 'Creates a deal at the end of its stage.',
  input: CreateDealInput,
  resolve: (ctx, input) => operations.createDeal(ctx, input as operations.DealInput),
})
mutations.update('updateDeal', {
  input: UpdateDealInput,
  resolve: (ctx, id, input) => operations.updateDeal(ctx, id, input),
})
mutations.update('moveDeal', {
  actions: [{ action: 'move' }],
  description: 'Moves a deal to a position in a stage of any pipeline.',
  input: MoveDealInput,
  inputDescription: 'The target stage and position.',
  resolve: moveDeal,
})
mutations.delete('deleteDeal', { resolve: operations.deleteDeal })

const UpdateDealsInput = builder.inputType('UpdateDealsInput', {
  extensions: atLeastOneField,
  description: 'Changes to a deal in a bulk update.',
  fields: (t) => ({
    id: t.id({ required: true, description: "The deal's id.", extensions: idSchema }),
    expectedVersion: expectedVersionField(t, 'deal'),
    ...dealUpdateFields(t),
  }),
})

const bulkOptions = { payload: bulkPayload(Deal), scope: 'deals.manage' } as const

bulkMutation('createDeals', {
  ...bulkOptions,
  input: CreateDealInput,
  description:
    'Creates up to 100 deals by the rules of `createDeal`. Rows succeed or fail independently.',
  inputDescription: 'The deals to create, 1 to 100.',
  resolve: (ctx, inputs) => operations.createDeals(ctx, inputs as operations.DealInput[]),
})

bulkMutation('updateDeals', {
  ...bulkOptions,
  input: UpdateDealsInput,
  description:
    'Updates up to 100 deals by the rules of `updateDeal`. Rows succeed or fail independently.',
  inputDescription: 'The updates, 1 to 100.',
  resolve: operations.updateDeals,
})
