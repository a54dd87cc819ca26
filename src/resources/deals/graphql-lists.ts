import { builder, idSchema, needs } from '../../graphql/schema/builder.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { CustomFieldWhere } from '../custom-fields/graphql-where.ts'
import { externalIdWhere } from '../external-ids/graphql-input.ts'
import { Deal, DealConnection, DealStatus } from './graphql.ts'
import { dealKind } from './kind.ts'
import { deals, getDeal } from './operations.ts'

const DealWhere = whereInput('Deal', dealKind, {
  status: DealStatus,
  customFields: CustomFieldWhere,
  ...externalIdWhere,
})
const DealOrder = orderInput('Deal', dealKind)

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
      ...listArgs(t, DealWhere, DealOrder),
    },
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'deals', { where, orderBy }, deals),
  }),
}))
