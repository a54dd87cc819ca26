import { sql } from 'kysely'
import type { AccessScope } from '../../access/access-scope.ts'
import {
  addRelation,
  containsFilter,
  descending,
  type FilterParams,
  type FilterSpec,
  ids,
  indexed,
  type Operator,
  unindexed,
} from '../../filtering/filter-spec.ts'
import { customFieldConditions, parseConditions } from '../custom-fields/value-conditions.ts'
import { externalIdConditions, externalIdFilterParsers } from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { personPolicy } from '../people/policy.ts'
import { dealPolicy } from './policy.ts'

/** Selects links to visible people only: otherwise a match would reveal links to hidden people. */
const selectLinks = (p: FilterParams, scope: AccessScope) =>
  sql`select "link"."dealId" as "id" from "dealPeople" as "link" where "link"."companyId" = ${p.companyId} and ${personPolicy.canViewReferenced(p, scope, 'link.personId')}`

const matchesPerson = (p: FilterParams, scope: AccessScope, value: string, operator: Operator) =>
  operator === 'isNull'
    ? sql<boolean>`not exists (${selectLinks(p, scope)} and "link"."dealId" = "deals"."id")`
    : sql<boolean>`exists (${selectLinks(p, scope)} and "link"."dealId" = "deals"."id" and "link"."personId" = ${value})`

const matchesStatus = (p: FilterParams, value: string) =>
  sql<boolean>`"deals"."stageId" in (select "id" from "pipelineStages" where "companyId" = ${p.companyId} and "type" = ${value})`

const selectByTeam = (p: FilterParams, value: string) =>
  sql`select "dealId" as "id" from "dealTeams" where "companyId" = ${p.companyId} and "teamId" = ${value}`

export const dealFilterSpec: FilterSpec<'deals'> = {
  table: 'deals',
  prefix: 'deal',
  policy: dealPolicy,
  fields: {
    ids,
    title: containsFilter('title', sql`"deals"."title"`),
    assignedAgentId: indexed('ID?', 'assignedAgentId', 'Matches deals assigned to this user.'),
    assignedAgentIds: indexed(
      'ID[]',
      'assignedAgentId',
      'Matches deals assigned to one of these users.',
    ),
    stageId: indexed('ID', 'stageId', 'Matches deals in this stage.'),
    stageIds: indexed('ID[]', 'stageId', 'Matches deals in one of these stages.'),
    pipelineId: indexed('ID', 'pipelineId', 'Matches deals in this pipeline.'),
    personId: {
      description: 'Matches deals of this person. The caller must be able to view the person.',
      type: 'ID',
      nullable: true,
      predicate: matchesPerson,
      matchingIds: (p, _s, value) =>
        sql`select "dealId" as "id" from "dealPeople" where "companyId" = ${p.companyId} and "personId" = ${value}`,
    },
    teamId: {
      description: 'Matches deals assigned to this team.',
      type: 'ID',
      predicate: (p, _s, value) => sql<boolean>`"deals"."id" in (${selectByTeam(p, value)})`,
      matchingIds: (p, _s, value) => selectByTeam(p, value),
    },
    status: {
      description: 'Matches deals with this status.',
      type: 'Enum',
      predicate: (p, _s, value) => matchesStatus(p, value),
      matchingIds: (p, _s, value) =>
        sql`select "id" from "deals" where "companyId" = ${p.companyId} and ${matchesStatus(p, value)}`,
    },
    price: indexed('number?', 'price', 'Matches deals whose price is in this range.'),
    commission: unindexed('number?', 'commission', 'Matches commissions in this range.'),
    closeDate: indexed('time?', 'closeDate', 'Matches deals whose closing time is in this range.'),
    stageEnteredAt: indexed(
      'time',
      'stageEnteredAt',
      'Matches deals that entered their stage in this range.',
    ),
    createdAt: indexed('created', 'id', 'Matches deals created in this range.'),
    updatedAt: indexed('time', 'updatedAt', 'Matches deals last changed in this range.'),
    ...customFieldConditions('deal', 'deals'),
    ...externalIdConditions('deal', 'deals'),
  },
  expansions: {
    customFields: (ctx, conditions) => parseConditions(ctx, 'deal', conditions),
    ...externalIdFilterParsers,
  },
  relations: {},
  orders: {
    createdAt: descending('id', 'The time of creation.'),
    updatedAt: descending('updatedAt', 'The time of the last change.'),
    price: descending('price', 'The price.', { nullable: true }),
    closeDate: descending('closeDate', 'The expected or actual closing time.', { nullable: true }),
    stageEnteredAt: descending('stageEnteredAt', 'The time at which the deal entered its stage.'),
  },
}

addRelation(personFilterSpec, 'deals', {
  description: 'Conditions on the deals of the person.',
  target: dealFilterSpec,
  via: { linkTable: 'dealPeople', recordColumn: 'personId', targetColumn: 'dealId' },
})

addRelation(dealFilterSpec, 'people', {
  description: 'Conditions on the people of the deal.',
  target: personFilterSpec,
  via: { linkTable: 'dealPeople', recordColumn: 'dealId', targetColumn: 'personId' },
})
