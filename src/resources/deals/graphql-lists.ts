import { builder, idSchema, needs } from '../../graphql/builder.ts'
import { connect, pageArgs } from '../../graphql/paging.ts'
import { given } from '../../records.ts'
import { Deal, DealConnection, DealStatus } from './graphql.ts'
import { countDeals, type DealChoice, getDeal, listDeals } from './operations.ts'

const DealWhere = builder.inputType('DealWhere', {
  description: 'Which deals: all that is given must hold. `null` means "has none".',
  fields: (t) => ({
    assignedAgentId: t.id({ description: 'The user who works on them.' }),
    stageId: t.id({ description: 'Their stage.' }),
    pipelineId: t.id({ description: 'Their pipeline.' }),
    personId: t.id({ description: 'One of their people, whom the caller sees.' }),
    status: t.field({ type: DealStatus, description: 'How they stand.' }),
  }),
})

builder.queryFields((t) => ({
  deal: t.field({
    type: Deal,
    nullable: true,
    description: 'A deal by its id. Errors: NOT_FOUND, FORBIDDEN.',
    extensions: needs('deals.view'),
    args: { id: t.arg.id({ required: true, description: "The deal's id.", extensions: idSchema }) },
    resolve: (_, { id }, ctx) => getDeal(ctx, id),
  }),
  deals: t.field({
    type: DealConnection,
    description: 'The deals that the caller sees, newest first.',
    extensions: needs('deals.view'),
    args: { ...pageArgs(t), where: t.arg({ type: DealWhere, description: 'Which deals.' }) },
    resolve: (_, { where, ...page }, ctx) => {
      const { personId, status, ...filters } = where ?? {}
      const choice: DealChoice = { filters: given(filters), personId, status: status ?? undefined }
      return connect(ctx, page, { list: ['deals', choice], page: (window) => listDeals(ctx, choice, window), total: () => countDeals(ctx, choice) })
    },
  }),
}))
