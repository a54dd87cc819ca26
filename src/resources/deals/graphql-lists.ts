import { builder, idSchema, needs } from '../../graphql/builder.ts'
import { connectFound, foundArgs, orderOf, whereOf } from '../../graphql/where.ts'
import { CustomFieldWhere } from '../custom-fields/graphql-where.ts'
import { externalIdWhere } from '../external-ids/graphql-input.ts'
import { Deal, DealConnection, DealStatus } from './graphql.ts'
import { dealKind } from './kind.ts'
import { deals, getDeal } from './operations.ts'

const DealWhere = whereOf('Deal', dealKind, {
  status: DealStatus,
  customFields: CustomFieldWhere,
  ...externalIdWhere,
})
const DealOrder = orderOf('Deal', dealKind)

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
    description: 'The deals that the caller sees, newest first unless told otherwise.',
    extensions: needs('deals.view'),
    args: {
      ...foundArgs(t, DealWhere, DealOrder),
    },
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      connectFound(ctx, info, page, 'deals', { where, orderBy }, deals),
  }),
}))
