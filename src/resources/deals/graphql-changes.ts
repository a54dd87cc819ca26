import { builder, idSchema, needs, versionArgs } from '../../graphql/schema/builder.ts'
import { atMostOne, constraints } from '../../graphql/schema/input-constraints.ts'
import { Deleted } from '../../graphql/schema/node.ts'
import { createDeal, type DealInput, deleteDeal, updateDeal } from './changes.ts'
import { Deal } from './graphql.ts'
import { CreateDealInput, UpdateDealInput } from './graphql-inputs.ts'
import { type MoveInput, moveDeal } from './moving.ts'

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
