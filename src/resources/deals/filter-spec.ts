import { sql } from 'kysely'
import type { AccessScope } from '../../access/access-scope.ts'
import {
  addRelation,
  containsFilter,
  type FilterParams,
  type FilterSpec,
  ids,
  type Operator,
} from '../../filtering/filter-spec.ts'
import { customFieldConditions, parseConditions } from '../custom-fields/value-conditions.ts'
import { externalIdFilterParsers } from '../external-ids/operations.ts'
import { externalIdConditions } from '../external-ids/queries.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { personPolicy } from '../people/policy.ts'
import { dealPolicy } from './policy.ts'

/** A person whom the caller cannot view matches no deal: a match would reveal the link. */
const linked = (p: FilterParams, scope: AccessScope) =>
  sql`select "link"."dealId" as "id" from "dealPeople" as "link" where "link"."companyId" = ${p.companyId} and ${personPolicy.canViewReferenced(p, scope, 'link.personId')}`

const withPerson = (p: FilterParams, scope: AccessScope, value: string, operator: Operator) =>
  operator === 'isNull'
    ? sql<boolean>`not exists (${linked(p, scope)} and "link"."dealId" = "deals"."id")`
    : sql<boolean>`exists (${linked(p, scope)} and "link"."dealId" = "deals"."id" and "link"."personId" = ${value})`

const ofStatus = (p: FilterParams, value: string) =>
  sql<boolean>`"deals"."stageId" in (select "id" from "pipelineStages" where "companyId" = ${p.companyId} and "type" = ${value})`

const ofTeam = (p: FilterParams, value: string) =>
  sql`select "dealId" as "id" from "dealTeams" where "companyId" = ${p.companyId} and "teamId" = ${value}`

export const dealFilterSpec: FilterSpec<'deals'> = {
  table: 'deals',
  prefix: 'deal',
  policy: dealPolicy,
  fields: {
    ids,
    title: containsFilter('title', sql`"deals"."title"`),
    assignedAgentId: {
      description: 'Matches deals assigned to this user.',
      type: 'ID',
      nullable: true,
      column: 'assignedAgentId',
      indexed: true,
    },
    assignedAgentIds: {
      description: 'Matches deals assigned to one of these users.',
      type: 'ID',
      list: true,
      column: 'assignedAgentId',
      indexed: true,
    },
    stageId: {
      description: 'Matches deals in this stage.',
      type: 'ID',
      column: 'stageId',
      indexed: true,
    },
    stageIds: {
      description: 'Matches deals in one of these stages.',
      type: 'ID',
      list: true,
      column: 'stageId',
      indexed: true,
    },
    pipelineId: {
      description: 'Matches deals in this pipeline.',
      type: 'ID',
      column: 'pipelineId',
      indexed: true,
    },
    personId: {
      description: 'Matches deals of this person, if the caller can view them.',
      type: 'ID',
      nullable: true,
      predicate: withPerson,
      matchingIds: (p, _s, value) =>
        sql`select "dealId" as "id" from "dealPeople" where "companyId" = ${p.companyId} and "personId" = ${value}`,
    },
    teamId: {
      description: 'Matches deals assigned to this team.',
      type: 'ID',
      predicate: (p, _s, value) => sql<boolean>`"deals"."id" in (${ofTeam(p, value)})`,
      matchingIds: (p, _s, value) => ofTeam(p, value),
    },
    status: {
      description: 'Matches deals with this status.',
      type: 'Enum',
      predicate: (p, _s, value) => ofStatus(p, value),
      matchingIds: (p, _s, value) =>
        sql`select "id" from "deals" where "companyId" = ${p.companyId} and ${ofStatus(p, value)}`,
    },
    price: {
      description: 'The price.',
      type: 'number',
      nullable: true,
      column: 'price',
      indexed: true,
    },
    commission: {
      description: 'The commission.',
      type: 'number',
      nullable: true,
      column: 'commission',
    },
    closeDate: {
      description: 'The expected or actual closing time.',
      type: 'time',
      nullable: true,
      column: 'closeDate',
      indexed: true,
    },
    stageEnteredAt: {
      description: 'The time at which the deal entered its stage.',
      type: 'time',
      column: 'stageEnteredAt',
      indexed: true,
    },
    createdAt: {
      description: 'The time of creation.',
      type: 'created',
      column: 'id',
      indexed: true,
    },
    updatedAt: {
      description: 'The time of the last change.',
      type: 'time',
      column: 'updatedAt',
      indexed: true,
    },
    ...customFieldConditions('deal', 'deals'),
    ...externalIdConditions('deal', 'deals'),
  },
  expansions: {
    customFields: (ctx, given) => parseConditions(ctx, 'deal', given),
    ...externalIdFilterParsers,
  },
  relations: {},
  orders: {
    createdAt: { description: 'The time of creation.', column: 'id', descending: true },
    updatedAt: {
      description: 'The time of the last change.',
      column: 'updatedAt',
      descending: true,
    },
    price: {
      description: 'The price.',
      column: 'price',
      nullable: true,
      descending: true,
    },
    closeDate: {
      description: 'The expected or actual closing time.',
      column: 'closeDate',
      nullable: true,
      descending: true,
    },
    stageEnteredAt: {
      description: 'The time at which the deal entered its stage.',
      column: 'stageEnteredAt',
      descending: true,
    },
  },
}

addRelation(personFilterSpec, 'deals', {
  description: 'The deals of the person.',
  target: dealFilterSpec,
  via: { linkTable: 'dealPeople', recordColumn: 'personId', targetColumn: 'dealId' },
})

addRelation(dealFilterSpec, 'people', {
  description: 'The people of the deal.',
  target: personFilterSpec,
  via: { linkTable: 'dealPeople', recordColumn: 'dealId', targetColumn: 'personId' },
})
