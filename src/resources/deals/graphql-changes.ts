import { builder, idSchema, limits, needs, notNull, versioned } from '../../graphql/builder.ts'
import { Deleted } from '../../graphql/node.ts'
import { customFieldsInput } from '../custom-fields/graphql-input.ts'
import { createDeal, type DealInput, deleteDeal, updateDeal } from './changes.ts'
import { Deal } from './graphql.ts'
import { type MoveInput, moveDeal } from './moving.ts'

const upTo100 = limits({ type: 'array', maxItems: 100 })

type Words = Record<'pipelineId' | 'stageId' | 'assignedAgentId' | 'peopleIds' | 'teamIds', string>

const inputFields = (name: string, description: string, required: boolean, words: Words) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      title: t.field({
        type: 'DealTitle',
        required,
        description: 'What is sold.',
        extensions: notNull,
      }),
      pipelineId: t.id({ required, description: words.pipelineId, extensions: notNull }),
      stageId: t.id({ description: words.stageId, extensions: notNull }),
      peopleIds: t.idList({ description: words.peopleIds, extensions: upTo100 }),
      teamIds: t.idList({ description: words.teamIds, extensions: upTo100 }),
      assignedAgentId: t.id({ description: words.assignedAgentId }),
      price: t.field({ type: 'Money', description: 'What it is worth.' }),
      commission: t.field({ type: 'Money', description: 'The commission, as an amount of money.' }),
      closeDate: t.field({
        type: 'DateTime',
        description: 'When it is expected to close, or did.',
      }),
      customFields: t.field(customFieldsInput),
    }),
  })

const CreateDealInput = inputFields('CreateDealInput', 'A new deal.', true, {
  pipelineId: 'The pipeline.',
  stageId: 'A stage of the pipeline; the first unless told otherwise.',
  assignedAgentId: 'The user who works on it; the caller unless told otherwise.',
  peopleIds: 'Its people, up to 100, whom the caller sees.',
  teamIds: 'Its teams, up to 100.',
})

const UpdateDealInput = inputFields(
  'UpdateDealInput',
  'What to change of a deal: fields that are left out stay as they are, `null` clears, lists replace what was there. (PUT on REST needs title and pipeline.)',
  false,
  {
    pipelineId: 'The pipeline; the one that it is in unless told otherwise.',
    stageId:
      'A stage of the pipeline: another one places the deal last there. In another pipeline, the first unless told otherwise.',
    assignedAgentId: 'The user who works on it.',
    peopleIds: 'All its people, up to 100. Those whom the caller does not see stay.',
    teamIds: 'All its teams, up to 100.',
  },
)

const MoveDealInput = builder.inputType('MoveDealInput', {
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
        ...versioned(t),
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
        ...versioned(t),
        input: t.arg({ type: MoveDealInput, required: true, description: 'Where it goes.' }),
      },
      resolve: (_, args, ctx) => moveDeal(ctx, args.id, args.input as MoveInput),
    }),
    deleteDeal: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('deals.manage'),
      description: 'Deletes a deal for good. Errors: NOT_FOUND, FORBIDDEN.',
      args: { id, ...versioned(t) },
      resolve: (_, args, ctx) => deleteDeal(ctx, args.id),
    }),
  }
})
