import type { UpdateRow } from '../../crud/bulk.ts'
import { builder, idSchema, needs } from '../../graphql/schema/builder.ts'
import { bulkResult, bulkRows, bulkRules, expectedVersionField } from '../../graphql/schema/bulk.ts'
import { someField } from '../../graphql/schema/input-constraints.ts'
import { createDeals, updateDeals } from './bulk.ts'
import type { DealInput } from './changes.ts'
import { Deal } from './graphql.ts'
import { CreateDealInput, dealUpdateFields } from './graphql-inputs.ts'

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
