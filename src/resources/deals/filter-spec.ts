import { sql } from 'kysely'
import * as filters from '../../filtering/filter-spec.ts'
import { createLinkedRowFilter } from '../../filtering/linked-row-filter.ts'
import { compare } from '../../filtering/predicates.ts'
import { customFieldConditions, parseConditions } from '../custom-fields/value-conditions.ts'
import { externalIdConditions, externalIdParsers } from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { personPolicy } from '../people/policy.ts'
import { dealPolicy } from './policy.ts'

const hasStatus = (p: filters.FilterParams, value: string, operator: filters.Operator) =>
  sql<boolean>`"deals"."stageId" in (select "id" from "pipelineStages" where "companyId" = ${p.companyId} and ${compare(sql`"type"`, operator, value)})`

export const dealFilterSpec: filters.FilterSpec<'deals'> = {
  table: 'deals',
  prefix: 'deal',
  policy: dealPolicy,
  fields: {
    id: filters.id,
    title: filters.foldedText("The deal's title", sql`"deals"."title"`),
    assigneeId: filters.indexed('ID?', 'assignedAgentId', "The assignee's id."),
    stageId: filters.indexed('ID', 'stageId', "The stage's id."),
    pipelineId: filters.indexed('ID', 'pipelineId', "The pipeline's id."),
    personId: {
      description: "The id of one of the deal's people.",
      type: 'ID',
      nullable: true,
      ...createLinkedRowFilter('deals', {
        table: 'dealPeople',
        recordColumn: 'dealId',
        column: 'personId',
        isVisible: (p, scope) => personPolicy.canViewReferenced(p, scope, 'link.personId'),
      }),
    },
    teamId: {
      description: "The id of one of the deal's teams.",
      type: 'ID',
      nullable: true,
      ...createLinkedRowFilter('deals', {
        table: 'dealTeams',
        recordColumn: 'dealId',
        column: 'teamId',
      }),
    },
    status: {
      description: "The deal's status.",
      type: 'Enum',
      predicate: (p, _s, value, operator) => hasStatus(p, value, operator),
      matchingIds: (p, _s, value, operator) =>
        sql`select "id" from "deals" where "companyId" = ${p.companyId} and ${hasStatus(p, value, operator)}`,
    },
    price: filters.indexed('Float?', 'price', 'The price.'),
    commission: filters.unindexed('Float?', 'commission', 'The commission amount.'),
    closeDate: filters.indexed('DateTime?', 'closeDate', 'The expected or actual close date.'),
    stageEnteredAt: filters.indexed('DateTime', 'stageEnteredAt', 'The stage entry time.'),
    createdAt: filters.createdAt,
    updatedAt: filters.indexed('DateTime', 'updatedAt', 'The last update time.'),
    ...customFieldConditions('deal', 'deals'),
    ...externalIdConditions('deal', 'deals'),
  },
  expansions: {
    customFields: (ctx, conditions) => parseConditions(ctx, 'deal', conditions),
    ...externalIdParsers,
  },
  relations: {},
  orders: {
    createdAt: filters.orderByCreation,
    updatedAt: filters.descending('updatedAt', 'The last update time.'),
    price: filters.descending('price', 'The price.', { nullable: true }),
    closeDate: filters.descending('closeDate', 'The close date.', { nullable: true }),
    stageEnteredAt: filters.descending('stageEnteredAt', 'The stage entry time.'),
  },
}

filters.addRelation(personFilterSpec, 'deals', {
  description: "The person's deals.",
  target: dealFilterSpec,
  via: { linkTable: 'dealPeople', recordColumn: 'personId', targetColumn: 'dealId' },
})

filters.addRelation(dealFilterSpec, 'people', {
  description: "The deal's people.",
  target: personFilterSpec,
  via: { linkTable: 'dealPeople', recordColumn: 'dealId', targetColumn: 'personId' },
})
