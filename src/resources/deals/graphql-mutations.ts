import type { UpdateRow } from '../../crud/bulk.ts'
import {
  builder,
  type InputFieldBuilder,
  idSchema,
  limits,
  needs,
  notNull,
  versionArgs,
} from '../../graphql/schema/builder.ts'
import { bulkResult, bulkRows, bulkRules, expectedVersionField } from '../../graphql/schema/bulk.ts'
import { atMostOne, constraints, someField } from '../../graphql/schema/input-constraints.ts'
import { Deleted } from '../../graphql/schema/node.ts'
import { customFieldsInput } from '../custom-fields/graphql-inputs.ts'
import { externalIdFields } from '../external-ids/graphql-inputs.ts'
import { Deal } from './graphql.ts'
import { type MoveInput, moveDeal } from './move.ts'
import {
  createDeal,
  createDeals,
  type DealInput,
  deleteDeal,
  updateDeal,
  updateDeals,
} from './operations.ts'

/** Input fields for creating and updating deals, shared by single and bulk mutations. */

const upTo100 = limits({ type: 'array', maxItems: 100 })

type Words = Record<'pipelineId' | 'stageId' | 'assignedAgentId' | 'peopleIds' | 'teamIds', string>

const dealFields = (t: InputFieldBuilder, required: boolean, words: Words) => ({
  title: t.field({
    type: 'DealTitle',
    required,
    description: 'The title of the deal.',
    extensions: notNull,
  }),
  pipelineId: t.id({ required, description: words.pipelineId, extensions: notNull }),
  stageId: t.id({ description: words.stageId, extensions: notNull }),
  peopleIds: t.idList({ description: words.peopleIds, extensions: upTo100 }),
  teamIds: t.idList({ description: words.teamIds, extensions: upTo100 }),
  assignedAgentId: t.id({ description: words.assignedAgentId }),
  price: t.field({ type: 'Money', description: 'The value of the deal.' }),
  commission: t.field({ type: 'Money', description: 'The commission, as an amount of money.' }),
  closeDate: t.field({ type: 'DateTime', description: 'The expected or actual closing time.' }),
  customFields: t.field(customFieldsInput),
  ...externalIdFields(t),
})

export const CreateDealInput = builder.inputType('CreateDealInput', {
  description: 'A new deal.',
  fields: (t) =>
    dealFields(t, true, {
      pipelineId: 'The pipeline.',
      stageId: 'A stage of the pipeline; by default the first.',
      assignedAgentId: 'The assignee; by default the caller.',
      peopleIds: 'The people of the deal, up to 100, whom the caller can view.',
      teamIds: 'The teams of the deal, up to 100.',
    }),
})

/** The fields of an update. */
export const dealUpdateFields = (t: InputFieldBuilder) =>
  dealFields(t, false, {
    pipelineId: 'The pipeline; by default the current one.',
    stageId:
      'A stage of the pipeline; in a new stage the deal is last. By default the current stage, or the first of another pipeline.',
    assignedAgentId: 'The assignee.',
    peopleIds: 'All people of the deal, up to 100. People whom the caller cannot view stay.',
    teamIds: 'All teams of the deal, up to 100.',
  })

export const UpdateDealInput = builder.inputType('UpdateDealInput', {
  extensions: someField,
  description:
    'An update of a deal. Fields that are left out stay as they are, `null` clears a field, lists replace the stored ones. (PUT on REST requires title and pipeline.)',
  fields: dealUpdateFields,
})

const MoveDealInput = builder.inputType('MoveDealInput', {
  extensions: constraints(atMostOne(['order', 'before', 'after'])),
  description:
    'Where a deal goes. At most one of `order`, `before` and `after`; none of them means last.',
  fields: (t) => ({
    stageId: t.id({ required: true, description: 'The stage, of any pipeline of the company.' }),
    order: t.field({
      type: 'Position',
      description:
        'The zero-based place in the stage, after the deal is lifted out; past the end means last.',
    }),
    before: t.id({ description: 'A deal of that stage that the caller sees, to stand before.' }),
    after: t.id({ description: 'A deal of that stage that the caller sees, to stand behind.' }),
  }),
})

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The deal's id.", extensions: idSchema })
  const common = { type: Deal, nullable: true, extensions: needs('deals.manage') } as const
  return {
    createDeal: t.field({
      ...common,
      description: 'Creates a deal, last in its stage. Errors: VALIDATION_ERROR.',
      args: {
        input: t.arg({ type: CreateDealInput, required: true, description: 'The new deal.' }),
      },
      resolve: (_, { input }, ctx) => createDeal(ctx, input as DealInput),
    }),
    updateDeal: t.field({
      ...common,
      description:
        'Changes the given fields of a deal. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR.',
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({ type: UpdateDealInput, required: true, description: 'What it is to be.' }),
      },
      resolve: (_, args, ctx) => updateDeal(ctx, args.id, args.input as Partial<DealInput>),
    }),
    moveDeal: t.field({
      ...common,
      description:
        'Puts a deal at a place of a stage; into another pipeline, too. Always an event `deal.moved`. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR.',
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({ type: MoveDealInput, required: true, description: 'Where it goes.' }),
      },
      resolve: (_, args, ctx) => moveDeal(ctx, args.id, args.input as MoveInput),
    }),
    deleteDeal: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('deals.manage'),
      description: 'Deletes a deal for good. Errors: NOT_FOUND, FORBIDDEN.',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => deleteDeal(ctx, args.id),
    }),
  }
})

const Result = bulkResult(Deal, {
  row: 'BulkDealResult',
  result: 'BulkDealsResult',
  record: 'deal',
  description: 'The deal after the row; null if the row failed.',
})

const UpdateDealsInput = builder.inputType('UpdateDealsInput', {
  extensions: someField,
  description:
    'An update of a deal in a bulk update. Fields that are left out stay as they are, `null` clears a field, lists replace the stored ones.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the deal.', extensions: idSchema }),
    expectedVersion: expectedVersionField(t, 'deal'),
    ...dealUpdateFields(t),
  }),
})

builder.mutationFields((t) => {
  const common = {
    type: Result,
    nullable: true,
    extensions: { ...needs('deals.manage'), rows: ['input'] },
  } as const
  return {
    createDeals: t.field({
      ...common,
      description: `Creates up to 100 deals, each like createDeal: last in its stage, after the deals of earlier rows. ${bulkRules} Errors: VALIDATION_ERROR.`,
      args: {
        input: t.arg({
          type: [CreateDealInput],
          required: true,
          description: 'The new deals, 1 to 100.',
          extensions: bulkRows,
        }),
      },
      resolve: (_, { input }, ctx) => createDeals(ctx, input as DealInput[]),
    }),
    updateDeals: t.field({
      ...common,
      description: `Updates up to 100 deals, each like updateDeal. ${bulkRules} Errors: VALIDATION_ERROR.`,
      args: {
        input: t.arg({
          type: [UpdateDealsInput],
          required: true,
          description: 'The updates, 1 to 100.',
          extensions: bulkRows,
        }),
      },
      resolve: (_, { input }, ctx) => updateDeals(ctx, input as (UpdateRow & Partial<DealInput>)[]),
    }),
  }
})
